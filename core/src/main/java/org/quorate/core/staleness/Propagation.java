package org.quorate.core.staleness;

/**
 * The propagation time Tp: from a write's acknowledgement until the other replicas have it.
 * Immutable.
 *
 * @param seconds the value that estimates are made with, at least 0
 * @param lowSeconds the least that it may be, at most {@code seconds}
 * @param highSeconds the most that it may be, at least {@code seconds}
 */
public record Propagation(double seconds, double lowSeconds, double highSeconds) {
  /**
   * @throws IllegalArgumentException if a value is negative or not finite, or they are out of order
   */
  public Propagation {
    if (!(lowSeconds >= 0 && lowSeconds <= seconds && seconds <= highSeconds)
        || Double.isInfinite(highSeconds)) {
      throw new IllegalArgumentException(
          "A propagation time needs 0 <= low <= value <= high, but has "
              + lowSeconds
              + ", "
              + seconds
              + ", "
              + highSeconds
              + " seconds.");
    }
  }

  /** A time that is taken as exact. */
  public static Propagation exactly(double seconds) {
    return new Propagation(seconds, seconds, seconds);
  }
}
