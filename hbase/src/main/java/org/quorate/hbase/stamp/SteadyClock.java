package org.quorate.hbase.stamp;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Milliseconds since 1970 that never go back within a process: where the clock beneath is set back,
 * this one stands still until it is passed. Thread-safe; no lock.
 */
public final class SteadyClock implements LongSupplier {
  private final LongSupplier clock;
  private final LongSupplier shift;
  private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

  /**
   * @param clock in milliseconds, such as {@link System#currentTimeMillis}
   * @param shift added to it, in milliseconds; asked every time
   */
  public SteadyClock(LongSupplier clock, LongSupplier shift) {
    this.clock = clock;
    this.shift = shift;
  }

  /** Now, and never earlier than before. */
  @Override
  public long getAsLong() {
    long now = clock.getAsLong() + shift.getAsLong();
    long before = last.get();
    while (now > before) {
      if (last.compareAndSet(before, now)) {
        return now;
      }
      before = last.get();
    }
    return before;
  }
}
