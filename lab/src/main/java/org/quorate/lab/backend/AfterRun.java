package org.quorate.lab.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.energy.EnergyRecorder;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;

/**
 * The time after a run in which servers do what they owe to its requests, where the study counts
 * that energy too: they write to disk what they hold of the table in memory, and are looked at once
 * a second until nothing has been left for two seconds, or the study's patience is over. Used by
 * one thread.
 */
final class AfterRun implements AutoCloseable {
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long BETWEEN_LOOKS_MILLIS = 1000;

  private final MeasuredTable table;
  private final Duration most;
  private final @Nullable Backlog backlog;

  private AfterRun(MeasuredTable table, Duration most, @Nullable Backlog backlog) {
    this.table = table;
    this.most = most;
    this.backlog = backlog;
  }

  /**
   * Follows the servers from before the run on, where the study asks for it.
   *
   * @throws BackendException when they cannot be followed
   */
  static AfterRun of(RunSettings run, MeasuredTable table) throws BackendException {
    PowerSettings power = run.power();
    return of(power == null ? Duration.ZERO : power.untilQuiet(), table);
  }

  static AfterRun of(Duration most, MeasuredTable table) throws BackendException {
    return new AfterRun(table, most, most.isZero() ? null : table.backlog());
  }

  /** Waits until servers are quiet; null where the study does not ask for it. */
  EnergyRecorder.@Nullable Settled await(Progress progress)
      throws BackendException, InterruptedException {
    Backlog followed = backlog;
    if (followed == null) {
      return null;
    }
    long begun = System.nanoTime();
    try (Progress.Task shown = progress.start("until quiet", most.toSeconds(), "seconds")) {
      table.flush();
      long lastBusy = System.nanoTime();
      while (true) {
        Optional<String> left = followed.left();
        long now = System.nanoTime();
        if (left.isPresent()) {
          lastBusy = now;
        } else if (now - lastBusy >= QUIET_NANOS) {
          return new EnergyRecorder.Settled(now, null);
        }
        if (now - begun >= most.toNanos()) {
          return new EnergyRecorder.Settled(now, left.orElse("they had just come to rest"));
        }
        shown.advance(TimeUnit.NANOSECONDS.toSeconds(now - begun));
        shown.detail(left.orElse("nothing left"));
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
      }
    }
  }

  @Override
  public void close() {
    if (backlog != null) {
      backlog.close();
    }
  }
}
