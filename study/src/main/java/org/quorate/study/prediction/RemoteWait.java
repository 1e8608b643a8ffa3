package org.quorate.study.prediction;

import java.util.Arrays;
import org.quorate.core.delay.DelayDistribution;

/**
 * How long a coordinator that is a replica itself waits for the answers of other replicas because
 * of the links alone. Stateless.
 *
 * <p>A round trip is the sum of two independent one-way delays, taken as {@value #POINTS} squared
 * equally likely ones from the quantiles of the delay; the wait for the {@code needed} fastest of
 * {@code asked} is the mean of that order statistic.
 */
final class RemoteWait {
  private static final int POINTS = 60;
  private static final double NANOS = 1e9;

  private RemoteWait() {}

  /**
   * Mean seconds until so many answers are there.
   *
   * @param asked other replicas that are asked, each over links of its own
   * @param needed of these, from 0 to {@code asked}
   */
  static double seconds(DelayDistribution delay, int asked, int needed) {
    if (needed < 0 || needed > asked) {
      throw new IllegalArgumentException(
          "Of " + asked + " replicas " + needed + " cannot be waited for.");
    }
    if (needed == 0) {
      return 0;
    }
    double[] trips = roundTrips(delay);
    double mean = 0;
    double before = 0;
    for (int i = 0; i < trips.length; i++) {
      double within = atLeast(needed, asked, (i + 1.0) / trips.length);
      mean += trips[i] * (within - before);
      before = within;
    }
    return mean / NANOS;
  }

  /** In nanoseconds, the shortest first. */
  private static double[] roundTrips(DelayDistribution delay) {
    double[] ways = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      ways[i] = delay.quantileNanos((i + 0.5) / POINTS);
    }
    double[] trips = new double[POINTS * POINTS];
    for (int i = 0; i < trips.length; i++) {
      trips[i] = ways[i / POINTS] + ways[i % POINTS];
    }
    Arrays.sort(trips);
    return trips;
  }

  /** The chance that so many of all are done when each is with a chance of {@code share}. */
  private static double atLeast(int needed, int all, double share) {
    double sum = 0;
    double ways = 1;
    for (int done = 0; done <= all; done++) {
      if (done >= needed) {
        sum += ways * Math.pow(share, done) * Math.pow(1 - share, all - done);
      }
      ways = ways * (all - done) / (done + 1);
    }
    return Math.min(1, sum);
  }
}
