package org.quorate.core.staleness;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The time of a write from its coordinator to another replica, as a lognormal distribution: the
 * shape that delays of networks and queues have most often, with a tail beyond the longest that was
 * measured. Immutable.
 *
 * @param logMedian natural logarithm of the median in seconds
 * @param sigma standard deviation of the logarithm, at least 0
 */
public record OneWayDelay(double logMedian, double sigma) {
  /** Fewer round trips than these say nothing of a tail. */
  public static final int FEWEST_ROUND_TRIPS = 8;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * What a sample of round trips says, each the slowest of some replicas, with both ways alike and
   * independent.
   *
   * @param roundTrips at least {@value #FEWEST_ROUND_TRIPS}
   * @param replicas of which each value is the slowest, at least 1
   */
  public static OneWayDelay of(DelaySample roundTrips, int replicas) {
    return RoundTripTime.of(roundTrips, replicas).oneWay();
  }

  /**
   * One of two ways that are alike and independent, by the lognormal round trip that both make up.
   *
   * @param logMedian of the round trip
   * @param spread standard deviation of its logarithm, at least 0
   */
  public static OneWayDelay ofRoundTrip(double logMedian, double spread) {
    return new RoundTripTime(logMedian, spread).oneWay();
  }

  /**
   * What a propagation time says whose bounds are quartiles: its value is the median, and the upper
   * bound the spread. A time whose value is 0 has the upper bound for its median.
   */
  public static OneWayDelay of(Propagation propagation) {
    double median = propagation.seconds() > 0 ? propagation.seconds() : propagation.highSeconds();
    if (median <= 0) {
      return new OneWayDelay(Double.NEGATIVE_INFINITY, 0);
    }
    double ratio = propagation.highSeconds() / median;
    return new OneWayDelay(Math.log(median), Math.log(ratio) / normalQuantile(0.75));
  }

  /** The probability that it takes longer than a time, in seconds of at least 0. */
  double exceeds(double seconds) {
    if (sigma == 0 || seconds <= 0 || logMedian == Double.NEGATIVE_INFINITY) {
      return logMedian > Math.log(seconds) ? 1 : 0;
    }
    return NORMAL.survivalProbability((Math.log(seconds) - logMedian) / sigma);
  }

  private static double normalQuantile(double p) {
    return NORMAL.inverseCumulativeProbability(p);
  }
}
