package org.quorate.hbase.deferral;

import org.jspecify.annotations.Nullable;

/**
 * The pending writes of a table in the order of acceptance, and how many of them have missed the
 * bound. Guarded by the lock of the table's queue.
 */
final class AgeList {
  private final long bound;
  private @Nullable PendingWrite oldest;
  private @Nullable PendingWrite youngest;

  /** The oldest of those that were in time when they were last looked at. */
  private @Nullable PendingWrite inTime;

  private long overdue;

  /**
   * @param bound in nanoseconds
   */
  AgeList(long bound) {
    this.bound = bound;
  }

  /** A write was accepted, after all others. */
  void add(PendingWrite write) {
    write.older = youngest;
    if (youngest == null) {
      oldest = write;
    } else {
      youngest.younger = write;
    }
    youngest = write;
    if (inTime == null) {
      inTime = write;
    }
    write.share.add(write);
  }

  /** A write is pending no longer. */
  void remove(PendingWrite write) {
    write.share.remove(write);
    if (write.overdue) {
      overdue--;
    } else if (write == inTime) {
      inTime = write.younger;
    }
    PendingWrite older = write.older;
    PendingWrite younger = write.younger;
    if (older == null) {
      oldest = younger;
    } else {
      older.younger = younger;
    }
    if (younger == null) {
      youngest = older;
    } else {
      younger.older = older;
    }
    write.older = null;
    write.younger = null;
  }

  /** How old they are now; each write is looked at once in its life. */
  PendingAge at(long now) {
    PendingWrite next = inTime;
    while (next != null && now - next.acceptedAt > bound) {
      next.overdue = true;
      overdue++;
      next.share.late();
      next = next.younger;
    }
    inTime = next;
    return new PendingAge(oldest == null ? 0 : now - oldest.acceptedAt, overdue);
  }
}
