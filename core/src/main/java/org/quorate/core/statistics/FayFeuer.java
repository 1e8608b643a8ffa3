package org.quorate.core.statistics;

import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * The interval for a weighted sum of Poisson counts, by gamma distributions of its mean and
 * variance (Fay and Feuer, Confidence intervals for directly standardized rates: a method based on
 * the gamma distribution, Statistics in Medicine 16, 1997). Where all weights are alike it is the
 * exact one of a single count (Garwood, Biometrika 28, 1936), and else at least as wide as asked in
 * all cases that were tried. For counts of rare events among trials it is wider than needed.
 *
 * <p>It takes the events to be independent. Stateless.
 */
public final class FayFeuer {
  private FayFeuer() {}

  /**
   * The two-sided interval of the sum of weights times means.
   *
   * @param counts of events, at least 0
   * @param weights of each count, as many as counts, at least 0
   * @param confidence such as 0.95
   * @return bounds of at least 0
   */
  public static Interval interval(long[] counts, double[] weights, double confidence) {
    Interval.checkConfidence(confidence);
    double mean = 0;
    double variance = 0;
    double largest = 0;
    for (int i = 0; i < counts.length; i++) {
      mean += weights[i] * counts[i];
      variance += weights[i] * weights[i] * counts[i];
      largest = Math.max(largest, weights[i]);
    }
    double ofOneSide = (1 - confidence) / 2;
    return new Interval(
        mean == 0 ? 0 : gamma(mean, variance).inverseCumulativeProbability(ofOneSide),
        largest == 0
            ? 0
            : gamma(mean + largest, variance + largest * largest)
                .inverseSurvivalProbability(ofOneSide),
        confidence);
  }

  /**
   * The one-sided upper bound of such a sum whose mean and variance are known; never below the
   * mean, which of what is most unlikely even this quantile would be.
   *
   * @param mean above 0
   * @param variance above 0
   * @param confidence such as 0.95
   */
  public static double upperBound(double mean, double variance, double confidence) {
    return Math.max(mean, gamma(mean, variance).inverseCumulativeProbability(confidence));
  }

  /**
   * The one-sided lower bound of such a sum whose mean and variance are known; never above the
   * mean.
   *
   * @param mean above 0
   * @param variance above 0
   * @param confidence such as 0.95
   */
  public static double lowerBound(double mean, double variance, double confidence) {
    return Math.min(mean, gamma(mean, variance).inverseCumulativeProbability(1 - confidence));
  }

  /**
   * Whether {@link #upperBound} is at most a limit; many times as fast, since no quantile is
   * searched.
   */
  public static boolean isUpperBoundWithin(
      double limit, double mean, double variance, double confidence) {
    return mean <= limit && gamma(mean, variance).cumulativeProbability(limit) >= confidence;
  }

  private static GammaDistribution gamma(double mean, double variance) {
    return GammaDistribution.of(mean * mean / variance, variance / mean);
  }
}
