package org.quorate.cassandra.recency;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.core.level.Level;
import org.quorate.core.level.ReadCounts;
import org.quorate.core.policy.CompiledDecision.Cause;
import org.quorate.core.recency.AccessSketch;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.ClocksApart;
import org.quorate.core.recency.InsertedRows;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.recency.ReadAges;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.recency.SettledPairs;

/**
 * What one process remembers of its own requests to one table. Partitions are told apart by a
 * number, {@link org.quorate.cassandra.key.PartitionHash}. Thread-safe, without a lock; nothing
 * that a read asks for allocates.
 */
public final class TableMemory {
  private final RecentWrites writes;
  private final InsertedRows inserted;
  private final AccessSketch sketch = new AccessSketch(ThreadLocalRandom.current().nextLong());
  private final LongAdder written = new LongAdder();
  private final ReadAges ages = new ReadAges();
  private final AgedPairs pairs = new AgedPairs();
  private final ClocksApart clocks = new ClocksApart();
  private final PairTimes pairTimes = new PairTimes();
  private final SettledPairs settledPairs = new SettledPairs();
  private final LevelTimes times = new LevelTimes();
  private final ReturnDelays returns = new ReturnDelays();
  private final Map<Cause, LongAdder> raised = new EnumMap<>(Cause.class);
  private final LongAdder floored = new LongAdder();
  private final ReadCounts rereads = new ReadCounts();
  private final LongAdder unpaired = new LongAdder();
  private final long lostNanos;
  private final boolean rereading;
  private final LongSupplier nanoTime;
  private volatile PairBudget budget = PairBudget.NONE;
  private volatile boolean counting;

  /**
   * @param nanoTime the clock of all ages
   */
  public TableMemory(MemorySettings settings, LongSupplier nanoTime) {
    this.lostNanos = settings.lostWrites().toNanos();
    this.rereading = settings.reread();
    this.nanoTime = nanoTime;
    this.writes = new RecentWrites(settings.recentWrites());
    this.inserted = new InsertedRows(writes.size());
    for (Cause cause : Cause.values()) {
      raised.put(cause, new LongAdder());
    }
  }

  /**
   * How long ago this process's newest write of a partition completed, at most.
   *
   * @param hash of the partition; of one that is not known, as if it were written just now
   * @return nanoseconds, or {@link RecentWrites#NEVER_WRITTEN}
   */
  public long nanosSinceOwnWrite(long hash) {
    return hash == Murmur3Token.UNKNOWN
        ? 0
        : writes.nanosSince(writes.slotOf(hash), nanoTime.getAsLong());
  }

  /** Whether a write of a partition, or of one that is not known, has begun and not ended. */
  public boolean isUnderWay(long hash) {
    return hash != Murmur3Token.UNKNOWN && writes.isUnderWay(writes.slotOf(hash));
  }

  /**
   * Whether a write of a partition, or of one that is not known, is under way, or has ended since
   * the age of its newest was told.
   *
   * @param nanosSinceOwnWrite what was told
   */
  public boolean isWrittenSince(long hash, long nanosSinceOwnWrite) {
    // In this order, as a write that ends is remembered before it is no longer under way. Without
    // its sign an age of never is the greatest.
    return isUnderWay(hash)
        || Long.compareUnsigned(nanosSinceOwnWrite(hash), nanosSinceOwnWrite) < 0;
  }

  /** Where a partition's times are, for who keeps more of it. */
  public int slot(long hash) {
    return hash == Murmur3Token.UNKNOWN ? writes.slotOfUnknownKey() : writes.slotOf(hash);
  }

  /** The times of own writes. */
  RecentWrites writes() {
    return writes;
  }

  InsertedRows inserted() {
    return inserted;
  }

  /** The clock of all ages. */
  public long now() {
    return nanoTime.getAsLong();
  }

  /** When a write that ends now, of unknown fate, can have no more effect. */
  long lostUntil() {
    return nanoTime.getAsLong() + lostNanos;
  }

  /**
   * Where a partition stands among all of the table, by how often this process asks for it.
   *
   * @param hash of the partition; one that is not known counts as the hottest
   */
  public int place(long hash) {
    return hash == Murmur3Token.UNKNOWN ? KeyPlace.UNKNOWN : sketch.place(hash);
  }

  /** A request has written to a partition, as replicas count it. */
  void wrote() {
    written.increment();
  }

  /**
   * How many writes were acknowledged, as replicas count them: those of one request to one
   * partition are one. Where others write, fewer than there were only make these seem more.
   */
  public long ownWrites() {
    return written.sum();
  }

  /** A partition was read or written, or may have been. */
  void accessed(long hash) {
    if (counting && hash != Murmur3Token.UNKNOWN) {
      sketch.add(hash);
    }
  }

  /** Whether reads that are counted have the class of their key. */
  public boolean areClassesKnown() {
    return sketch.areClassesKnown();
  }

