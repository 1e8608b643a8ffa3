package org.quorate.hbase.deferral;

import java.util.Collection;

/**
 * How old pending writes are.
 *
 * @param oldest nanoseconds since the oldest was accepted, 0 if there is none
 * @param overdue writes that have missed the bound by now
 */
record PendingAge(long oldest, long overdue) {
  /** Of several tables. */
  static PendingAge of(Collection<TableQueue> queues) {
    PendingAge all = new PendingAge(0, 0);
    for (TableQueue queue : queues) {
      all = all.and(queue.age());
    }
    return all;
  }

  private PendingAge and(PendingAge other) {
    return new PendingAge(Math.max(oldest, other.oldest), overdue + other.overdue);
  }
}
