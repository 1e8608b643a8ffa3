package org.quorate.core.staleness;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Whether round trips are far longer than measurements of them say, by what pairs of reads took:
 * where the slowest replica took more than twice the 90th percentile of what was measured for more
 * of the pairs than by chance (probability {@value #CHANCE}, if one in ten did), the measurements
 * are as many times too short as their median is below that of the pairs. Smaller errors are not
 * told from chance, and measurements that are too long cost replica reads alone. What delays writes
 * and not reads is not seen. Stateless.
 */
public final class TimesTooShort {
  static final double CHANCE = 0.001;

  private static final double QUANTILE = 0.9;
  private static final double FAR = 2;

  private TimesTooShort() {}

  /**
   * How many times as long round trips are as was measured.
   *
   * @param measured of the slowest of all other replicas
   * @param ofPairs likewise, of pairs beside the application's reads
   * @return 1 where nothing says that they are longer, else above 1
   */
  public static double factor(DelaySample measured, DelaySample ofPairs) {
    if (measured.size() == 0 || ofPairs.size() == 0) {
      return 1;
    }
    int above = ofPairs.above(FAR * measured.quantile(QUANTILE));
    boolean isChance = above == 0 || atLeast(above, ofPairs.size(), 1 - QUANTILE) >= CHANCE;
    double median = measured.quantile(0.5);
    return isChance || median == 0 ? 1 : Math.max(1, ofPairs.quantile(0.5) / median);
  }

  /** The upper tail of a binomial distribution, as an incomplete beta function. */
  private static double atLeast(int successes, int of, double probability) {
    return BetaDistribution.of(successes, of - successes + 1.0).cumulativeProbability(probability);
  }
}
