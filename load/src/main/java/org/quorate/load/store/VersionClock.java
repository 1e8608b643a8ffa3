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
  private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

  /**
   * @param wallClockMicros microseconds since the epoch
   */
  public VersionClock(LongSupplier wallClockMicros) {
    this.wallClockMicros = wallClockMicros;
  }

  /** The next version, larger than every one given before, in microseconds since the epoch. */
  public long next() {
    long now = wallClockMicros.getAsLong();
    while (true) {
      long previous = last.get();
      long next = Math.max(now, previous + 1);
      if (last.compareAndSet(previous, next)) {
        return next;
      }
    }
  }
}
