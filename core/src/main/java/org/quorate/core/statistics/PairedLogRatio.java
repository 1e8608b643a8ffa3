package org.quorate.core.statistics;

import java.util.List;
import java.util.Optional;

/**
 * By what factor two levels differ over blocks of the same repetitions: the geometric mean of the
 * blocks' ratios, with the paired t test and interval on their logarithms. For throughputs and
 * times, whose disturbances multiply: a machine that is half as fast for one block halves them, and
 * the difference of a pair shrinks with both while their ratio stays (Fleming and Wallace,
 * Communications of the ACM 29, 1986, on why ratios are averaged geometrically).
 *
 * @param logarithms the natural logarithm of second over first, block by block
 */
public record PairedLogRatio(PairedDifference logarithms) implements LogRatio {
  /**
   * Compares pairs.
   *
   * @param first one positive number per block; element i belongs to the same repetition as element
   *     i of {@code second}
   * @param second as many numbers, at least one
   * @throws IllegalArgumentException if the sizes differ or are 0, or a value is not positive and
   *     finite
   */
  public static PairedLogRatio of(List<Double> first, List<Double> second, double confidence) {
    return new PairedLogRatio(
        PairedDifference.of(Moments.logarithms(first), Moments.logarithms(second), confidence));
  }

  /**
   * The same where every value has a logarithm; empty where a block did nothing, or was endless.
   */
  public static Optional<PairedLogRatio> ifPositive(
      List<Double> first, List<Double> second, double confidence) {
    return suits(first) && suits(second)
        ? Optional.of(of(first, second, confidence))
        : Optional.empty();
  }

  private static boolean suits(List<Double> values) {
    return values.stream().allMatch(value -> value > 0 && Double.isFinite(value));
  }

  @Override
  public double ratio() {
    return Math.exp(logarithms.difference().mean());
  }

  /** The interval of the ratio; empty for a single pair, which bounds nothing. */
  @Override
  public Optional<Interval> interval() {
    Interval bounds = logarithms.difference().interval();
    return logarithms.difference().blocks() < 2
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
