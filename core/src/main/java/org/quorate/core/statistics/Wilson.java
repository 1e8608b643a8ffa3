package org.quorate.core.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The score interval for a proportion (Wilson, Journal of the American Statistical Association 22,
 * 1927; without continuity correction, method 3 of Newcombe, Statistics in Medicine 17, 1998).
 *
 * <p>It takes the trials to be independent. Stale reads are not: they come in clusters, after a hot
 * key is written or while a replica is slow. For them it is too narrow, and only says how precise
 * the count would be at best; compare levels over blocks instead.
 */
public final class Wilson {
  private Wilson() {}

  /**
   * The interval for a proportion.
   *
   * @param successes between 0 and {@code trials}
   * @param trials 0 gives the interval from 0 to 1
   * @param confidence such as 0.95
   */
  public static Interval interval(long successes, long trials, double confidence) {
    if (successes < 0 || successes > trials) {
      throw new IllegalArgumentException(
          "There cannot be " + successes + " successes in " + trials + " trials.");
    }
    Interval.checkConfidence(confidence);
    if (trials == 0) {
      return new Interval(0, 1, confidence);
    }
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
    double n = trials;
    double rate = successes / n;
    double scale = 1 / (1 + z * z / n);
    double centre = scale * (rate + z * z / (2 * n));
    double half = scale * z * Math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    return new Interval(
        successes == 0 ? 0 : centre - half, successes == trials ? 1 : centre + half, confidence);
  }
}
