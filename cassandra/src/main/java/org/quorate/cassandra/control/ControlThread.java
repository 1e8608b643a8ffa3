package org.quorate.cassandra.control;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The one thread on which levels are kept. What a task throws is told and goes no further: a
 * scheduled task that throws would never run again, and levels would stay as they are. Thread-safe.
 */
final class ControlThread implements AutoCloseable {
  private static final int SOON_TIMES = 3;

  private final Consumer<Throwable> unexpected;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "quorate-levels");
            made.setDaemon(true);
            return made;
          });

  /**
   * @param unexpected is told what tasks throw
   */
  ControlThread(Consumer<Throwable> unexpected) {
    this.unexpected = unexpected;
  }

  /** Has a task run at once, and again and again. */
  void every(Duration period, Runnable task) {
    every(Duration.ZERO, period, task);
  }

  /** The same, but that it runs {@value #SOON_TIMES} times soon, two fifths of a period apart. */
  void soonThenEvery(Duration period, Runnable task) {
    Duration soon = period.multipliedBy(2).dividedBy(5);
    for (int time = 0; time < SOON_TIMES; time++) {
      once(soon.multipliedBy(time), task);
    }
    every(soon.multipliedBy(SOON_TIMES), period, task);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The task tells what goes wrong itself.
  private void once(Duration after, Runnable task) {
    thread.schedule(() -> guarded(task), after.toMillis(), TimeUnit.MILLISECONDS);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // As above.
  private void every(Duration first, Duration period, Runnable task) {
    thread.scheduleAtFixedRate(
        () -> guarded(task), first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Has a task run once; after {@link #close()} it is dropped. */
  void run(Runnable task) {
    try {
      thread.execute(() -> guarded(task));
    } catch (RejectedExecutionException e) {
      if (!thread.isShutdown()) {
        throw e;
      }
    }
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      unexpected.accept(e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
