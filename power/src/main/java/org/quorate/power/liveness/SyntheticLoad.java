package org.quorate.power.liveness;

import java.time.Duration;

/** Time that passes and work that is done meanwhile. */
public interface SyntheticLoad {
  /** A time that only grows, as {@link System#nanoTime()} does. */
  long nanoTime();

  /**
   * Does nothing for a while.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  void pause(Duration time) throws InterruptedException;

  /** Keeps one processor busy for a while. */
  void work(Duration time);

  /** That of this machine. Thread-safe. */
  static SyntheticLoad ofThisMachine() {
    return new SyntheticLoad() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void pause(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
      }

      @Override
      public void work(Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
          Thread.onSpinWait();
        }
      }
    };
  }
}
