package org.quorate.core.recency;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Counts reads by the age of the row's newest write by this process and by the class of its key, as
 * each read is sent.
 *
 * <p>Thread-safe, without a lock; adding allocates nothing and costs one atomic addition, about 5
 * ns where no other thread adds at the same time. Threads are spread over {@value #STRIPES} stripes
 * of their own cache lines by their number, so that at most every eighth meets another; 256 KB in
 * all, from the start.
 */
public final class ReadAges {
  private static final int STRIPES = 8;
  private static final int STRIDE = 256;

  private final AtomicLongArray counts = new AtomicLongArray(STRIPES * KeyPlace.CLASSES * STRIDE);

  /** A read is sent of a key whose class is not known; else as of {@link #add(long, int)}. */
  public void add(long nanosSinceOwnWrite) {
    add(nanosSinceOwnWrite, KeyPlace.UNKNOWN);
  }

  /**
   * A read is sent.
   *
   * @param nanosSinceOwnWrite 0 where a write is under way, {@link RecentWrites#NEVER_WRITTEN}
   *     where there was none
   * @param place of its key
   */
  public void add(long nanosSinceOwnWrite, int place) {
    int stripe = (int) Thread.currentThread().getId() & (STRIPES - 1);
    counts.getAndIncrement(
        first(stripe, KeyPlace.keyClass(place)) + AgeBins.of(nanosSinceOwnWrite));
  }

  private static int first(int stripe, int keyClass) {
    return (stripe * KeyPlace.CLASSES + keyClass) * STRIDE;
  }

  /** The reads so far; those that are added meanwhile may be in it or not. */
  public AgeCounts counts() {
    return byClass().stream().reduce(AgeCounts.NONE, AgeCounts::plus);
  }

  /** The reads so far of each class. */
  public List<AgeCounts> byClass() {
    return IntStream.range(0, KeyPlace.CLASSES).mapToObj(this::counts).toList();
  }

  private AgeCounts counts(int keyClass) {
    double[] sums = new double[AgeBins.COUNT];
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      int first = first(stripe, keyClass);
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        sums[bin] += counts.get(first + bin);
      }
    }
    return AgeCounts.of(sums);
  }
}
