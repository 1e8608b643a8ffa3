package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.quorate.hbase.stamp.StampFloor;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(KeptStamps.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path folder;
  private final String name;
  private final Optional<String> cluster;
  private final Consumer<String> announcements;
  private final SegmentFile.Maker maker;
  private final long earlier;
  private final AtomicLong latest;
  private final AtomicBoolean renewing = new AtomicBoolean();
  private volatile long renewAfter;

  /** One thread, which ends when nothing is stamped for a while. */
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          PATIENCE.toSeconds(),
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          new DaemonThreads("quorate-stamps"),
          new ThreadPoolExecutor.DiscardPolicy());

  /** To be removed; this and the rest belong to the thread. */
  private final List<Path> ended;

  private boolean failing;

  private boolean wasLate;

  private KeptStamps(
      Path spill,
      Optional<String> cluster,
      EarlierStamps earlier,
      Consumer<String> announcements,
      SegmentFile.Maker maker) {
    this.folder = spill.resolveSibling(FOLDER);
    this.name = String.valueOf(spill.getFileName());
    this.cluster = cluster;
    this.earlier = earlier.last();
    this.ended = new ArrayList<>(earlier.ended());
    this.latest = new AtomicLong(earlier.last());
    this.announcements = announcements;
    this.maker = maker;
    thread.allowCoreThreadTimeOut(true);
  }

  /**
   * Looks at what other processes have left, and writes nothing yet. Where that cannot be read, it
   * says so, and nothing is known.
   *
   * @param spill the caller's own folder of a spill, which it has locked while it stamps
   * @param cluster whose rows are stamped; what was stamped of another's does not count
   * @param now by the clock that stamps, in milliseconds
   * @param announcements what people should know, one sentence each
   */
  public static KeptStamps open(
      Path spill, Optional<String> cluster, long now, Consumer<String> announcements) {
    return open(spill, cluster, now, announcements, SegmentFile::create);
  }

  static KeptStamps open(
      Path spill,
      Optional<String> cluster,
      long now,
      Consumer<String> announcements,
      SegmentFile.Maker maker) {
    EarlierStamps earlier = earlier(spill, cluster, now);
    earlier.problems().forEach(announcements);
    long lead = earlier.last() - now;
    if (lead > RESERVED_MILLIS) {
      announcements.accept(
          "Earlier writes were stamped up to "
              + lead
              + " ms ahead of this clock: stamps begin there, go on at half the speed of time, and"
              + " lie ahead of other clients' for the next "
              + 2 * lead
              + " ms; see whether a clock was set.");
    }
    return new KeptStamps(spill, cluster, earlier, announcements, maker);
  }

  private static EarlierStamps earlier(Path spill, Optional<String> cluster, long now) {
    try {
      return EarlierStamps.beside(spill, cluster, now);
    } catch (IOException e) {
      String problem =
          spill.resolveSibling(FOLDER)
              + " cannot be read ("
              + e
              + "): stamps may begin before those of earlier processes, whose writes then win over"
              + " later ones; see what is wrong with it.";
      return new EarlierStamps(0, List.of(), List.of(problem));
    }
  }

  @Override
  public long earlier() {
    return earlier;
  }

  @Override
  public void given(long stamp) {
    if (stamp > latest.get()) {
      long unused = latest.accumulateAndGet(stamp, Math::max);
      if (stamp > renewAfter && renewing.compareAndSet(false, true)) {
        thread.execute(this::renew);
      }
    }
  }

  /** Writes exactly how far stamps have gone. Waits for the disk for ten seconds at most. */
  @Override
  public void close() {
    thread.execute(
        () -> {
          if (latest.get() > earlier) {
            write(latest.get(), 0);
          }
        });
    thread.shutdown();
    if (!DaemonThreads.awaitEnd(thread, PATIENCE)) {
      announcements.accept(
          folder + " cannot be written in time; see whether its disk still answers.");
    }
  }

  private void renew() {
    do {
      try {
        if (latest.get() > renewAfter) {
          write(latest.get(), RESERVED_MILLIS);
        }
      } finally {
        renewing.set(false);
      }
      // What was given meanwhile has asked in vain.
    } while (latest.get() > renewAfter && renewing.compareAndSet(false, true));
  }

  private void write(long stamp, long reserved) {
    try {
      Directories.createAll(folder);
      new StampFile(cluster, stamp, stamp + reserved).write(folder, name, maker);
      renewAfter = stamp + reserved / 2;
      removeEnded();
      written(latest.get() - stamp - reserved);
    } catch (IOException | RuntimeException e) {
      renewAfter = latest.get() + RESERVED_MILLIS;
      if (!failing) {
        failing = true;
        announcements.accept(
            "How far stamps have gone cannot be written to "
                + folder
                + " ("
                + e
                + "), which is tried again: writes go on, but after a restart overwrites may lose"
                + " to them if a clock is set back; see what is wrong with the disk.");
      }
    }
  }

  /** Their stamps are below what this process has on the disk now. */
  private void removeEnded() {
    for (Path file : ended) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        LOG.debug("{} is left to who opens next: {}", file, e.toString());
      }
    }
    ended.clear();
  }

  /**
   * @param beyond how far stamps have gone beyond the reservation while it was written, if above 0
   */
  private void written(long beyond) {
    if (failing) {
      failing = false;
      announcements.accept("How far stamps have gone is written to " + folder + " again.");
    }
    if (beyond > 0 && !wasLate) {
      wasLate = true;
      announcements.accept(
          "Stamps were "
              + beyond
              + " ms beyond what "
              + folder
              + " said before the disk had taken it: if the process is killed in such a moment and a"
              + " clock is set back, overwrites may lose; see whether the disk is slow.");
    }
  }
}
