package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread for what a spill need not do at once: deleting segments, and writing acknowledgements
 * down. Whoever acknowledges therefore never waits for the disk. It sleeps while there is nothing
 * to do.
 *
 * <p>Before a segment is deleted all acknowledgements that came before are written down: its writes
 * are gone then, and what was acknowledged before them must not be applied after them. Thread-safe.
 */
final class Housekeeping implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  /** How long acknowledgements wait for others, to be written together. */
  private static final long NOTE_MILLIS = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SegmentLedger ledger;
  private final SpillBudget budget;
  private final AtomicBoolean noting = new AtomicBoolean();
  private final Queue<Segment> needless = new ConcurrentLinkedQueue<>();

  /** Held while acknowledgements are written down, or must not be. */
  private final ReentrantLock writing = new ReentrantLock();

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("quorate-spill"));

  Housekeeping(SegmentLedger ledger, SpillBudget budget) {
    this.ledger = ledger;
    this.budget = budget;
  }

  /** Has all acknowledgements written down before long. */
  void noteSoon() {
    if (!noting.get() && noting.compareAndSet(false, true)) {
      schedule(
          () -> {
            noting.set(false);
            note();
          },
          NOTE_MILLIS);
    }
  }

  /** Has the files of a segment deleted that has left the ledger. */
  void discard(Segment segment) {
    needless.add(segment);
    schedule(this::deleteNeedless, 0);
  }

  private void schedule(Runnable task, long millis) {
    try {
      Future<?> unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closing) {
      LOG.debug("An acknowledgement came after the spill was closed.");
    }
  }

  /** Returns when the files of all segments that were discarded are gone. */
  void deleteNeedless() {
    writing.lock();
    try {
      for (Segment each = needless.poll(); each != null; each = needless.poll()) {
        note();
        delete(each);
      }
    } finally {
      writing.unlock();
    }
  }

  /**
   * Does something while no acknowledgement is written down and no further segment given to
   * deletion, such as moving writes: acknowledged meanwhile, they have a copy that nobody knows yet
   * to be needless.
   */
  void undisturbed(GroupCommit.Action action) throws IOException {
    writing.lock();
    try {
      action.run();
    } finally {
      writing.unlock();
    }
  }

  /** Does all that is left to do. Goes on when the thread is interrupted, which it stays. */
  @Override
  public void close() {
    thread.shutdown();
    if (DaemonThreads.awaitEnd(thread, PATIENCE)) {
      note();
    } else {
      LOG.warn("The disk does not delete what a spill needs no longer; it is left behind.");
      List<Runnable> unused = thread.shutdownNow();
    }
    for (Segment segment : ledger.segments()) {
      segment.acknowledgements().giveUp();
    }
  }

  private void note() {
    writing.lock();
    try {
      budget.add(ledger.takeAcknowledged().write());
    } finally {
      writing.unlock();
    }
  }

  /** The acknowledgements go last: without them all that is in the segment would be applied. */
  private void delete(Segment segment) {
    AcknowledgementFile acknowledgements = segment.acknowledgements();
    acknowledgements.giveUp();
    try {
      Files.deleteIfExists(segment.file());
      budget.release(segment.bytes());
      Files.deleteIfExists(Segment.acknowledgementFile(segment.file()));
      budget.release(acknowledgements.bytes());
    } catch (IOException e) {
      LOG.warn(
          "{} is needed no longer, but cannot be deleted ({}); its writes would be applied again"
              + " after a crash.",
          segment.file(),
          e.getMessage());
    }
  }
}
