package org.quorate.study.prediction;

import org.quorate.core.statistics.Interval;

/**
 * A positive number that is predicted, with the interval in which a measurement of it will lie with
 * the stated chance.
 */
public record PredictedValue(double value, Interval interval) {
  /** The value with an interval that reaches as far to both sides on the logarithmic scale. */
  static PredictedValue of(double value, double halfWidth, double confidence) {
    return new PredictedValue(
        value,
        new Interval(
            value * Math.exp(-halfWidth), value * Math.exp(Math.min(halfWidth, 700)), confidence));
  }
}
