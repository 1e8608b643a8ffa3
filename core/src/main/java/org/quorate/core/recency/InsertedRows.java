package org.quorate.core.recency;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Of which partitions this process has inserted a row and removed none since, in one bit for each
 * slot of {@link RecentWrites}: so a read that finds nothing there has found too little, as far as
 * one process can know. Keys that share a slot share the bit, and others may have removed the row:
 * it is evidence, and no proof. Thread-safe, without a lock; nothing allocates.
 */
public final class InsertedRows {
  private final AtomicIntegerArray bits;

  /**
   * @param slots for keys, a power of two, at least {@link RecentWrites#FEWEST_SLOTS}
   */
  public InsertedRows(int slots) {
    bits = new AtomicIntegerArray(Math.max(1, slots / Integer.SIZE));
  }

  /** A row was inserted, at its level. */
  public void inserted(int slot) {
    int bit = 1 << slot;
    if ((bits.get(word(slot)) & bit) == 0) {
      bits.getAndAccumulate(word(slot), bit, (before, added) -> before | added);
    }
  }

  /** A write is sent that may remove rows, now or later; or somebody else has removed them. */
  public void mayRemove(int slot) {
    int bit = 1 << slot;
    if ((bits.get(word(slot)) & bit) != 0) {
      bits.getAndAccumulate(word(slot), ~bit, (before, kept) -> before & kept);
    }
  }

  /** A write is sent that may remove rows of any partition. */
  public void mayRemoveAny() {
    for (int word = 0; word < bits.length(); word++) {
      bits.set(word, 0);
    }
  }

  /** Whether a row should be there. */
  public boolean isThere(int slot) {
    return (bits.get(word(slot)) & (1 << slot)) != 0;
  }

  private static int word(int slot) {
    return slot / Integer.SIZE;
  }
}
