package org.quorate.hbase.deferral;

import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * One accepted write. It stands in three lists, its row's, its account's and its table's by age;
 * links and times are guarded by the lock of its table's queue.
 */
final class PendingWrite {
  final Mutation mutation;
  final WriteAccount account;

  /** By which the spill knows it. */
  final long sequence;

  /** What it takes of the room. */
  final long bytes;

  /** Whose room that is. */
  final ServerShare share;

  /** When the application's call was about to return. */
  long acceptedAt;

  /** When it was sent for the first time, or -1. */
  long sentAt = -1;

  /** Who is told of its end; null where its account is. Not changed once it is in a queue. */
  @Nullable WriteListener listener;

  @Nullable PendingWrite nextOfRow;
  @Nullable PendingWrite earlierOfAccount;
  @Nullable PendingWrite laterOfAccount;
  @Nullable PendingWrite older;
  @Nullable PendingWrite younger;

  /** Whether it was found pending when it had missed the bound. */
  boolean overdue;

  private @Nullable CountDownLatch done;

  PendingWrite(
      Mutation mutation, WriteAccount account, long sequence, long bytes, ServerShare share) {
    this.mutation = mutation;
    this.account = account;
    this.sequence = sequence;
    this.bytes = bytes;
    this.share = share;
  }

  /** Opens when the write is acknowledged or given up. Call under the queue's lock. */
  CountDownLatch latch() {
    CountDownLatch latch = done;
    if (latch == null) {
      latch = new CountDownLatch(1);
      done = latch;
    }
    return latch;
  }

  /**
   * Opens the latch, if anybody waits, and tells the listener, if there is one. Call when the write
   * is in no list any more.
   *
   * @param refused why it was given up, or null if a server has it
   */
  void open(@Nullable Throwable refused) {
    WriteListener told = listener;
    try {
      if (told != null) {
        told.done(refused);
      }
    } finally {
      CountDownLatch latch = done;
      if (latch != null) {
        latch.countDown();
      }
    }
  }
}
