package org.quorate.cli.progress;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A display with somebody who sees the same, once a second at most; whose failure is logged, for
 * the work goes on all the same.
 */
final class WatchedDisplay implements Display {
  static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Display display;
  private final ProgressWatcher watcher;
  private boolean isSeen;
  private long seenNanos;

  WatchedDisplay(Display display, ProgressWatcher watcher) {
    this.display = display;
    this.watcher = watcher;
  }

  @Override
  public void show(List<TaskState> tasks, long nowNanos) {
    display.show(tasks, nowNanos);
    if (!isSeen || nowNanos - seenNanos >= INTERVAL_NANOS) {
      isSeen = true;
      seenNanos = nowNanos;
      tell(() -> watcher.seen(tasks.stream().map(task -> TaskGlance.of(task, nowNanos)).toList()));
    }
  }

  @Override
  public void ended(TaskState task, List<TaskState> remaining, long nowNanos) {
    display.ended(task, remaining, nowNanos);
    tell(() -> watcher.ended(TaskGlance.of(task, nowNanos)));
  }

  @Override
  public void message(String line, List<TaskState> tasks, long nowNanos) {
    display.message(line, tasks, nowNanos);
    tell(() -> watcher.message(line));
  }

  private static void tell(Runnable what) {
    try {
      what.run();
    } catch (RuntimeException failure) {
      System.getLogger(WatchedDisplay.class.getName())
          .log(System.Logger.Level.WARNING, "Whoever watches could not be told.", failure);
    }
  }
}
