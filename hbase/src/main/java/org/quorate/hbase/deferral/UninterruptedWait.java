package org.quorate.hbase.deferral;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Waits of one thread that an interruption does not end: a pool that is shut down at once
 * interrupts whoever closes deferral, and what servers would take in a moment is not to be given
 * back for that. The thread is interrupted again when this is closed.
 */
final class UninterruptedWait implements AutoCloseable {
  private static final long LOOKS_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

  private final LongSupplier clock;
  private boolean interrupted = Thread.interrupted();

  UninterruptedWait(LongSupplier clock) {
    this.clock = clock;
  }

  /** Waits until something is done, or an instant of the clock. */
  void until(BooleanSupplier done, long deadline) {
    while (!done.getAsBoolean() && clock.getAsLong() < deadline) {
      putOff();
      LockSupport.parkNanos(this, LOOKS_AGAIN);
    }
  }

  /** What follows is not interrupted by what came before. */
  void putOff() {
    interrupted |= Thread.interrupted();
  }

  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
