package org.quorate.core.statistics;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of one number per block, with Student's t interval: mean ± t(n-1) s / √n (Student,
 * Biometrika 6, 1908). It takes blocks to be independent and their means roughly normal.
 *
 * @param blocks how many blocks, at least 1
 * @param mean their mean
 * @param standardDeviation with n - 1 in the denominator; 0 for a single block
 * @param interval for a single block from negative to positive infinity
 */
public record BlockMean(int blocks, double mean, double standardDeviation, Interval interval) {
  /**
   * Computes the mean of blocks.
   *
   * @param values one finite number per block, at least one
   * @param confidence such as 0.95
   * @throws IllegalArgumentException if there is no block, or a value is not finite
   */
  public static BlockMean of(List<Double> values, double confidence) {
    Interval.checkConfidence(confidence);
    Moments moments = Moments.of(values);
    int n = values.size();
    double half =
        n == 1
            ? Double.POSITIVE_INFINITY
            : quantile(n - 1, confidence) * Math.sqrt(moments.variance() / n);
    return new BlockMean(
        n,
        moments.mean(),
        Math.sqrt(moments.variance()),
        new Interval(moments.mean() - half, moments.mean() + half, confidence));
  }

  /** The two-sided quantile of Student's distribution. */
  static double quantile(int degreesOfFreedom, double confidence) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - confidence) / 2);
  }
}
