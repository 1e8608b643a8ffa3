package org.quorate.core.statistics;

/**
 * A confidence interval.
 *
 * @param low its lower bound; may be negative infinity
 * @param high its upper bound, not below {@code low}; may be infinity
 * @param confidence the share of such intervals that contain the true value, between 0 and 1
 */
public record Interval(double low, double high, double confidence) {
  /** Checks the bounds. */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "The lower bound " + low + " is not below the upper bound " + high + ".");
    }
    checkConfidence(confidence);
  }

  /** Whether a value lies in the interval, its bounds included. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** The part of the interval between two bounds, for a quantity that cannot lie outside them. */
  public Interval within(double smallest, double largest) {
    return new Interval(
        Math.min(Math.max(low, smallest), largest),
        Math.max(Math.min(high, largest), smallest),
        confidence);
  }

  static void checkConfidence(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "A confidence lies between 0 and 1, but this one is " + confidence + ".");
    }
  }
}
