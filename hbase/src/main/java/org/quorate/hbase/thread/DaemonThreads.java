package org.quorate.hbase.thread;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
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
   * A pool of threads that are made when there is something to do, and end when there was nothing
   * for a while. What is given to it beyond what they do at a time waits without limit.
   *
   * @param most threads at a time
   * @param idle how long one waits for more to do
   */
  public static ThreadPoolExecutor pool(int most, Duration idle, ThreadFactory factory) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            most, most, idle.toNanos(), TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), factory);
    pool.allowCoreThreadTimeOut(true);
    return pool;
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
