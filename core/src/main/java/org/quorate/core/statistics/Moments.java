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
      checkFinite(value);
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

  /** The mean of a series, each value of which must be finite. */
  static double meanOf(double[] series) {
    if (series.length == 0) {
      throw new IllegalArgumentException("An empty series has no mean.");
    }
    double sum = 0;
    for (double value : series) {
      checkFinite(value);
      sum += value;
    }
    return sum / series.length;
  }

  static void checkFinite(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("There is no run to compare.");
    }
    values.forEach(Moments::checkFinite);
  }

  private static void checkFinite(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "The value of a block is " + value + ", but only finite numbers have a mean.");
    }
  }

  /** The natural logarithms of values, each of which must have one. */
  static List<Double> logarithms(List<Double> values) {
    if (!values.stream().allMatch(value -> value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "Only positive, finite numbers have a ratio on the logarithmic scale: " + values + ".");
    }
    return values.stream().map(Math::log).toList();
  }

  static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
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