  /** Lets what was long ago count for less; for one thread, now and then. */
  public void age(long nowNanos) {
    sketch.maintain(nowNanos);
  }

  /** Whether a partition should have a row, for what this process has written. */
  public boolean isRowThere(long hash) {
    return hash != Murmur3Token.UNKNOWN && inserted.isThere(writes.slotOf(hash));
  }

  /**
   * A read at the safe level has found no row of a partition: whatever was inserted has been
   * removed by somebody, unless it was inserted since.
   *
   * @param nanosSinceOwnWrite of the partition, before the read was sent
   */
  public void foundNoRow(long hash, long nanosSinceOwnWrite) {
    if (!isWrittenSince(hash, nanosSinceOwnWrite)) {
      inserted.mayRemove(slot(hash));
    }
  }

  /** Whether a weak read that contradicts what was written is read again. */
  public boolean isRereading() {
    return rereading;
  }

  /** Whether the age of each read is counted. */
  public boolean isCounting() {
    return counting;
  }

  /**
   * Beside which reads a second one is sent from now on, and so whether reads are counted; for the
   * thread that {@linkplain #age ages} it.
   */
  public void count(PairBudget changed) {
    boolean counts = !changed.equals(PairBudget.NONE);
    if (counts && !counting) {
      sketch.restart();
    }
    budget = changed;
    counting = counts;
  }

  /** Draws whether a pair is sent beside a read of this age and place, and which. */
  public PairBudget.Drawn draw(long nanosSinceOwnWrite, int place) {
    return counting
        ? budget.draw(nanosSinceOwnWrite, place, ThreadLocalRandom.current().nextDouble())
        : PairBudget.Drawn.NONE;
  }

  /** The level between the weakest and the safe one that pairs are drawn for; null for none. */
  public @Nullable Level between() {
    return budget.between();
  }

  /** A read is sent; it is counted where ages are. */
  public void read(long hash, long nanosSinceOwnWrite, int place) {
    if (counting) {
      ages.add(nanosSinceOwnWrite, place);
      accessed(hash);
    }
  }

  /** Own reads and pairs of them by age and class. */
  public ClassCounts counts() {
    return new ClassCounts(ages.byClass(), pairs.byClass(), pairs.lost(), pairs.between());
  }

  /** Own reads by the age of the write that they followed. */
  public ReadAges ages() {
    return ages;
  }

  /** What pairs of reads have shown, by age. */
  public AgedPairs pairs() {
    return pairs;
  }

  /** Whether pairs have shown that clocks hide what they look for; by the clock of all ages. */
  public ClocksApart clocks() {
    return clocks;
  }

  /** How long strong reads of pairs waited for all replicas. */
  public PairTimes pairTimes() {
    return pairTimes;
  }

  /** What pairs have found of each replica that answered. */
  public SettledPairs settledPairs() {
    return settledPairs;
  }

  /** How long reads took, by their level. */
  public LevelTimes times() {
    return times;
  }

  /** A replica was seen to be back, so that ranges are raised. */
  public void returned() {
    returns.returned(nanoTime.getAsLong());
  }

  /** No ranges are raised, so that nothing waits for a read that is raised for a return. */
  public void lowered() {
    returns.lowered();
  }

  /** From returns to the first read that was raised for each. */
  public ReturnDelays returns() {
    return returns;
  }

  /** A read was sent at a stronger level than the table's others. */
  public void raised(Cause cause) {
    if (cause == Cause.TOKEN_RANGE && returns.isAwaited()) {
      returns.raised(nanoTime.getAsLong());
    }
    Objects.requireNonNull(raised.get(cause)).increment();
  }

  /** Reads that were raised for a cause so far. */
  public long raisedReads(Cause cause) {
    return Objects.requireNonNull(raised.get(cause)).sum();
  }

  /** A read was sent at the level that a promise to the application needs, above its own. */
  public void floored() {
    floored.increment();
  }

  /** Reads that were raised for a promise to the application so far. */
  public long flooredReads() {
    return floored.sum();
  }

  /**
   * A pair was drawn beside a read that can have none, as one that is not prepared.
   *
   * @param isSampled whether at a level between: of a sample of all reads it is missing
   */
  public void unpaired(boolean isSampled) {
    unpaired.increment();
    if (isSampled) {
      pairs.addLostBetween();
    }
  }

  /** Reads beside which no pair can be sent, of those for which one was drawn. */
  public long unpairedReads() {
    return unpaired.sum();
  }

  /**
   * A read is sent again, at the safe level.
   *
   * @param first the level that it was sent at before
   */
  public void reread(Level first) {
    rereads.sent(first);
  }

  /** Reads that were sent again so far, by the level whose answer was not used. */
  public Map<Level, Long> rereads() {
    return rereads.counts();
  }
}
