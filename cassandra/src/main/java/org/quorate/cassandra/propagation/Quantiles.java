package org.quorate.cassandra.propagation;

import java.util.List;

/**
 * Quantiles of a sample: linear between the two nearest order statistics, so that the quantile q of
 * n values is at position q (n - 1), counted from 0 (definition 7 of Hyndman and Fan, "Sample
 * quantiles in statistical packages", 1996).
 */
final class Quantiles {
  private final double[] sorted;

  /**
   * @param values at least one, all finite
   */
  Quantiles(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("No value has no quantile.");
    }
    sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  /**
   * @param q from 0, the smallest value, to 1, the largest
   */
  double at(double q) {
    double position = q * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
