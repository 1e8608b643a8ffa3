package org.quorate.hbase.deferral;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Nanoseconds that a test turns, in steps, each of which the thread that flushes has seen before
 * the next: however long the machine stands still, by this clock the process never does.
 */
final class FollowedClock implements LongSupplier {
  private static final String FLUSHER = "quorate-deferral";

  /** It may be seen a step late, and sees two at a time then. */
  private static final long STEP = PauseWatch.LEAST * 2 / 5;

  private final AtomicLong now = new AtomicLong();
  private volatile long seen = -1;

  @Override
  public long getAsLong() {
    long value = now.get();
    if (Thread.currentThread().getName().equals(FLUSHER)) {
      seen = value;
    }
    return value;
  }

  /** So much time passes, or up to a step more. */
  void turn(Duration time) {
    long until = now.get() + time.toNanos();
    turnUntil(() -> now.get() >= until);
  }

  /** Time passes until something is so. */
  void turnUntil(BooleanSupplier done) {
    while (!done.getAsBoolean()) {
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> seen == now.get() || done.getAsBoolean());
      now.addAndGet(STEP);
    }
  }
}
