package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.store.VersionReader;
import org.quorate.load.store.Completion;

/**
 * Looks for when writes become visible to other clients: of at most {@value #MOST_PER_SECOND}
 * writes a second it reads the row, over a connection of its own that keeps nothing back, until
 * that version or a newer one is there.
 *
 * <p>A write is looked for every {@value #FINEST_MILLIS} ms, or, once it is older, whenever its age
 * has grown by a quarter: the reads of the probe load servers of which others measure throughput
 * and energy, so a write that is kept back for a second costs a dozen of them, and one that is kept
 * back for ten seconds two dozen. All that are due are read by one request. The time of a write
 * ends with the answer that has it: it became visible between that answer and the asking of the one
 * before, and {@link #notes} says how far these were apart, and how many rows were read. {@link
 * #accepted} may be called by any thread, and neither blocks nor takes a lock; one thread asks all
 * else.
 */
final class VisibilityProbe implements AutoCloseable {
  /** Writes that are looked for, of all clients together. */
  static final int MOST_PER_SECOND = 2;

  /** Between two looks at a young write. */
  static final int FINEST_MILLIS = 50;

  private static final long BETWEEN_SAMPLES = TimeUnit.SECONDS.toNanos(1) / MOST_PER_SECOND;
  private static final long FINEST = TimeUnit.MILLISECONDS.toNanos(FINEST_MILLIS);
  private static final int PART_OF_AGE = 4;
  private static final int MOST_WATCHED = 50;
  private static final int DIGITS = 3;
  private static final long STOP_PATIENCE_MILLIS = 5_000;

  private final VersionReader reader;
  private final AtomicLong nextSample = new AtomicLong(System.nanoTime());
  private final BlockingQueue<Sample> arrivals = new ArrayBlockingQueue<>(MOST_WATCHED);
  private final Thread thread = new Thread(this::lookOn, "visibility-probe");
  private final LongAdder leftOut = new LongAdder();
  private final LongAdder arrived = new LongAdder();
  private final Object lock = new Object();

  /** What is looked for; guarded by {@code lock}, as all that follows. */
  private List<Sample> watched = new ArrayList<>();

  private Histogram visibility = new Histogram(DIGITS);
  private Histogram coarseness = new Histogram(DIGITS);
  private long failedLooks;
  private long rowsRead;

  /** Samples that were taken out of the arrivals, whatever became of them. */
  private long taken;

  /** What was accepted before is forgotten. */
  private long beganAt = System.nanoTime();

  /** Whether somebody waits for all of them, so that old ones are not left for long. */
  private boolean awaited;

  private volatile boolean closed;

  VisibilityProbe(VersionReader reader) {
    this.reader = reader;
    thread.setDaemon(true);
    thread.start();
  }

  /** One write that is looked for. */
  private static final class Sample {
    final long key;
    final long version;
    final long acceptedAt;
    long notSeenAt;
    long nextLook;

    Sample(long key, long version, long acceptedAt) {
      this.key = key;
      this.version = version;
      this.acceptedAt = acceptedAt;
      this.notSeenAt = acceptedAt;
      this.nextLook = acceptedAt;
    }
  }

  /** A write was accepted just now; it may be looked for. */
  void accepted(long key, long version) {
    long now = System.nanoTime();
    long next = nextSample.get();
    if (now - next < 0 || !nextSample.compareAndSet(next, now + BETWEEN_SAMPLES)) {
      return;
    }
    arrived.increment();
    if (!arrivals.offer(new Sample(key, version, now))) {
      arrived.decrement();
      leftOut.increment();
    }
  }

  /** Forgets all writes so far. */
  void begin() {
    synchronized (lock) {
      beganAt = System.nanoTime();
      awaited = false;
      watched = new ArrayList<>();
      visibility = new Histogram(DIGITS);
      coarseness = new Histogram(DIGITS);
      leftOut.reset();
      failedLooks = 0;
      rowsRead = 0;
    }
  }

