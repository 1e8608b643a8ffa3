package org.quorate.lab.load;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread of a load, which keeps what ended it for whoever waits for it. */
final class LoadThread extends Thread {
  /** What a thread of a load does. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  private final Work work;
  private volatile @Nullable Throwable failure;

  LoadThread(String name, Work work) {
    super(name);
    setDaemon(true);
    this.work = work;
  }

  @Override
  public void run() {
    try {
      work.run();
    } catch (InterruptedException e) {
      // Whoever interrupts a thread of a load knows of it.
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Throws what ended the work, unless it ended by itself or was interrupted. */
  void rethrow() {
    Throwable thrown = failure;
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown != null) {
      throw new IllegalStateException(getName() + " ended with " + thrown + ".", thrown);
    }
  }

  /** Whether any thread is still alive at the deadline; returns early once none is. */
  static boolean anyAliveAt(List<LoadThread> threads, long deadline) throws InterruptedException {
    for (LoadThread thread : threads) {
      while (thread.isAlive()) {
        long remaining = deadline - System.nanoTime();
        if (remaining <= 0) {
          return true;
        }
        TimeUnit.NANOSECONDS.timedJoin(thread, remaining);
      }
    }
    return false;
  }
}
