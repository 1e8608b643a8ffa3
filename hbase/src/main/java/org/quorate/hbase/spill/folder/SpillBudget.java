package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillFullException;

/**
 * How many bytes a spill's files may take and do take. Thread-safe; where there is room no lock is
 * taken.
 */
final class SpillBudget {
  /** How long a thread that waits goes without looking itself whether room can be made. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** What may make room. */
  interface Cleaning {
    void makeRoom(int bytes) throws IOException;
  }

  private final SegmentSettings settings;
  private final List<Path> earlier;
  private final long most;
  private final AtomicLong used = new AtomicLong();

  /** What the earlier folders take, as seen last; a drain may have removed some. */
  private volatile long earlierBytes;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();

  /**
   * One segment's bytes are kept back, so that writes can always be moved together.
   *
   * @param earlier folders that processes that are gone have left; they count too: otherwise a
   *     process that is killed and started again, again and again, while no server answers would
   *     fill the disk with one folder after another
   */
  SpillBudget(SegmentSettings settings, List<Path> earlier) {
    this.settings = settings;
    this.earlier = List.copyOf(earlier);
    this.most = settings.mostBytes() - settings.segmentBytes();
    lookAtEarlier();
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
    lookAtEarlier();
    cleaning.makeRoom(bytes);
    while (!tryTake(bytes)) {
      long left = settings.patience().toNanos() - (System.nanoTime() - start);
      if (left <= 0) {
        throw full();
      }
      await(Math.min(left, LOOK_NANOS));
      if (!fits(bytes)) {
        lookAtEarlier();
        cleaning.makeRoom(bytes);
      }
    }
  }

  /** Whether there is room now. */
  boolean fits(long bytes) {
    return used.get() + bytes <= most - earlierBytes;
  }

  private void lookAtEarlier() {
    earlierBytes = earlier.stream().mapToLong(Directories::bytes).sum();
  }

  /** Counts bytes that need no asking. */
  void add(long bytes) {
    used.addAndGet(bytes);
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
    return settings.mostBytes() - earlierBytes - used.get() - around;
  }

  private boolean tryTake(int bytes) {
    long limit = most - earlierBytes;
    long now;
    do {
      now = used.get();
      if (now + bytes > limit) {
        return false;
      }
    } while (!used.compareAndSet(now, now + bytes));
    return true;
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
    long before = earlierBytes;
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
