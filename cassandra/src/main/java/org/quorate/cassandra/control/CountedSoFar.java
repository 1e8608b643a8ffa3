package org.quorate.cassandra.control;

import org.quorate.cassandra.recency.TableMemory;

/**
 * What there was when a table's own requests and pairs were counted last.
 *
 * @param ownWrites that were acknowledged
 * @param pairs that were compared
 * @param found pairs that found something stale
 * @param areClassesKnown of keys
 */
record CountedSoFar(long ownWrites, long pairs, long found, boolean areClassesKnown) {
  static final CountedSoFar NOTHING = new CountedSoFar(0, 0, 0, false);

  /** So that a process which does much decides as soon as one that is alone. */
  private static final long MANY_WRITES = 256;

  /** As are sent beside a thousand reads or more. */
  private static final long MANY_PAIRS = 5;

  static CountedSoFar of(TableMemory memory) {
    return new CountedSoFar(
        memory.ownWrites(), memory.pairs().all(), memory.pairs().found(), memory.areClassesKnown());
  }

  /** Whether a stale read was found since, much was read or written, or keys have classes now. */
  boolean isMuchNew(TableMemory memory) {
    CountedSoFar now = of(memory);
    return now.found > found
        || now.areClassesKnown != areClassesKnown
        || now.pairs - pairs >= MANY_PAIRS
        || now.ownWrites - ownWrites >= MANY_WRITES;
  }
}
