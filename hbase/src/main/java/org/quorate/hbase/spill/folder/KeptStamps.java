package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.quorate.hbase.stamp.StampFloor;
import org.quorate.hbase.thread.DaemonThreads;

/**
 * How far the stamps of a process have gone, in a file beside its spill, so that those of the next
 * one begin behind them.
 *
 * <p>On the disk is a reservation: a second more than the latest stamp. It is renewed on a thread
 * of its own once half of it is used up, so a process that writes all the time forces its file
 * twice a second, and one that does not write never. No write waits for that: a stamp beyond the
 * reservation (the first for a while, one of a row or a clock that jumps ahead, any while the disk
 * is slow or refuses) is given all the same, and the file follows as soon as it can. A process that
 * is killed before that leaves a floor that is too low by what was missing.
 *
 * <p>The first file of a process takes the place of those of processes that have ended, so there
 * are never more than there were processes at a time. Thread-safe.
 */
public final class KeptStamps implements StampFloor, Closeable {
  /** Whoever looks for spills leaves out what begins with a dot. */
  static final String FOLDER = ".stamps";

  static final long RESERVED_MILLIS = 1_000;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path folder;
  private final String name;
  private final Optional<String> cluster;
  private final Consumer<String> announcements;
  private final SegmentFile.Maker maker;
  private final EarlierStamps earlier;
  private final AtomicLong latest;
  private final AtomicBoolean renewing = new AtomicBoolean();
  private final AtomicBoolean troubled = new AtomicBoolean();
  private volatile long renewAfter;

  /** One thread, which ends when nothing is stamped for a while. */
  private final ThreadPoolExecutor thread =
      DaemonThreads.pool(1, PATIENCE, new DaemonThreads("quorate-stamps"));

  /**
   * Looks at what other processes have left, and writes nothing yet.
   *
   * @param spill the folder of the caller's own spill, which it has locked for as long as it stamps
   * @param cluster whose rows are stamped; what was stamped of another's does not count
   * @param now by the clock that stamps, in milliseconds
   * @param announcements what people should know, one sentence each
   */
  public KeptStamps(
      Path spill, Optional<String> cluster, long now, Consumer<String> announcements) {
    this(spill, cluster, now, announcements, SegmentFile::create);
  }

  KeptStamps(
      Path spill,
      Optional<String> cluster,
      long now,
      Consumer<String> announcements,
      SegmentFile.Maker maker) {
    this.folder = spill.resolveSibling(FOLDER);
    this.name = String.valueOf(spill.getFileName());
    this.cluster = cluster;
    this.announcements = announcements;
    this.maker = maker;
    this.earlier = EarlierStamps.beside(spill, cluster, now);
    this.latest = new AtomicLong(earlier.last());
    thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    earlier.problems().forEach(announcements);
    long lead = earlier.last() - now;
    if (lead > RESERVED_MILLIS) {
      announcements.accept(
          "Earlier writes were stamped up to "
              + lead
              + " ms ahead of this clock: stamps begin there, go on at half the speed of time, and"
              + " lie ahead of other clients' for the next "
              + 2 * lead
              + " ms; see whether a clock was set. Where that lead is not to stay, have all processes"
              + " that write to this cluster ended, and remove "
              + folder
              + ".");
    }
  }

  @Override
  public long earlier() {
    return earlier.last();
  }

  @Override
  public void given(long stamp) {
    if (stamp > latest.get()) {
      long unused = latest.accumulateAndGet(stamp, Math::max);
      if (stamp > renewAfter && renewing.compareAndSet(false, true)) {
        begin();
      }
    }
  }

  /** The write whose stamp it is goes on whatever becomes of that. */
  private void begin() {
    try {
      thread.execute(this::renew);
    } catch (RuntimeException | OutOfMemoryError e) {
      // As where no thread can be made.
      renewing.set(false);
      tell(e.toString());
    }
  }

  /** Writes exactly how far stamps have gone, if any were given; waits ten seconds at most. */
  @Override
  public void close() {
    thread.execute(
        () -> {
          if (latest.get() > earlier.last()) {
            write(0);
          }
        });
    thread.shutdown();
    if (!DaemonThreads.awaitEnd(thread, PATIENCE)) {
      tell("the disk does not answer");
    }
  }

  private void renew() {
    do {
      try {
        if (latest.get() > renewAfter) {
          write(RESERVED_MILLIS);
        }
      } finally {
        renewing.set(false);
      }
      // What was given meanwhile has asked in vain.
    } while (latest.get() > renewAfter && renewing.compareAndSet(false, true));
  }

  private void write(long reserved) {
    long stamp = latest.get();
    try {
      Directories.createAll(folder);
      new StampFile(stamp, stamp + reserved, cluster).write(folder, name, maker);
      renewAfter = stamp + reserved / 2;
      for (Path file : earlier.ended()) {
        Files.deleteIfExists(file);
      }
      earlier.ended().clear();
      if (latest.get() > stamp + reserved) {
        tell("the disk was " + (latest.get() - stamp - reserved) + " ms behind");
      }
    } catch (IOException | RuntimeException e) {
      renewAfter = latest.get() + RESERVED_MILLIS;
      tell(e.toString());
    }
  }

  private void tell(String problem) {
    if (troubled.compareAndSet(false, true)) {
      announcements.accept(
          "How far stamps have gone is not always in "
              + folder
              + " ("
              + problem
              + "): writes go on, and it is tried again, but after a restart overwrites may lose to"
              + " them if a clock is set back; see what is wrong with the disk.");
    }
  }
}
