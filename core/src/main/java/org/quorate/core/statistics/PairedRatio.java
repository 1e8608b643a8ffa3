package org.quorate.core.statistics;

import java.util.List;
import java.util.Optional;

/**
 * The ratio of two means over blocks of the same repetitions, with Fieller's interval (Fieller,
 * Journal of the Royal Statistical Society B 16, 1954): all ratios r at which the paired t test of
 * numerator - r denominator does not reject. Unlike a ratio of logarithms it allows blocks of value
 * zero in the numerator, as stale rates have them.
 *
 * @param ratio mean of the numerators divided by the mean of the denominators; NaN or infinite
 *     where the latter is 0
 * @param interval empty where the denominator cannot be told from zero, since then no bounded
 *     interval exists
 */
public record PairedRatio(double ratio, Optional<Interval> interval) {
  /**
   * Computes the ratio of two means.
   *
   * @param numerators one finite number per block; element i belongs to the same repetition as
   *     element i of {@code denominators}
   * @param denominators as many numbers, at least one
   * @throws IllegalArgumentException if the sizes differ or are 0, or a value is not finite
   */
  public static PairedRatio of(
      List<Double> numerators, List<Double> denominators, double confidence) {
    Interval.checkConfidence(confidence);
    Moments.checkPairs(numerators, denominators);
    Moments top = Moments.of(numerators);
    Moments bottom = Moments.of(denominators);
    double ratio = top.mean() / bottom.mean();
    int n = numerators.size();
    if (n == 1) {
      return new PairedRatio(ratio, Optional.empty());
    }
    double t = BlockMean.quantile(n - 1, confidence);
    double scale = t * t / n;
    double covariance = Moments.covariance(numerators, top.mean(), denominators, bottom.mean());
    // The bounds are the roots of a r^2 - 2 b r + c.
    double a = bottom.mean() * bottom.mean() - scale * bottom.variance();
    double b = top.mean() * bottom.mean() - scale * covariance;
    double c = top.mean() * top.mean() - scale * top.variance();
    if (!(a > 0)) {
      return new PairedRatio(ratio, Optional.empty());
    }
    double root = Math.sqrt(Math.max(0, b * b - a * c));
    return new PairedRatio(
        ratio, Optional.of(new Interval((b - root) / a, (b + root) / a, confidence)));
  }
}
