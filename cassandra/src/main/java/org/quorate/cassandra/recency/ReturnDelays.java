package org.quorate.cassandra.recency;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long it took from a replica's return, as it was seen, until the first read of the table was
 * sent at a stronger level for it: counts within bounds. Of returns without such a read nothing is
 * counted. Thread-safe, without a lock; nothing allocates.
 */
public final class ReturnDelays {
  /** The bounds; one longer than each other is beyond all. */
  public static final List<Duration> WITHIN =
      List.of(
          Duration.ofMillis(1),
          Duration.ofMillis(10),
          Duration.ofMillis(100),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10));

  private static final long NONE = Long.MIN_VALUE;

  private final AtomicLong returnedNanos = new AtomicLong(NONE);
  private final AtomicLongArray counts = new AtomicLongArray(WITHIN.size() + 1);

  /** A replica is back. */
  void returned(long nowNanos) {
    returnedNanos.set(nowNanos);
  }

  /** No range is raised any more, so that a read which is raised later follows another return. */
  void lowered() {
    returnedNanos.set(NONE);
  }

  /** Whether a read that is raised now is the first since a return. */
  boolean isAwaited() {
    return returnedNanos.get() != NONE;
  }

  /** A read is raised. */
  void raised(long nowNanos) {
    long since = returnedNanos.getAndSet(NONE);
    if (since != NONE) {
      int bound = 0;
      while (bound < WITHIN.size() && nowNanos - since > WITHIN.get(bound).toNanos()) {
        bound++;
      }
      counts.getAndIncrement(bound);
    }
  }

  /**
   * Returns of which the first raised read was sent within a bound.
   *
   * @param bound place among {@link #WITHIN}, or their number for all returns
   */
  public long within(int bound) {
    long sum = 0;
    for (int i = 0; i <= bound; i++) {
      sum += counts.get(i);
    }
    return sum;
  }
}
