package org.quorate.power.energy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * Wall-clock time that runs evenly: set once by the machine's clock, and from then on by its
 * monotonic one, so that no correction of the clock changes the length of a run. Its zone is only
 * that of local times in files. Thread-safe.
 */
public final class SteadyClock extends Clock {
  private final Instant start;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private final ZoneId zone;

  private SteadyClock(Instant start, LongSupplier nanoTime, long startNanos, ZoneId zone) {
    this.start = start;
    this.nanoTime = nanoTime;
    this.startNanos = startNanos;
    this.zone = zone;
  }

  /** A clock that agrees with the machine's now, in the machine's zone. */
  public static SteadyClock started() {
    return at(Clock.systemUTC().instant(), System::nanoTime);
  }

  /**
   * A clock that shows an instant now, in the machine's zone.
   *
   * @param nanoTime what it goes by, such as {@link System#nanoTime}
   */
  public static SteadyClock at(Instant start, LongSupplier nanoTime) {
    return new SteadyClock(start, nanoTime, nanoTime.getAsLong(), ZoneId.systemDefault());
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public SteadyClock withZone(ZoneId other) {
    return new SteadyClock(start, nanoTime, startNanos, other);
  }

  @Override
  public Instant instant() {
    return at(nanoTime.getAsLong());
  }

  /** The time of a value of what it goes by, mostly {@link System#nanoTime()} of this process. */
  public Instant at(long nanos) {
    return start.plusNanos(nanos - startNanos);
  }
}
