package org.quorate.hbase.stamp;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Milliseconds since 1970 that never go back within a process and never stand still for long.
 *
 * <p>It follows the clock beneath. Where that is set back, this one goes on from where it was at
 * half the speed of time, until the clock beneath has caught up: what is stamped meanwhile keeps
 * its order, and after a jump ahead that is taken back all is as before once twice its length has
 * gone by. Being set back by a second or more is announced once, and its end too; that it started
 * ahead, after another clock, is not. Thread-safe; no lock.
 */
public final class HybridClock implements LongSupplier {
  private static final long ANNOUNCED_MILLIS = 1_000;
  private static final long SLOW_MILLISECOND = TimeUnit.MILLISECONDS.toNanos(2);

  private final LongSupplier clock;
  private final LongSupplier nanoClock;
  private final Consumer<String> announcements;
  private final AtomicReference<Reading> last =
      new AtomicReference<>(new Reading(Long.MIN_VALUE, 0, 0));
  private final AtomicBoolean ahead = new AtomicBoolean();

  /**
   * What this clock said last.
   *
   * @param nanos when, by the clock that is never set
   * @param given how far another clock took it ahead, in milliseconds, as far as that is left
   */
  record Reading(long millis, long nanos, long given) {}

  /**
   * @param clock in milliseconds, such as {@link System#currentTimeMillis}
   * @param nanoClock such as {@link System#nanoTime}
   * @param announcements what people should know, one sentence each
   */
  public HybridClock(LongSupplier clock, LongSupplier nanoClock, Consumer<String> announcements) {
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.announcements = announcements;
  }

  /** Now, and never earlier than before. */
  @Override
  public long getAsLong() {
    while (true) {
      Reading before = Objects.requireNonNull(last.get());
      long now = clock.getAsLong();
      if (now == before.millis) {
        return now;
      }
      Reading next =
          now > before.millis ? new Reading(now, nanoClock.getAsLong(), 0) : slow(before, now);
      if (last.compareAndSet(before, next)) {
        announce(next.millis - now, next.given);
        return next.millis;
      }
    }
  }

  /** What it said last, for {@link #startAfter}; held without the clock, it holds nothing else. */
  AtomicReference<Reading> last() {
    return last;
  }

  /** Says nothing earlier than another clock did. */
  void startAfter(long millis) {
    Reading start =
        new Reading(millis, nanoClock.getAsLong(), Math.max(0, millis - clock.getAsLong()));
    Reading unused = last.accumulateAndGet(start, (a, b) -> a.millis >= b.millis ? a : b);
  }

  private Reading slow(Reading before, long now) {
    long steps = Math.max(0, (nanoClock.getAsLong() - before.nanos) / SLOW_MILLISECOND);
    if (steps == 0) {
      return before;
    }
    long millis = before.millis + steps;
    long nanos = before.nanos + steps * SLOW_MILLISECOND;
    return new Reading(millis, nanos, Math.min(before.given, Math.max(0, millis - now)));
  }

  private void announce(long lead, long given) {
    if (lead - given >= ANNOUNCED_MILLIS) {
      if (!ahead.get() && ahead.compareAndSet(false, true)) {
        announcements.accept(
            "The clock was set back by "
                + (lead - given)
                + " ms or more after writes were stamped: stamps go on from where they were, at"
                + " half the speed of time, and lie ahead of other clients' until the clock has"
                + " caught up; see why it was set.");
      }
    } else if (lead == 0 && ahead.get() && ahead.compareAndSet(true, false)) {
      announcements.accept("The clock has caught up with the stamps of writes.");
    }
  }
}
