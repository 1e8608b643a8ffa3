package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.SpillRecord;

/**
 * One thread's record on its way to the disk. A thread uses its own again and again: once it is
 * done, whoever wrote it touches it no more, except to wake its thread.
 */
final class Submission {
  private static final int WAITING = 0;
  private static final int ASLEEP = 1;
  private static final int DONE = 2;

  private static final byte[] NOTHING = {};

  private final Thread thread = Thread.currentThread();
  private final AtomicInteger state = new AtomicInteger(DONE);
  private byte[] bytes = NOTHING;
  private int length;
  private @Nullable SpillRecord write;
  private @Nullable Throwable failure;

  /**
   * Prepares it for a record, which must not change until it is done.
   *
   * @param record begins with it
   */
  void renew(byte[] record, int size, SpillRecord its) {
    bytes = record;
    length = size;
    write = its;
    failure = null;
    state.set(WAITING);
  }

  /** Lets go of the record, once it is done. */
  void forget() {
    bytes = NOTHING;
    length = 0;
    write = null;
    failure = null;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Of the record's payload. */
  int checksum() {
    return Frames.checksum(bytes, length);
  }

  /** What the record is of. */
  SpillRecord write() {
    return Objects.requireNonNull(write);
  }

  long sequence() {
    return write().sequence();
  }

  boolean isDone() {
    return state.get() == DONE;
  }

  /**
   * Announces that the thread is about to sleep.
   *
   * @return false where it is done, so that there is nothing to wait for
   */
  boolean fallAsleep() {
    return state.compareAndSet(WAITING, ASLEEP) || state.get() == ASLEEP;
  }

  /** Wakes the thread if it sleeps, without the record being done. */
  void wake() {
    if (state.get() == ASLEEP) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Ends it, and wakes its thread.
   *
   * @param problem why the record is not kept; null where it is
   */
  void finish(@Nullable Throwable problem) {
    Thread sleeper = thread;
    failure = problem;
    if (state.getAndSet(DONE) == ASLEEP) {
      LockSupport.unpark(sleeper);
    }
  }

  /** Throws in the thread that submitted what whoever wrote it met. */
  void throwIfFailed() throws IOException {
    Throwable problem = failure;
    if (problem instanceof SpillException spill) {
      throw new SpillException(String.valueOf(spill.getMessage()), spill);
    }
    if (problem instanceof IllegalArgumentException wrong) {
      throw new IllegalArgumentException(String.valueOf(wrong.getMessage()), wrong);
    }
    if (problem != null) {
      throw new SpillException("The write was not kept: " + problem + ".", problem);
    }
  }
}
