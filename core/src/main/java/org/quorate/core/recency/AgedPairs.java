package org.quorate.core.recency;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Counts what pairs of reads have shown, by the age that the row's newest write by this process had
 * when the weak read was sent, and by the class of its key; 60 KB, from the start. Thread-safe,
 * without a lock; adding allocates nothing.
 */
public final class AgedPairs {
  private final AtomicLongArray compared = new AtomicLongArray(KeyPlace.CLASSES * AgeBins.COUNT);
  private final LongAdder all = new LongAdder();
  private final LongAdder found = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final AtomicLongArray stale = new AtomicLongArray(KeyPlace.CLASSES * AgeBins.COUNT);
  private final LongAdder between = new LongAdder();
  private final LongAdder staleBetween = new LongAdder();
  private final LongAdder lostBetween = new LongAdder();

  /** As of {@link #add(long, int, boolean)}, of a key whose class is not known. */
  public void add(long nanosSinceOwnWrite, boolean isStale) {
    add(nanosSinceOwnWrite, KeyPlace.UNKNOWN, isStale);
  }

  /**
   * Both answers of a pair are there, and were compared.
   *
   * @param nanosSinceOwnWrite 0 where a write was under way, {@link RecentWrites#NEVER_WRITTEN}
   *     where there was none
   * @param place of its key
   * @param isStale whether the weak read's answer was older than the strong one's
   */
  public void add(long nanosSinceOwnWrite, int place, boolean isStale) {
    int cell = KeyPlace.keyClass(place) * AgeBins.COUNT + AgeBins.of(nanosSinceOwnWrite);
    compared.getAndIncrement(cell);
    all.increment();
    if (isStale) {
      stale.getAndIncrement(cell);
      found.increment();
    }
  }

  /** No answer of a pair came in time, so that nothing is known of it. */
  public void addLost() {
    lost.increment();
  }

  /** Both answers of a pair are there whose weaker read was at a level between. */
  public void addBetween(boolean isStale) {
    between.increment();
    all.increment();
    if (isStale) {
      staleBetween.increment();
      found.increment();
    }
  }

  /** Nothing is known of such a pair, as where no answer came in time. */
  public void addLostBetween() {
    lostBetween.increment();
  }

  /**
   * Those pairs so far. What was stale is read first, so that there is no more of it than pairs.
   */
  public BetweenPairs between() {
    double older = staleBetween.sum();
    return new BetweenPairs(between.sum(), older, lostBetween.sum());
  }

  /** How many pairs so far had no answer in time. */
  public long lost() {
    return lost.sum();
  }

  /**
   * How many pairs so far were compared, at any level, which costs less to ask than their counts.
   */
  public long all() {
    return all.sum();
  }

  /** How many of them found something stale. */
  public long found() {
    return found.sum();
  }

  /** The pairs so far. */
  public AgedPairCounts counts() {
    return byClass().stream().reduce(AgedPairCounts.NONE, AgedPairCounts::plus);
  }

  /** The pairs so far of each class. */
  public List<AgedPairCounts> byClass() {
    return IntStream.range(0, KeyPlace.CLASSES).mapToObj(this::counts).toList();
  }

  /** What was stale is read first, so that no bin has more of it than pairs. */
  private AgedPairCounts counts(int keyClass) {
    AgeCounts older = counts(stale, keyClass);
    return new AgedPairCounts(counts(compared, keyClass), older);
  }

  private static AgeCounts counts(AtomicLongArray of, int keyClass) {
    double[] counts = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      counts[bin] = of.get(keyClass * AgeBins.COUNT + bin);
    }
    return AgeCounts.of(counts);
  }
}
