package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the records of several threads reach the disk together, without a thread of its own: a
 * thread leaves its record in a queue and tries to become the one that writes. Whoever is writes
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
     * @param group at least one, in the order of their submission; used again afterwards
     */
    void write(List<Submission> group) throws IOException;
  }

  /** What can be done while nothing is written. */
  interface Action {
    void run() throws IOException;
  }

  private final Sink sink;
  private final int patience;
  private final Queue<Submission> waiting = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();

  /** What is written together; used by whoever has the lock. */
  private final List<Submission> group = new ArrayList<>();

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
    waiting.add(own);
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
      wakeOne();
    }
  }

  /** Writes what is there; gives the lock back, which the caller has taken. */
  private void lead() {
    try {
      writeAll();
    } finally {
      writing.unlock();
      wakeOne();
    }
  }

  private void writeAll() {
    Throwable problem = null;
    try {
      for (Submission each = waiting.peek(); each != null; each = waiting.peek()) {
        group.add(each);
        waiting.remove();
      }
      if (!group.isEmpty()) {
        sink.write(group);
      }
    } catch (IOException | RuntimeException | Error e) {
      problem = e;
    }
    for (Submission done : group) {
      done.finish(problem);
    }
    group.clear();
  }

  private void wakeOne() {
    Submission next = waiting.peek();
    if (next != null) {
      next.wake();
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
