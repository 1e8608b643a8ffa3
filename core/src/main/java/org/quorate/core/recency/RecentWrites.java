package org.quorate.core.recency;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long ago this process last wrote each key, in a table of fixed size: keys are not kept, and
 * those that share a slot share the newest time of all. So a read may be taken for one of a key
 * that was written more lately than it was, never less.
 *
 * <p>What counts is a write's completion: until its caller has been told, no read has to return it,
 * as by the rule of a regular register. So a write is {@linkplain #isUnderWay under way} from
 * {@link #begun} until it has ended, in one of three ways: {@linkplain #completed acknowledged},
 * from when its age counts; {@linkplain #refused refused} with no effect; or {@linkplain #lost of
 * unknown fate}, when its key was written 0 ns ago until it can have no more effect. Raising reads
 * while their key's next write is under way would buy nothing, and where writes wait for a majority
 * it would raise one read in twenty of the demo.
 *
 * <p>Of the reads of keys that were not written 1 - (1 - 1/m)^n find the time of another, for m
 * slots and n keys written within the time that matters: with 65,536 slots (768 KB) 0.15 % where
 * these are 100.
 *
 * <p>Thread-safe, without a lock; nothing allocates.
 */
public final class RecentWrites {
  /** What is told of a row that was not written, as far as this table remembers. */
  public static final long NEVER_WRITTEN = -1;

  /** The fewest slots. */
  public static final int FEWEST_SLOTS = 16;

  /** The most slots: 3 GB. */
  public static final int MOST_SLOTS = 1 << 28;

  private static final long NEVER = Long.MIN_VALUE;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final int slots;
  private final int shift;
  private final AtomicLongArray newest;
  private final AtomicIntegerArray underWay;

  /**
   * @param slots at least, {@link #FEWEST_SLOTS} to {@link #MOST_SLOTS}; rounded up to a power of
   *     two, of 12 bytes each
   * @throws IllegalArgumentException if there are too few or too many
   */
  public RecentWrites(int slots) {
    if (slots < FEWEST_SLOTS || slots > MOST_SLOTS) {
      throw new IllegalArgumentException(
          "A table of recent writes has "
              + FEWEST_SLOTS
              + " to "
              + MOST_SLOTS
              + " slots, not "
              + slots
              + ".");
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(slots - 1);
    this.slots = 1 << bits;
    this.shift = Long.SIZE - bits;
    // The last is of writes whose key is not known.
    this.newest = new AtomicLongArray(this.slots + 1);
    this.underWay = new AtomicIntegerArray(this.slots + 1);
    for (int slot = 0; slot <= this.slots; slot++) {
      newest.setPlain(slot, NEVER);
    }
  }

  /**
   * Where the times of a key are.
   *
   * @param hash of the key, of any 64 bits, such as a token of Cassandra's Murmur3Partitioner
   */
  public int slotOf(long hash) {
    return (int) ((hash * GOLDEN_RATIO) >>> shift);
  }

  /** Where a write is put whose key is not known: every key counts as written by it. */
  public int slotOfUnknownKey() {
    return slots;
  }

  /** A write is sent. One of the three others must follow, once. */
  public void begun(int slot) {
    underWay.getAndIncrement(slot);
  }

  /**
   * A write was acknowledged at its level.
   *
   * @param nowNanos of the same clock as in {@link #nanosSince}
   */
  public void completed(int slot, long nowNanos) {
    remember(slot, nowNanos);
    underWay.getAndDecrement(slot);
  }

  /** A write has ended, and it is certain that no replica has it or will have it. */
  public void refused(int slot) {
    underWay.getAndDecrement(slot);
  }

  /**
   * A write has ended, and replicas may have it or get it yet.
   *
   * @param untilNanos when it can have no more effect, likely in the future
   */
  public void lost(int slot, long untilNanos) {
    completed(slot, untilNanos);
  }

  private void remember(int slot, long nanos) {
    long known = newest.get(slot);
    while (known == NEVER || nanos - known > 0) {
      long seen = newest.compareAndExchange(slot, known, nanos == NEVER ? NEVER + 1 : nanos);
      if (seen == known) {
        return;
      }
      known = seen;
    }
  }

  /**
   * How long ago the newest write of a key completed, at most: 0 while one of unknown fate may yet
   * have an effect, {@link #NEVER_WRITTEN} where none was.
   *
   * @param slot of the key
   */
  public long nanosSince(int slot, long nowNanos) {
    long ofKey = nanosSinceAt(slot, nowNanos);
    long ofUnknown = nanosSinceAt(slots, nowNanos);
    if (ofKey == NEVER_WRITTEN) {
      return ofUnknown;
    }
    return ofUnknown == NEVER_WRITTEN ? ofKey : Math.min(ofKey, ofUnknown);
  }

  /**
   * Whether a write of a key, or of one that is not known, has begun and not ended. A pair of reads
   * that is sent now may find what neither had to return.
   *
   * @param slot of the key
   */
  public boolean isUnderWay(int slot) {
    return underWay.get(slot) != 0 || underWay.get(slots) != 0;
  }

  private long nanosSinceAt(int slot, long nowNanos) {
    long known = newest.get(slot);
    return known == NEVER ? NEVER_WRITTEN : Math.max(0, nowNanos - known);
  }

  /** How many slots there are for keys: a power of two. */
  public int size() {
    return slots;
  }
}
