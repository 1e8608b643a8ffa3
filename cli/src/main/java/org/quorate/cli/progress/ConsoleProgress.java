package org.quorate.cli.progress;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.Console;
import org.quorate.study.progress.Progress;

/**
 * Shows progress on standard error, whatever standard output is used for: bars where it is a
 * terminal, plain lines where it is not. Thread-safe; the work only notes how far it is, and one
 * thread draws five times a second until this is closed.
 */
public final class ConsoleProgress implements Progress, AutoCloseable {
  private static final long REDRAW_MILLIS = 200;

  private final Display display;
  private final LongSupplier clock;
  private final List<TaskState> tasks = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService drawing =
      Executors.newSingleThreadScheduledExecutor(ConsoleProgress::daemon);

  /** Draws only when told to, by {@link #refresh()} and by what the tasks do. */
  ConsoleProgress(Display display, LongSupplier nanoClock) {
    this.display = display;
    this.clock = nanoClock;
  }

  /** Shows progress on this console until closed. */
  public static ConsoleProgress open(Console console) {
    return open(console, null);
  }

  /**
   * The same.
   *
   * @param watcher who sees the same; null for nobody
   */
  public static ConsoleProgress open(Console console, @Nullable ProgressWatcher watcher) {
    Display terminal =
        console.errorColumns().isPresent()
            ? new BarDisplay(console.error(), console.errorColumns().getAsInt(), console.unicode())
            : new LineDisplay(console.error());
    Display display = watcher == null ? terminal : new WatchedDisplay(terminal, watcher);
    ConsoleProgress progress = new ConsoleProgress(display, System::nanoTime);
    var unused =
        progress.drawing.scheduleWithFixedDelay(
            progress::refresh, REDRAW_MILLIS, REDRAW_MILLIS, TimeUnit.MILLISECONDS);
    return progress;
  }

  @Override
  public Task start(String name, long total, String unit) {
    TaskState task = new TaskState(name, total, unit, clock, this::end);
    tasks.add(task);
    return task;
  }

  @Override
  public synchronized void message(String line) {
    display.message(line, tasks, clock.getAsLong());
  }

  /** Ends all tasks and stops drawing. */
  @Override
  public void close() {
    drawing.shutdownNow();
    tasks.forEach(this::end);
  }

  synchronized void refresh() {
    display.show(tasks, clock.getAsLong());
  }

  private synchronized void end(TaskState task) {
    if (tasks.remove(task)) {
      display.ended(task, tasks, clock.getAsLong());
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "progress");
    thread.setDaemon(true);
    return thread;
  }
}
