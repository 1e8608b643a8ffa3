package org.quorate.core.guarantee;

import java.time.Duration;

/**
 * For how long a client's doings are remembered, on the clocks of several processes. Two processes
 * whose terms differ do not understand each other's tokens.
 *
 * <p>Times are kept as epochs of {@link #unitMillis}, short enough that fifteen of them cover the
 * time for which something can matter.
 *
 * @param timeToLive for which guarantees hold after a write or read was sent
 * @param clockBound by which the wall clocks of two processes differ at most
 */
public record SessionTerms(Duration timeToLive, Duration clockBound) {
  /** The largest number that a cell of a token holds. */
  static final int EPOCHS = 15;

  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * @throws IllegalArgumentException if the time to live is not between 1 ms and a day, or the
   *     bound is negative or more than a day
   */
  public SessionTerms {
    if (timeToLive.toMillis() < 1 || timeToLive.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "Guarantees hold for 1 ms to 1 day, not for " + timeToLive + ".");
    }
    if (clockBound.isNegative() || clockBound.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "Clocks differ by at most 1 day, and not by less than nothing: " + clockBound + ".");
    }
  }

  /** How long, by another process's clock, something may matter: milliseconds. */
  long rememberedMillis() {
    return timeToLive.toMillis() + clockBound.toMillis();
  }

  /**
   * The length of an epoch, in milliseconds. Between the epoch of an event and the newest that any
   * process knows while it matters lie at most rememberedMillis / unit + 1, which is less than
   * {@link #EPOCHS}.
   */
  long unitMillis() {
    return rememberedMillis() / (EPOCHS - 2) + 1;
  }

  long epoch(long nowMillis) {
    return Math.floorDiv(nowMillis, unitMillis());
  }

  /** The oldest epoch of which something may matter yet. */
  long oldest(long nowMillis) {
    return epoch(nowMillis - rememberedMillis());
  }
}
