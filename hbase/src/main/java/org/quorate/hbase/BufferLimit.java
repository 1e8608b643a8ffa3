package org.quorate.hbase;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * How much a mutator accepts before it asks for a flush, which it does not wait for. The bound
 * holds beside it. Thread-safe.
 */
final class BufferLimit {
  private final long bytes;
  private final long mutations;
  private final AtomicLong acceptedBytes = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();

  /** As parameters say, where they do; those that are not above 0 say nothing. */
  BufferLimit(BufferedMutatorParams params) {
    this.bytes = params.getWriteBufferSize() > 0 ? params.getWriteBufferSize() : Long.MAX_VALUE;
    int most = mutations(params);
    this.mutations = most > 0 ? most : Long.MAX_VALUE;
  }

  private static int mutations(BufferedMutatorParams params) {
    try {
      return params.getMaxMutations();
    } catch (NoSuchMethodError olderClient) {
      return 0;
    }
  }

  /** The most bytes, {@link Long#MAX_VALUE} if there is no limit. */
  long bytes() {
    return bytes;
  }

  /** The most mutations, as many as an integer holds if there is no limit. */
  int mutations() {
    return (int) Math.min(Integer.MAX_VALUE, mutations);
  }

  /**
   * A mutation was accepted; whether it is one that fills the buffer once more: of several threads
   * that come at once, one has it.
   */
  boolean isReachedBy(Mutation mutation) {
    if (bytes == Long.MAX_VALUE && mutations == Long.MAX_VALUE) {
      return false;
    }
    // Both only grow: what is set back would forget what others have added meanwhile.
    long size = mutation.heapSize();
    long before = acceptedBytes.getAndAdd(size);
    boolean countReached = accepted.incrementAndGet() % mutations == 0;
    return countReached || (before + size) / bytes > before / bytes;
  }
}
