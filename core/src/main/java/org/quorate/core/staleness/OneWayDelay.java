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
  private static final double[] UPPER = {0.9, 0.97};
  private static final double SHORTEST_SECONDS = 1e-6;

  /** So that a sample whose lower half is noise about 0 does not make an endless tail. */
  private static final double LEAST_SHARE_OF_UPPER = 0.02;

  /**
   * What a sample of round trips says, each the slowest of some replicas.
   *
   * <p>With both ways of a round trip alike and independent, their sum is near lognormal again, of
   * spread s&#8322;&sup2; = ln(1 + (e<sup>s&sup2;</sup> - 1) / 2) and the mean of twice one way
   * (Fenton, The sum of log-normal probability distributions in scatter transmission systems, IRE
   * Transactions on Communications Systems 8, 1960); the quantile p of the slowest of k is the
   * quantile p<sup>1/k</sup> of one. The spread is the largest that the median has with any of
   * three upper quantiles, so that a tail that is not lognormal is taken too heavy rather than too
   * light.
   *
   * @param roundTrips at least {@value #FEWEST_ROUND_TRIPS}
   * @param replicas of which each value is the slowest, at least 1
   */
  public static OneWayDelay of(DelaySample roundTrips, int replicas) {
    double upper = Math.max(SHORTEST_SECONDS, roundTrips.quantile(0.9));
    double median = Math.max(LEAST_SHARE_OF_UPPER * upper, roundTrips.quantile(0.5));
    double middle = normalQuantile(Math.pow(0.5, 1.0 / replicas));
    double spread = 0;
    for (double p : UPPER) {
      double ratio = Math.max(1, roundTrips.quantile(p) / median);
      double from = normalQuantile(Math.pow(p, 1.0 / replicas)) - middle;
      spread = Math.max(spread, Math.log(ratio) / from);
    }
    return ofRoundTrip(Math.log(median) - spread * middle, spread);
  }

  /**
   * One of two ways that are alike and independent, by the lognormal round trip that both make up,
   * as above.
   *
   * @param logMedian of the round trip
   * @param spread standard deviation of its logarithm, at least 0
   */
  public static OneWayDelay ofRoundTrip(double logMedian, double spread) {
    double variance = Math.log1p(2 * Math.expm1(spread * spread));
    return new OneWayDelay(
        logMedian - Math.log(2) + (spread * spread - variance) / 2, Math.sqrt(variance));
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

  /**
   * @param p strictly between 0 and 1
   * @return seconds
   */
  double quantile(double p) {
    return Math.exp(logMedian + sigma * normalQuantile(p));
  }

  private static double normalQuantile(double p) {
    return NORMAL.inverseCumulativeProbability(p);
  }
}
