package org.quorate.hbase.thread;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Makes threads that nobody waits for when the process ends. Thread-safe.
 *
 * @param name of each, for whoever looks at what is running
 */
public record DaemonThreads(String name) implements ThreadFactory {
  @Override
  public Thread newThread(Runnable task) {
    Thread made = new Thread(task, name);
    made.setDaemon(true);
    return made;
  }

  /**
   * Waits until a pool that was shut down has ended. A thread that is interrupted waits all the
   * same, and is interrupted when this returns.
   *
   * @param atMost how long
   * @return whether it has
   */
  public static boolean awaitEnd(ExecutorService pool, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return pool.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
