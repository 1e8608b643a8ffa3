package org.quorate.core.recency;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * How much longer the strong read of a pair took than the weak one that was sent with it, of the
 * last {@value #MOST} pairs whose strong read waited for all replicas: what waiting for the slowest
 * replica took, as the application's reads themselves meet it. Thread-safe, without a lock.
 */
public final class PairTimes {
  /** So that what was so minutes ago is soon forgotten, where pairs are rare. */
  static final int MOST = 16;

  private final AtomicLongArray nanos = new AtomicLongArray(MOST);
  private final AtomicLong pairs = new AtomicLong();

  /**
   * A pair was answered.
   *
   * @param longerByNanos below 0 where the strong read was the sooner one
   */
  public void add(long longerByNanos) {
    nanos.set((int) (pairs.getAndIncrement() % MOST), longerByNanos);
  }

  /** How many pairs there were so far. */
  public long soFar() {
    return pairs.get();
  }

  /**
   * What the last pairs took, in nanoseconds, in no order.
   *
   * @param before so many of the first are left out, as those of other replicas
   */
  public long[] since(long before) {
    long all = pairs.get();
    return LongStream.range(Math.max(before, all - MOST), all)
        .map(each -> nanos.get((int) (each % MOST)))
        .toArray();
  }
}
