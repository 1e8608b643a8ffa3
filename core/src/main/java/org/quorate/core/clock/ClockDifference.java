package org.quorate.core.clock;

import java.util.Collection;
import java.util.Comparator;

/**
 * What another clock shows more than one's own, as far as that is known. Immutable.
 *
 * @param lowNanos the least that it can be
 * @param highNanos the most that it can be
 */
public record ClockDifference(long lowNanos, long highNanos) {
  /** Refuses an empty interval. */
  public ClockDifference {
    if (highNanos - lowNanos < 0) {
      throw new IllegalArgumentException(
          "The least difference, " + lowNanos + " ns, is above the most, " + highNanos + " ns.");
    }
  }

  /**
   * The difference that the quickest of some exchanges proves. Others of them may have been before
   * or after it, so that a clock that drifts was another one then: they are not intersected.
   *
   * @param exchanges at least one
   */
  public static ClockDifference ofQuickest(Collection<ClockExchange> exchanges) {
    return exchanges.stream()
        .min(Comparator.comparingLong(ClockExchange::roundTripNanos))
        .orElseThrow(() -> new IllegalArgumentException("Nothing was exchanged."))
        .difference();
  }

  /** The middle: the estimate whose largest error is smallest, in ns. */
  public long offsetNanos() {
    return lowNanos + (highNanos - lowNanos) / 2;
  }

  /** How far the truth may be from {@link #offsetNanos()}, in ns. */
  public long boundNanos() {
    return highNanos - offsetNanos();
  }

  /** How far the truth may be from an offset that was taken for it, in ns. */
  public long errorOf(long assumedNanos) {
    return Math.max(0, Math.max(highNanos - assumedNanos, assumedNanos - lowNanos));
  }

  /** Whether both can be true at once. */
  public boolean meets(ClockDifference other) {
    return lowNanos <= other.highNanos && other.lowNanos <= highNanos;
  }

  /** The smallest interval that has both. */
  public ClockDifference with(ClockDifference other) {
    return new ClockDifference(
        Math.min(lowNanos, other.lowNanos), Math.max(highNanos, other.highNanos));
  }
}
