package org.quorate.hbase.deferral;

import java.io.IOException;
import java.util.concurrent.locks.StampedLock;
import org.apache.hadoop.hbase.client.Mutation;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.row.RowKey;

/** An account's writes as reads of its session see them while they are pending. Thread-safe. */
final class ShownWrites {
  private final Overlay overlay;
  private final TableQueue queue;

  /**
   * Shared by writes that reads may see and that are not in the queue yet, so that whoever depends
   * on them can wait for a moment until they are. Both at once under the queue's lock would hold
   * that for several times as long.
   */
  private final StampedLock enqueuing = new StampedLock();

  ShownWrites(Overlay overlay, TableQueue queue) {
    this.overlay = overlay;
    this.queue = queue;
  }

  /**
   * A write is accepted, and reads see it.
   *
   * @throws IOException if deferral is closed; it was not accepted
   */
  void enqueue(PendingWrite write, RowKey key) throws IOException {
    long stamp = enqueuing.readLock();
    boolean queued = false;
    try {
      overlay.add(write.mutation);
      queue.add(write, key);
      queued = true;
    } finally {
      if (!queued) {
        overlay.remove(write.mutation);
      }
      enqueuing.unlockRead(stamp);
    }
  }

  /** Whatever reads have seen by now is in the queue, or was not accepted, when this returns. */
  void awaitEnqueuing() {
    if (enqueuing.isReadLocked()) {
      enqueuing.unlockWrite(enqueuing.writeLock());
    }
  }

  /** A mutation is pending no longer. */
  void hide(Mutation mutation) {
    overlay.remove(mutation);
  }
}
