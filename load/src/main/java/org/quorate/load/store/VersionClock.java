package org.quorate.load.store;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Gives every write of this process a version of its own: the wall clock in microseconds, moved on
 * where the clock stands still or jumps back, so that versions are unique and totally ordered in
 * the order they were given. Thread-safe and lock-free.
 */
public final class VersionClock {
  private final LongSupplier wallClockMicros;
  private final int share;
  private final int shares;
  private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

  /**
   * @param wallClockMicros microseconds since the epoch
   */
  public VersionClock(LongSupplier wallClockMicros) {
    this(wallClockMicros, 0, 1);
  }

  /**
   * One of several processes whose versions are never the same: those of each leave a remainder of
   * its own when they are divided by their number, and are later than the clock by less than that.
   *
   * @param wallClockMicros microseconds since the epoch
   * @param share from 0 to {@code shares - 1}
   * @param shares at least 1
   */
  public VersionClock(LongSupplier wallClockMicros, int share, int shares) {
    if (share < 0 || share >= shares) {
      throw new IllegalArgumentException("There is no share " + share + " of " + shares + ".");
    }
    this.wallClockMicros = wallClockMicros;
    this.share = share;
    this.shares = shares;
  }

  /** The next version, larger than every one given before, in microseconds since the epoch. */
  public long next() {
    long now = wallClockMicros.getAsLong();
    while (true) {
      long previous = last.get();
      long earliest = Math.max(now, previous + 1);
      long next = earliest + Math.floorMod(share - earliest, (long) shares);
      if (last.compareAndSet(previous, next)) {
        return next;
      }
    }
  }
}
