package org.quorate.power.energy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Wall-clock time that runs evenly: set once by the machine's clock, and from then on by its
 * monotonic one, so that no correction of the clock changes the length of a run. Its zone is only
 * that of local times in files. Thread-safe.
 */
public final class SteadyClock extends Clock {
  private final Instant start;
  private final long startNanos;
  private final ZoneId zone;

  private SteadyClock(Instant start, long startNanos, ZoneId zone) {
    this.start = start;
    this.startNanos = startNanos;
    this.zone = zone;
  }

  /** A clock that agrees with the machine's now, in the machine's zone. */
  public static SteadyClock started() {
    return new SteadyClock(Clock.systemUTC().instant(), System.nanoTime(), ZoneId.systemDefault());
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public SteadyClock withZone(ZoneId other) {
    return new SteadyClock(start, startNanos, other);
  }

  @Override
  public Instant instant() {
    return at(System.nanoTime());
  }

  /** The time of a value of {@link System#nanoTime()} of this process. */
  public Instant at(long nanos) {
    return start.plusNanos(nanos - startNanos);
  }
}
