package org.quorate.core.statistics;

import java.util.List;

/**
 * Mean and variance in two passes.
 *
 * @param variance with n - 1 in the denominator; 0 for a single value
 */
record Moments(double mean, double variance) {
  static Moments of(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("There is no block to take the mean of.");
    }
    double sum = 0;
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "The value of a block is " + value + ", but only finite numbers have a mean.");
      }
      sum += value;
    }
    double mean = sum / values.size();
    return new Moments(mean, covariance(values, mean, values, mean));
  }

  static double covariance(
      List<Double> first, double firstMean, List<Double> second, double secondMean) {
    int n = first.size();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (first.get(i) - firstMean) * (second.get(i) - secondMean);
    }
    return n == 1 ? 0 : sum / (n - 1);
  }

  static void checkPairs(List<Double> first, List<Double> second) {
    if (first.size() != second.size()) {
      throw new IllegalArgumentException(
          "Pairs need as many values on both sides, but there are "
              + first.size()
              + " and "
              + second.size()
              + ".");
    }
  }
}
