package org.quorate.core.staleness;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A sample of delays, in order. Of many it keeps {@value #MOST} quantiles, so that it never grows.
 * Immutable.
 */
public final class DelaySample {
  /** The most values that are kept. */
  public static final int MOST = 512;

  /** No delay was measured. */
  public static final DelaySample NONE = new DelaySample(new double[0]);

  private final double[] sorted;

  private DelaySample(double[] sorted) {
    this.sorted = sorted;
  }

  /**
   * @param seconds finite; one below 0, as a difference of two measurements may be, is taken for 0
   * @throws IllegalArgumentException if one is not finite
   */
  public static DelaySample of(List<Double> seconds) {
    for (double each : seconds) {
      if (!Double.isFinite(each)) {
        throw new IllegalArgumentException("A delay is finite, but one is " + each + " seconds.");
      }
    }
    return of(seconds.stream().mapToDouble(each -> Math.max(0, each)).sorted().toArray());
  }

  /** The values of several samples. */
  static DelaySample all(Collection<DelaySample> samples) {
    return of(
        samples.stream().flatMapToDouble(each -> Arrays.stream(each.sorted)).sorted().toArray());
  }

  private static DelaySample of(double[] sorted) {
    return new DelaySample(sorted).few(MOST);
  }

  /**
   * At most so many quantiles of these values, equally far apart and from the smallest to the
   * largest; the median where it is one.
   *
   * @param most at least 0
   */
  public DelaySample few(int most) {
    if (sorted.length <= most) {
      return this;
    }
    double[] kept = new double[most];
    for (int i = 0; i < most; i++) {
      kept[i] = quantile(most == 1 ? 0.5 : i / (most - 1.0));
    }
    return new DelaySample(kept);
  }

  /**
   * One of the values, in seconds.
   *
   * @param rank 0 for the smallest, to one less than the {@linkplain #size() size}
   */
  public double value(int rank) {
    return sorted[rank];
  }

  /**
   * Values so many times as long.
   *
   * @param factor above 0
   */
  public DelaySample times(double factor) {
    return factor == 1 || sorted.length == 0
        ? this
        : new DelaySample(Arrays.stream(sorted).map(each -> factor * each).toArray());
  }

  /** How many values there are. */
  public int size() {
    return sorted.length;
  }

  /** How many values exceed this one, in seconds. */
  public int above(double seconds) {
    return (int) Arrays.stream(sorted).filter(each -> each > seconds).count();
  }

  /**
   * A quantile: linear between the two nearest values, so that q of n values is at position q (n -
   * 1), counted from 0 (definition 7 of Hyndman and Fan, "Sample quantiles in statistical
   * packages", 1996).
   *
   * @param q from 0, the smallest value, to 1, the largest
   * @return seconds
   * @throws IllegalStateException if there are no values
   */
  public double quantile(double q) {
    if (sorted.length == 0) {
      throw new IllegalStateException("No value has no quantile.");
    }
    double position = q * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DelaySample that && Arrays.equals(sorted, that.sorted);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sorted);
  }

  @Override
  public String toString() {
    return sorted.length + " delays";
  }
}
