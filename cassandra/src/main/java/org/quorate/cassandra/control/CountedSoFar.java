package org.quorate.cassandra.control;

import org.quorate.cassandra.recency.TableMemory;

/**
 * What there was when a table's own requests and pairs were counted last.
 *
 * @param ownWrites that were acknowledged
 * @param found pairs that found something stale
 */
record CountedSoFar(long ownWrites, long found) {
  static final CountedSoFar NOTHING = new CountedSoFar(0, 0);

  /** So that a process which does much decides as soon as one that is alone. */
  private static final long MANY_WRITES = 256;

  static CountedSoFar of(TableMemory memory) {
    return new CountedSoFar(memory.ownWrites(), memory.pairs().found());
  }

  /** Whether a stale read was found since, or much was written. */
  boolean isMuchNew(TableMemory memory) {
    return memory.pairs().found() > found || memory.ownWrites() - ownWrites >= MANY_WRITES;
  }
}
