package org.quorate.cli.progress;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** A display with somebody who sees the same, once a second at most. */
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
      watcher.seen(tasks.stream().map(task -> TaskGlance.of(task, nowNanos)).toList());
    }
  }

  @Override
  public void ended(TaskState task, List<TaskState> remaining, long nowNanos) {
    display.ended(task, remaining, nowNanos);
    watcher.ended(TaskGlance.of(task, nowNanos));
  }

  @Override
  public void message(String line, List<TaskState> tasks, long nowNanos) {
    display.message(line, tasks, nowNanos);
    watcher.message(line);
  }
}
