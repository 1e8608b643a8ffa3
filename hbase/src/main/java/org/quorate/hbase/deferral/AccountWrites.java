package org.quorate.hbase.deferral;

import org.jspecify.annotations.Nullable;

/**
 * An account's pending writes in the order of acceptance. Guarded by the lock of its table's queue.
 */
final class AccountWrites {
  private @Nullable PendingWrite oldest;
  private @Nullable PendingWrite newest;

  @Nullable PendingWrite oldest() {
    return oldest;
  }

  /** How many were accepted by an instant. */
  long countBy(long instant) {
    long count = 0;
    for (PendingWrite write = oldest;
        write != null && write.acceptedAt <= instant;
        write = write.laterOfAccount) {
      count++;
    }
    return count;
  }

  void add(PendingWrite write) {
    write.earlierOfAccount = newest;
    if (newest == null) {
      oldest = write;
    } else {
      newest.laterOfAccount = write;
    }
    newest = write;
  }

  void remove(PendingWrite write) {
    PendingWrite earlier = write.earlierOfAccount;
    PendingWrite later = write.laterOfAccount;
    if (earlier == null) {
      oldest = later;
    } else {
      earlier.laterOfAccount = later;
    }
    if (later == null) {
      newest = earlier;
    } else {
      later.earlierOfAccount = earlier;
    }
    write.earlierOfAccount = null;
    write.laterOfAccount = null;
  }
}
