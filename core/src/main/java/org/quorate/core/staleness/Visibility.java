package org.quorate.core.staleness;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * When a write is visible: the probability that a read which is sent some time after the write
 * completed meets none that has it.
 *
 * <p>A write completes when W of N replicas have acknowledged it: at the coordinator's own, if that
 * is enough, else when W-1 round trips to others are back. Another replica lacks it at age a if its
 * one-way delay D is longer than it took W-1 of the remaining N-2 to acknowledge, and a more; so a
 * read of one replica at random is stale with probability
 *
 * <p>(N-1)/N E[P(D &gt; C + a + c)], with C the (W-1)-th smallest of N-2 round trips
 *
 * <p>and c what a request takes that waits for no other replica, since the write had completed that
 * much earlier than its client knew, and the read arrives that much later than it was sent. So long
 * as little of it is known c is 0, else for one in ten what the fastest such request took, for the
 * others what nine of ten take at least, yet no more than half of one way's median. C is 0 for W =
 * 1, and longer than anything for W = N. A read of R replicas is stale if all of them lack the
 * write, of which at most N-W do, as if these were slow together: C(N-W, R) / C(N, R) for the
 * (N-W)/N of one replica, and never more than that.
 *
 * <p>C is averaged over {@value #POINTS} quantiles: the round trips' at those of a beta
 * distribution of W-1 and N-W, which the (W-1)-th smallest of N-2 has. Nothing here is random.
 *
 * <p>How it errs: every other replica is taken to be as slow as the slowest, and as near to
 * acknowledge as the nearest, and a read to go to any replica alike, so upwards; a coordinator that
 * is no replica gives the write a start, upwards too. Replicas are taken to be slow together, and
 * further ones to be asked at once, which is too high for R above 1 where they are not; other
 * clients that write are taken to be as far as this one, which is too low where they are nearer;
 * and what a replica does between a write's arrival and its visibility is in the delays only as far
 * as it is in the round trips. That a write does not arrive at all is not in it: a replica that was
 * down is another matter.
 */
public final class Visibility implements StaleByAge {
  private static final int POINTS = 24;

  private final Observation observation;
  private final OneWayDelay delay;

  private final Starts starts;

  private Visibility(Observation observation, OneWayDelay delay, Starts starts) {
    this.observation = observation;
    this.delay = delay;
    this.starts = starts;
  }

  /**
   * What follows from an observation. Where too few round trips were measured, the propagation time
   * with its bounds has to do, and a write counts as completed at once but for what clients take.
   */
  public static Visibility of(Observation observation) {
    RoundTrips measured = observation.evidence().roundTrips();
    int others = observation.replicationFactor() - 1;
    boolean enough = measured.slowest().size() >= OneWayDelay.FEWEST_ROUND_TRIPS && others > 0;
    OneWayDelay delay =
        enough
            ? OneWayDelay.of(measured.slowest(), others)
            : OneWayDelay.of(observation.propagation());
    return new Visibility(
        observation,
        delay,
        Starts.of(completions(observation, measured.single()), measured, delay));
  }

  /**
   * Seconds from a write's completion at its coordinator until a read arrives that follows its
   * answer, and what share of all that is.
   */
  private static final class Starts {
    static final double FASTEST = RoundTrips.ONE_IN_TEN;
    static final int EVERY = 10;

    final double[] seconds;
    final double[] shares;

    Starts(double[] seconds, double[] shares) {
      this.seconds = seconds;
      this.shares = shares;
    }

    /**
     * One client in ten takes as long as the fastest did, others as long as nine of ten at least.
     */
    static Starts of(double[] completions, RoundTrips measured, OneWayDelay delay) {
      int size = completions.length;
      double[] shares = new double[size];
      Arrays.fill(shares, 1.0 / size);
      if (!measured.isAloneKnown()) {
        return new Starts(completions, shares);
      }
      double fastest = measured.believedAlone(0, delay);
      double others = measured.believedAlone(FASTEST, delay);
      if (size == 1) {
        return new Starts(
            new double[] {completions[0] + fastest, completions[0] + others},
            new double[] {FASTEST, 1 - FASTEST});
      }
      double[] seconds = new double[size];
      Arrays.setAll(seconds, i -> completions[i] + (i % EVERY == 0 ? fastest : others));
      return new Starts(seconds, shares);
    }
  }

  private static double[] completions(Observation observation, DelaySample single) {
    int awaited = observation.writeReplicas() - 1;
    int slower = observation.replicationFactor() - observation.writeReplicas();
    if (awaited == 0 || slower == 0 || single.size() < OneWayDelay.FEWEST_ROUND_TRIPS) {
      return new double[] {0};
    }
    BetaDistribution order = BetaDistribution.of(awaited, slower);
    double[] completions = new double[POINTS];
    // A majority may need several round trips, so that one is shorter than what was measured.
    int slowestOf = RoundTrips.othersInMajority(observation.replicationFactor());
    for (int i = 0; i < POINTS; i++) {
      double one = order.inverseCumulativeProbability(middle(i));
      completions[i] = single.quantile(Math.pow(one, slowestOf));
    }
    return completions;
  }

  private static double middle(int point) {
    return (point + 0.5) / POINTS;
  }

  @Override
  public double at(double ageSeconds, int readReplicas) {
    double missed = StaleByAge.missed(observation, readReplicas);
    if (missed == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < starts.seconds.length; i++) {
      sum += starts.shares[i] * delay.exceeds(starts.seconds[i] + ageSeconds);
    }
    // At most N-W replicas lack it, however late it is.
    double others = observation.replicationFactor() - 1.0;
    double unawaited = observation.replicationFactor() - observation.writeReplicas();
    return missed * Math.min(1, others / unawaited * sum);
  }
}