  /**
   * Waits until all that is looked for was seen.
   *
   * @param atMost nanoseconds; what is not seen by then stays out of {@link #visibility()}
   */
  void awaitSeen(long atMost) throws InterruptedException {
    long now = System.nanoTime();
    long deadline = now + atMost;
    synchronized (lock) {
      awaited = true;
      watched.forEach(sample -> sample.nextLook = now);
      while (unseen() > 0 && !closed) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return;
        }
        lock.wait(Math.min(left, FINEST_MILLIS));
      }
    }
  }

  /** Nanoseconds from acceptance until a look saw the write, since {@link #begin()}; a copy. */
  Histogram visibility() {
    synchronized (lock) {
      return visibility.copy();
    }
  }

  /** What a reader of {@link #visibility()} must know. */
  List<String> notes() {
    synchronized (lock) {
      List<String> notes = new ArrayList<>();
      if (visibility.getTotalCount() > 0) {
        notes.add(
            String.format(
                Locale.ROOT,
                "Visibility is that of %d writes, at most %d a second, looked for every %d ms or"
                    + " quarter of their age: each became visible up to %.0f ms (of 99 in 100: %.0f"
                    + " ms) before it was seen. That took reads of %d rows, which servers count"
                    + " among theirs.",
                visibility.getTotalCount(),
                MOST_PER_SECOND,
                FINEST_MILLIS,
                coarseness.getMaxValue() / 1e6,
                coarseness.getValueAtPercentile(99) / 1e6,
                rowsRead));
      }
      if (unseen() > 0) {
        notes.add(unseen() + " writes that were looked for were not seen before the run was over.");
      }
      if (leftOut.sum() > 0) {
        notes.add(leftOut.sum() + " writes were not looked for, because too many were already.");
      }
      if (failedLooks > 0) {
        notes.add(failedLooks + " looks for writes failed; the next ones saw more.");
      }
      return notes;
    }
  }

  /** Writes that are looked for, or are about to be. */
  private long unseen() {
    return watched.size() + arrived.sum() - taken;
  }

  private void lookOn() {
    try {
      while (!closed) {
        List<Sample> due = awaitDue();
        if (!due.isEmpty()) {
          look(due);
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is to be read now; waits for it for a moment. */
  private List<Sample> awaitDue() throws InterruptedException {
    long now = System.nanoTime();
    long wait = FINEST;
    synchronized (lock) {
      for (Sample sample : watched) {
        wait = Math.min(wait, sample.nextLook - now);
      }
    }
    Sample next = wait > 0 ? arrivals.poll(wait, TimeUnit.NANOSECONDS) : arrivals.poll();
    synchronized (lock) {
      while (next != null) {
        watch(next);
        next = arrivals.poll();
      }
      long dueBy = System.nanoTime();
      return watched.stream().filter(sample -> sample.nextLook - dueBy <= 0).toList();
    }
  }

  private void watch(Sample sample) {
    taken++;
    if (sample.acceptedAt - beganAt < 0) {
      return;
    }
    if (watched.size() < MOST_WATCHED) {
      watched.add(sample);
    } else {
      leftOut.increment();
    }
  }

  private void look(List<Sample> due) {
    long asked = System.nanoTime();
    long @Nullable [] versions = null;
    try {
      versions = reader.versions(due.stream().map(sample -> sample.key).toList());
    } catch (IOException | RuntimeException notNow) {
      // Counted below; the servers may be busy or gone for a moment.
    }
    long answered = System.nanoTime();
    synchronized (lock) {
      rowsRead += due.size();
      if (versions == null) {
        failedLooks++;
      }
      for (int i = 0; i < due.size(); i++) {
        Sample sample = due.get(i);
        long version = versions == null ? Completion.NO_VERSION : versions[i];
        if (version >= sample.version) {
          if (watched.remove(sample)) {
            visibility.recordValue(answered - sample.acceptedAt);
            coarseness.recordValue(answered - sample.notSeenAt);
          }
        } else {
          if (versions != null) {
            sample.notSeenAt = asked;
          }
          long age = answered - sample.acceptedAt;
          sample.nextLook = answered + (awaited ? FINEST : untilNextLook(age));
        }
      }
      lock.notifyAll();
    }
  }

  /** Nanoseconds to the next look at a write of such an age. */
  static long untilNextLook(long age) {
    return Math.max(FINEST, age / PART_OF_AGE);
  }

  /** Ends the looking. Never throws. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(STOP_PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
