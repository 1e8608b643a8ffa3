package org.quorate.hbase.spill;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets the records of several threads reach the disk together, without a thread of its own: a
 * thread leaves its record on a stack and tries to become the one that writes. Whoever is writes
 * all that is there, says so to their threads, and wakes one of those that came meanwhile. A thread
 * alone thus writes at once and waits for nobody; under load, records gather while the disk is busy
 * with those before. Thread-safe.
 */
final class GroupCommit {
  private static final int SPINS = 16;
  private static final int YIELDS = 4;

  /** Writes records. Called by one thread at a time. */
  interface Sink {
    /**
     * Writes all of them, or none.
     *
     * @param first the one submitted first; the others follow it by {@link Submission#next}
     */
    void write(Submission first) throws IOException;
  }

  /** What can be done while nothing is written. */
  interface Action {
    void run() throws IOException;
  }

  private final Sink sink;
  private final int patience;
  private final AtomicReference<@Nullable Submission> newest = new AtomicReference<>();
  private final ReentrantLock writing = new ReentrantLock();

  /**
   * @param quick whether writing takes microseconds, so that a thread does well not to sleep at
   *     once
   */
  GroupCommit(Sink sink, boolean quick) {
    this.sink = sink;
    this.patience = quick ? SPINS + YIELDS : 0;
  }

  /** Returns when the record is written; the calling thread must be the submission's. */
  void submit(Submission own) throws IOException {
    push(own);
    boolean interrupted = false;
    int tries = 0;
    while (!own.isDone()) {
      if (writing.tryLock()) {
        lead();
      } else if (tries < patience) {
        pause(tries++);
      } else if (own.fallAsleep()) {
        // Whoever writes looks for sleepers after letting go of the lock, so one more try makes
        // sure that either of the two sees the other.
        if (writing.tryLock()) {
          lead();
        } else {
          LockSupport.park(this);
          interrupted |= Thread.interrupted();
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    own.throwIfFailed();
  }

  /** Does something while no record is being written. */
  void exclusively(Action action) throws IOException {
    writing.lock();
    try {
      action.run();
    } finally {
      writing.unlock();
    }
    wakeOne();
  }

  /** Writes what is there; gives the lock back, which the caller has taken. */
  private void lead() {
    try {
      Submission first = takeAll();
      if (first != null) {
        write(first);
      }
    } finally {
      writing.unlock();
    }
    wakeOne();
  }

  private void write(Submission first) {
    Throwable problem = null;
    try {
      sink.write(first);
    } catch (IOException | RuntimeException | Error e) {
      problem = e;
    }
    Submission done = first;
    while (done != null) {
      Submission following = done.next;
      done.finish(problem);
      done = following;
    }
  }

  private void push(Submission own) {
    Submission before;
    do {
      before = newest.get();
      own.next = before;
    } while (!newest.compareAndSet(before, own));
  }

  /** Takes all that were submitted, and turns their order around. */
  private @Nullable Submission takeAll() {
    Submission from = newest.getAndSet(null);
    Submission first = null;
    while (from != null) {
      Submission earlier = from.next;
      from.next = first;
      first = from;
      from = earlier;
    }
    return first;
  }

  private void wakeOne() {
    Submission waiting = newest.get();
    if (waiting != null) {
      waiting.wake();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // only a hint: correctness does not depend on it
  private static void pause(int tries) {
    if (tries < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
