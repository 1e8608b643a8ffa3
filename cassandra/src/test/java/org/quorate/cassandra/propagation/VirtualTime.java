package org.quorate.cassandra.propagation;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A clock that goes on when it is told. */
final class VirtualTime implements LongSupplier {
  private long nanos = 1_000_000_000_000L;

  @Override
  public long getAsLong() {
    return nanos;
  }

  void pass(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
