package org.quorate.hbase.setting;

import java.time.Duration;
import org.quorate.core.quantity.NanosecondTime;

/**
 * How many writes are kept, and what happens when there are more.
 *
 * @param memory most bytes of writes in memory, as {@code heapSize} counts, at least 1; those that
 *     were given up and not yet handed back included
 * @param whenFull what a call does that finds no room
 * @param blockAtMost how long it waits with {@link WhenFull#BLOCK}, at least 0, which is as {@link
 *     WhenFull#FAIL}; more than 10,000 days are taken for as many
 */
public record Capacity(long memory, WhenFull whenFull, Duration blockAtMost) {
  /** 64 MiB; calls wait for up to a minute. */
  public static final Capacity STANDARD =
      new Capacity(64L << 20, WhenFull.BLOCK, Duration.ofMinutes(1));

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Capacity {
    if (memory < 1) {
      throw new IllegalArgumentException(
          "There must be memory for at least 1 byte of writes, but there is " + memory + ".");
    }
    if (blockAtMost.isNegative()) {
      throw new IllegalArgumentException(
          "A call cannot wait for a negative time, but it would for " + blockAtMost + ".");
    }
    blockAtMost = NanosecondTime.of(blockAtMost);
  }

  /** Whether a call that finds no room waits for some; otherwise it fails at once. */
  public boolean waits() {
    return whenFull == WhenFull.BLOCK && !blockAtMost.isZero();
  }
}
