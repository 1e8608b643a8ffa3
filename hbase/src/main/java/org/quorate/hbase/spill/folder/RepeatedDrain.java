package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.SpillTarget;
import org.quorate.hbase.thread.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains a spill directory, and does so again and again until it is closed: servers come back, a
 * process that had a folder dies, somebody restores a damaged file or makes a table that was
 * missing. The pause between two drains doubles from 5 seconds to 10 minutes while they apply
 * nothing and find the same as before, and is short again after one that did. A change of what
 * becomes of a folder is told in the log once; what is left now is in {@link #left}. Thread-safe.
 */
public final class RepeatedDrain implements Closeable {
  static final Duration SHORTEST_PAUSE = Duration.ofSeconds(5);
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(RepeatedDrain.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path directory;
  private final SpillTarget target;
  private final ScheduledExecutorService thread;

  /** What became of the folders last; this and the pause belong to the thread that drains. */
  private Map<Path, FolderDrain.Outcome> before = Map.of();

  private Duration pause = SHORTEST_PAUSE;
  private volatile LeftFolders left = LeftFolders.NONE;

  private RepeatedDrain(Path directory, SpillTarget target, ScheduledExecutorService thread) {
    this.directory = directory;
    this.target = target;
    this.thread = thread;
  }

  /**
   * Drains a directory, and goes on in the background.
   *
   * @param directory where spills are; it may be made later
   * @param target used until this is closed
   * @param patience how long the first drain is waited for, in case that servers do not answer
   * @param thread where it waits and drains, one; shut down with this
   * @throws IOException if the directory cannot be read, or the calling thread is interrupted
   */
  public static RepeatedDrain open(
      Path directory, SpillTarget target, Duration patience, ScheduledExecutorService thread)
      throws IOException {
    RepeatedDrain opened = new RepeatedDrain(directory, target, thread);
    try {
      opened.begin(patience);
      return opened;
    } catch (Throwable failure) {
      opened.close();
      throw failure;
    }
  }

  private void begin(Duration patience) throws IOException {
    Future<?> first =
        thread.submit(
            () -> {
              try {
                drain();
              } finally {
                drainLater();
              }
              return left;
            });
    try {
      Object unused = first.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LOG.warn(
          "{} is not drained after {} and goes on in the background: see whether region servers"
              + " answer.",
          directory,
          patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "Interrupted while writes of a spill were applied; the next drain goes on.");
    } catch (ExecutionException e) {
      throw new SpillException(
          directory + " cannot be drained (" + e.getCause() + "); see what became of the disk.",
          e.getCause());
    }
  }

  /** What the last drain that came to its end has left. */
  public LeftFolders left() {
    return left;
  }

  /** Ends what is under way, and waits for that up to 30 s; what was applied is noted. */
  @Override
  public void close() {
    close(PATIENCE);
  }

  /** Ends what is under way, and does not wait for that. */
  public void end() {
    List<Runnable> unused = thread.shutdownNow();
  }

  /**
   * The same within a time. A thread that is interrupted waits all the same, and is interrupted
   * when it returns.
   */
  public void close(Duration atMost) {
    end();
    Duration wait = atMost.compareTo(PATIENCE) < 0 ? atMost : PATIENCE;
    if (!DaemonThreads.awaitEnd(thread, wait)) {
      LOG.warn("A drain of {} does not end; its folder stays locked until it does.", directory);
    }
  }

  private void drainLater() {
    try {
      Future<?> unused = thread.schedule(this::drainAgain, pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closing) {
      LOG.debug("{} is drained no more.", directory);
    }
  }

  private void drainAgain() {
    try {
      drain();
    } catch (IOException | RuntimeException e) {
      if (!thread.isShutdown()) {
        LOG.warn("{} could not be drained, which is tried again.", directory, e);
      }
      lengthenPause();
    } finally {
      drainLater();
    }
  }

  private void drain() throws IOException {
    List<FolderDrain> drained =
        Files.isDirectory(directory)
            ? SpillDirectory.at(directory).drain(target, DrainSettings.usual())
            : List.of();
    left = LeftFolders.of(drained);
    Map<Path, FolderDrain.Outcome> now = new HashMap<>();
    boolean anyApplied = false;
    for (FolderDrain each : drained) {
      now.put(each.folder(), each.outcome());
      anyApplied |= each.applied() > 0;
      if (each.outcome() != before.get(each.folder())) {
        tell(each);
      }
    }
    if (anyApplied || !now.equals(before)) {
      pause = SHORTEST_PAUSE;
    } else {
      lengthenPause();
    }
    before = now;
  }

  private void lengthenPause() {
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
  }

  private static void tell(FolderDrain drained) {
    if (drained.outcome() == FolderDrain.Outcome.DRAINED) {
      LOG.info(
          "{} writes that an earlier process left in {} were applied. {}",
          drained.applied(),
          drained.folder(),
          String.join(" ", drained.notes()));
    } else if (drained.leavesWrites()) {
      LOG.warn(
          "Writes that an earlier process left in {} remain there for now ({}): {} {}; see"
              + " \"quorate spill list\".",
          drained.folder(),
          drained.outcome(),
          drained.notes(),
          drained.refused());
    }
  }
}
