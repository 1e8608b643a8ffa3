package org.quorate.hbase.spill;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many bytes a spill's files may take and do take. Thread-safe; where there is room no lock is
 * taken.
 */
final class SpillBudget {
  /** How long a thread that waits goes without looking itself whether room can be made. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How long files that are about to be deleted are waited for, however short the patience is. */
  private static final long DELETION_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** What may make room. */
  interface Cleaning {
    void makeRoom() throws IOException;
  }

  private final SegmentSettings settings;
  private final EarlierFolders earlier;
  private final long most;
  private final AtomicLong used = new AtomicLong();

  /** What of that is about to be deleted. */
  private final AtomicLong leaving = new AtomicLong();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();

  /**
   * One segment's bytes are kept back, so that writes can always be moved together.
   *
   * @param earlier count too
   */
  SpillBudget(SegmentSettings settings, EarlierFolders earlier) {
    this.settings = settings;
    this.earlier = earlier;
    this.most = settings.mostBytes() - settings.segmentBytes();
  }

  /**
   * Takes room for a record, waiting for it as long as the settings allow.
   *
   * @param cleaning called now and then while there is none
   * @throws SpillFullException if there is none in time, or never can be
   * @throws InterruptedIOException if the thread is interrupted while it waits
   */
  void take(int bytes, Cleaning cleaning) throws IOException {
    if (bytes > most / 2) {
      throw new SpillFullException(
          "A write of "
              + bytes
              + " bytes is too large for the spill in "
              + settings.directory()
              + ", which may take "
              + settings.mostBytes()
              + "; raise that bound, or write less at once.");
    }
    if (!tryTake(bytes)) {
      waitAndTake(bytes, cleaning);
    }
  }

  private void waitAndTake(int bytes, Cleaning cleaning) throws IOException {
    long start = System.nanoTime();
    while (!tryTake(bytes)) {
      if (!fitsSoon(bytes)) {
        earlier.look();
        cleaning.makeRoom();
      }
      long longest = settings.patience().toNanos() + (fitsSoon(bytes) ? DELETION_NANOS : 0);
      long left = longest - (System.nanoTime() - start);
      if (left <= 0) {
        throw full();
      }
      await(Math.min(left, LOOK_NANOS));
    }
  }

  /** Counts bytes that need no asking. */
  void add(long bytes) {
    used.addAndGet(bytes);
  }

  /** Says that bytes are about to be deleted; {@link #left} follows. */
  void leaving(long bytes) {
    leaving.addAndGet(bytes);
  }

  /**
   * Says what became of bytes that were about to be deleted.
   *
   * @param freed how many are, acknowledgements included
   */
  void left(long bytes, long freed) {
    release(freed);
    leaving.addAndGet(-bytes);
  }

  /** Gives room back. */
  void release(long bytes) {
    used.addAndGet(-bytes);
    lock.lock();
    try {
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Bytes taken now. */
  long used() {
    return used.get();
  }

  /** How many bytes of writes can be moved to another segment before the old one is deleted. */
  long roomForMoving() {
    int around = SegmentHeader.BYTES + 3 * Frames.AROUND_PAYLOAD;
    return settings.mostBytes() - earlier.bytes() - used.get() - around;
  }

  private boolean tryTake(int bytes) {
    long limit = most - earlier.bytes();
    long now;
    do {
      now = used.get();
      if (now + bytes > limit) {
        return false;
      }
    } while (!used.compareAndSet(now, now + bytes));
    return true;
  }

  private boolean fitsSoon(int bytes) {
    return used.get() - leaving.get() + bytes <= most - earlier.bytes();
  }

  @SuppressWarnings("WaitNotInLoop") // the caller loops, and looks by itself now and then
  private void await(long nanos) throws InterruptedIOException {
    lock.lock();
    try {
      long unused = freed.awaitNanos(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "Interrupted while waiting for room in the spill; the write was not accepted.");
    } finally {
      lock.unlock();
    }
  }

  private SpillFullException full() {
    long before = earlier.bytes();
    return new SpillFullException(
        "The spill in "
            + settings.directory()
            + " holds "
            + used.get()
            + " bytes of writes that no server has acknowledged"
            + (before == 0 ? "" : " and " + before + " that earlier processes have left")
            + ", and may take "
            + settings.mostBytes()
            + "; the write was not accepted: "
            + (before == 0 ? "" : "drain what was left (\"quorate spill drain\"), ")
            + "see why the servers do not answer, or raise the bound.");
  }
}
