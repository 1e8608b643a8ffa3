package org.quorate.power.energy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Wall-clock time that runs evenly: set once by the machine's clock, and from then on by its
 * monotonic one, so that no correction of the clock changes the length of a run. Thread-safe.
 */
public final class SteadyClock extends Clock {
  private final Instant start;
  private final long startNanos;

  private SteadyClock(Instant start, long startNanos) {
    this.start = start;
    this.startNanos = startNanos;
  }

  /** A clock that agrees with the machine's now. */
  public static SteadyClock started() {
    return new SteadyClock(Clock.systemUTC().instant(), System.nanoTime());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("A steady clock tells instants only.");
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
