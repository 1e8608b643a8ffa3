package org.quorate.core.statistics;

import java.util.List;
import java.util.Optional;

/**
 * By what factor two groups of runs differ that have no repetition in common: the ratio of their
 * geometric means, with Welch's t test and interval on the logarithms.
 *
 * @param logarithms mean natural logarithm of second minus that of first
 */
public record WelchLogRatio(WelchDifference logarithms) implements LogRatio {
  /**
   * Compares two groups.
   *
   * @param first one positive number per run, at least one
   * @param second the same; the groups may differ in size
   * @throws IllegalArgumentException if a group is empty, or a value is not positive and finite
   */
  public static WelchLogRatio of(List<Double> first, List<Double> second, double confidence) {
    return new WelchLogRatio(
        WelchDifference.of(Moments.logarithms(first), Moments.logarithms(second), confidence));
  }

  @Override
  public double ratio() {
    return Math.exp(logarithms.difference());
  }

  @Override
  public Optional<Interval> interval() {
    Interval bounds = logarithms.interval();
    return Double.isInfinite(bounds.high())
        ? Optional.empty()
        : Optional.of(
            new Interval(Math.exp(bounds.low()), Math.exp(bounds.high()), bounds.confidence()));
  }

  @Override
  public double pValue() {
    return logarithms.pValue();
  }

  @Override
  public double pValueBeyond(double distance) {
    return logarithms.pValueBeyond(distance);
  }
}
