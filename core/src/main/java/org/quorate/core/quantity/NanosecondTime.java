package org.quorate.core.quantity;

import java.time.Duration;

/** Times that are counted in nanoseconds, of which a long holds some 292 years. Stateless. */
public final class NanosecondTime {
  /** Longer than any process lives, and short enough to be added to an instant of its clock. */
  private static final Duration LONGEST = Duration.ofDays(10_000);

  private NanosecondTime() {}

  /** The time itself, or 10,000 days where it is longer. */
  public static Duration of(Duration time) {
    return time.compareTo(LONGEST) < 0 ? time : LONGEST;
  }
}
