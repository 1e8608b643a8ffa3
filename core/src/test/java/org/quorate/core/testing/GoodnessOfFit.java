package org.quorate.core.testing;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Tests of whether a sample comes from a distribution, for unit tests. */
public final class GoodnessOfFit {
  private GoodnessOfFit() {}

  /**
   * Pearson's chi-square test: the probability of counts at least this far from what {@code
   * probabilities} let expect. Neighbouring cells are pooled until each expects 10 or more.
   */
  public static double chiSquare(long[] counts, double[] probabilities) {
    double total = Arrays.stream(counts).sum();
    double statistic = 0;
    int cells = 0;
    double observed = 0;
    double expected = 0;
    double expectedLeft = total;
    for (int i = 0; i < counts.length; i++) {
      observed += counts[i];
      expected += total * probabilities[i];
      expectedLeft -= total * probabilities[i];
      boolean last = i == counts.length - 1;
      if (last ? expected > 0 || observed > 0 : expected >= 10 && expectedLeft >= 10) {
        if (expected <= 0) {
          return 0;
        }
        statistic += (observed - expected) * (observed - expected) / expected;
        cells++;
        observed = 0;
        expected = 0;
      }
    }
    return ChiSquaredDistribution.of(Math.max(1, cells - 1)).survivalProbability(statistic);
  }

  /**
   * The chi-square test of homogeneity: the probability of two counts at least this different if
   * both come from one distribution. Neighbouring cells are pooled until both together count 20.
   */
  public static double chiSquareTwoSamples(long[] first, long[] second) {
    double share = Arrays.stream(first).sum();
    share /= share + Arrays.stream(second).sum();
    double statistic = 0;
    int cells = 0;
    double a = 0;
    double b = 0;
    for (int i = 0; i < first.length; i++) {
      a += first[i];
      b += second[i];
      if (a + b >= 20 || (i == first.length - 1 && a + b > 0)) {
        double expected = (a + b) * share;
        double other = (a + b) - expected;
        statistic += (a - expected) * (a - expected) / expected;
        statistic += (b - other) * (b - other) / other;
        cells++;
        a = 0;
        b = 0;
      }
    }
    return ChiSquaredDistribution.of(Math.max(1, cells - 1)).survivalProbability(statistic);
  }

  /**
   * The Kolmogorov-Smirnov test with its asymptotic distribution (samples of 100 or more): the
   * probability of a distance at least this large between the sample and the cumulative
   * distribution.
   */
  public static double kolmogorovSmirnov(double[] sample, DoubleUnaryOperator cumulative) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double distance = 0;
    for (int i = 0; i < n; i++) {
      double probability = cumulative.applyAsDouble(sorted[i]);
      distance = Math.max(distance, probability - (double) i / n);
      distance = Math.max(distance, (i + 1.0) / n - probability);
    }
    double root = Math.sqrt(n);
    double lambda = (root + 0.12 + 0.11 / root) * distance;
    double sum = 0;
    for (int k = 1; k <= 100; k++) {
      sum += (k % 2 == 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
    }
    return Math.min(1, Math.max(0, sum));
  }
}
