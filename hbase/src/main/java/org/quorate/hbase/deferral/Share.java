package org.quorate.hbase.deferral;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * What one of several has pending of the room, and how much it may have: a multiple of what is free
 * (the dynamic thresholds of Choudhury and Hahne, 1998), so that something is free for others
 * whatever it does. One that is alone has all the room. Thread-safe.
 */
final class Share {
  private final BooleanSupplier several;
  private final int times;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  /**
   * @param several whether there are others
   * @param times how many times what is free it may have, so that one part in one more is left
   */
  Share(BooleanSupplier several, int times) {
    this.several = several;
    this.times = times;
  }

  /** A write is pending. */
  void add(PendingWrite write) {
    bytes.addAndGet(write.bytes);
    writes.incrementAndGet();
  }

  /** A write is pending no longer. */
  void remove(PendingWrite write) {
    bytes.addAndGet(-write.bytes);
    writes.decrementAndGet();
  }

  /** Bytes that are pending. */
  long bytes() {
    return bytes.get();
  }

  /** Whether there are others. */
  boolean isOneOfSeveral() {
    return several.getAsBoolean();
  }

  /** Whether it may have one more write, with so much of the room free. */
  boolean fits(long size, long freeBytes, long freeWrites) {
    long has = bytes.get();
    if (has <= 0 || !isOneOfSeveral()) {
      return true;
    }
    return (has + size) / times <= freeBytes && (writes.get() + 1) / times <= freeWrites;
  }
}
