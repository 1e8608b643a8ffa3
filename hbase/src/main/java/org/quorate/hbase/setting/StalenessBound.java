package org.quorate.hbase.setting;

import java.time.Duration;

/**
 * When a deferred write must be visible to every client, whichever comes first. The time counts
 * from the return of the application's call. Bytes and writes are those of the process that no
 * server has acknowledged: no more are accepted than that.
 *
 * @param time longest time from acceptance to acknowledgement; zero turns deferral off
 * @param bytes most bytes accepted and not acknowledged, at least 1, as {@code heapSize} counts
 * @param writes most writes accepted and not acknowledged, at least 1
 */
public record StalenessBound(Duration time, long bytes, long writes) {
  /** Longer than any useful bound, and short enough to be counted in nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** One second, and as much as memory allows. */
  public static final StalenessBound STANDARD = ofTime(Duration.ofSeconds(1));

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public StalenessBound {
    if (time.isNegative() || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "The bound on the time must be from 0 to 1 day, but it is " + time + ".");
    }
    if (!time.isZero() && time.compareTo(Duration.ofMillis(1)) < 0) {
      throw new IllegalArgumentException(
          "The bound on the time must be at least 1 ms, or 0 to turn deferral off, but it is "
              + time
              + ".");
    }
    if (bytes < 1 || writes < 1) {
      throw new IllegalArgumentException(
          "The bounds on bytes and writes must be at least 1, but they are "
              + bytes
              + " and "
              + writes
              + ".");
    }
  }

  /** A bound on the time alone. */
  public static StalenessBound ofTime(Duration time) {
    return new StalenessBound(time, Long.MAX_VALUE, Long.MAX_VALUE);
  }
}
