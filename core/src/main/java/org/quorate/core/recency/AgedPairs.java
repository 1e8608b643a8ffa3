package org.quorate.core.recency;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what pairs of reads have shown, by the age that the row's newest write by this process had
 * when the weak read was sent. Thread-safe, without a lock; adding allocates nothing.
 */
public final class AgedPairs {
  private final AtomicLongArray compared = new AtomicLongArray(AgeBins.COUNT);
  private final AtomicLongArray stale = new AtomicLongArray(AgeBins.COUNT);

  /**
   * Both answers of a pair are there, and were compared.
   *
   * @param nanosSinceOwnWrite 0 where a write was under way, {@link RecentWrites#NEVER_WRITTEN}
   *     where there was none
   * @param isStale whether the weak read's answer was older than the strong one's
   */
  public void add(long nanosSinceOwnWrite, boolean isStale) {
    int bin = AgeBins.of(nanosSinceOwnWrite);
    compared.getAndIncrement(bin);
    if (isStale) {
      stale.getAndIncrement(bin);
    }
  }

  /** The pairs so far. What was stale is read first, so that no bin has more of it than pairs. */
  public AgedPairCounts counts() {
    AgeCounts older = counts(stale);
    return new AgedPairCounts(counts(compared), older);
  }

  private static AgeCounts counts(AtomicLongArray of) {
    double[] counts = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      counts[bin] = of.get(bin);
    }
    return AgeCounts.of(counts);
  }
}
