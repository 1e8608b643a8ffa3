package org.quorate.core.recency;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts reads by the age of the row's newest write by this process, as each read is sent.
 *
 * <p>Thread-safe, without a lock; adding allocates nothing and costs one atomic addition, about 5
 * ns where no other thread adds at the same time. Threads are spread over {@value #STRIPES} stripes
 * of their own cache lines by their number, so that at most every eighth meets another; 16 KB in
 * all.
 */
public final class ReadAges {
  private static final int STRIPES = 8;
  private static final int STRIDE = 256;

  private final AtomicLongArray counts = new AtomicLongArray(STRIPES * STRIDE);

  /**
   * A read is sent.
   *
   * @param nanosSinceOwnWrite 0 where a write is under way, {@link RecentWrites#NEVER_WRITTEN}
   *     where there was none
   */
  public void add(long nanosSinceOwnWrite) {
    int stripe = (int) Thread.currentThread().getId() & (STRIPES - 1);
    counts.getAndIncrement(stripe * STRIDE + AgeBins.of(nanosSinceOwnWrite));
  }

  /** The reads so far; those that are added meanwhile may be in it or not. */
  public AgeCounts counts() {
    double[] sums = new double[AgeBins.COUNT];
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        sums[bin] += counts.get(stripe * STRIDE + bin);
      }
    }
    return AgeCounts.of(sums);
  }
}
