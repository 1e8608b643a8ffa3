package org.quorate.lab.backend;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.backend.BackendException;

/**
 * The thread that has servers rest and wake while a run is measured, from when it is begun until
 * the load has ended and what is under way then is done. Used by one thread and its own.
 */
public final class RestThread implements AutoCloseable {
  private static final long CLOSE_PATIENCE_MILLIS = 10_000;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  /** What it does: until {@link #next} says that the load has ended. */
  public interface Work {
    /** Does all of it. What it throws ends the run, once that waits for it. */
    void run() throws EngineException, InterruptedException;
  }

  /** Does not begin yet. */
  public RestThread(String name, Work work) {
    this.thread = new Thread(() -> run(work), name);
    thread.setDaemon(true);
  }

  private void run(Work work) {
    try {
      work.run();
    } catch (InterruptedException stopped) {
      // Only close() interrupts; whatever is half done is made whole before the next run.
    } catch (EngineException | RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Begins. */
  public void begin() {
    thread.start();
  }

  /** The load has ended; what is under way goes on. */
  public void end() {
    over.countDown();
  }

  /** Whether the load has ended. */
  public boolean isOver() {
    return over.getCount() == 0;
  }

  /** Waits for the next look; false at once where the load has ended. */
  public boolean next(Duration interval) throws InterruptedException {
    return !over.await(interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Waits until what was under way is done. Called after {@link #end()}.
   *
   * @param longest that it may take
   * @param late what is said where it takes longer
   * @throws BackendException where it does, or the work failed
   */
  public void awaitDone(Duration longest, String late)
      throws BackendException, InterruptedException {
    thread.join(longest.toMillis());
    if (thread.isAlive()) {
      throw new BackendException(late);
    }
    Throwable failed = failure;
    if (failed != null) {
      throw new BackendException("Off-loading failed: " + failed.getMessage(), failed);
    }
  }

  /** Ends whatever is under way. Never throws. */
  @Override
  public void close() {
    over.countDown();
    thread.interrupt();
    try {
      thread.join(CLOSE_PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
