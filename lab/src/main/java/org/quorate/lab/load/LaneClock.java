package org.quorate.lab.load;

import java.util.concurrent.locks.LockSupport;

/**
 * A lane's time: reading it, and waiting for it. One clock serves one lane; {@link #nanoTime} may
 * be called from any thread, {@link #await} only from the lane's.
 */
public interface LaneClock {
  /** Nanoseconds on a monotonic clock that all lanes of a session share. */
  long nanoTime();

  /**
   * Waits until {@code deadlineNanos} has come or {@link #wake} was called since the last wait. May
   * return early for no reason.
   */
  void await(long deadlineNanos);

  /** Ends the present or the next {@link #await}; called by threads that bring completions. */
  void wake();

  /** The real clock, for the thread that calls {@link #await}. */
  static LaneClock system() {
    return new SystemLaneClock();
  }

  /** {@link System#nanoTime} and parking. */
  final class SystemLaneClock implements LaneClock {
    private volatile Thread waiting = NOBODY;
    private static final Thread NOBODY = new Thread();

    private SystemLaneClock() {}

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void await(long deadlineNanos) {
      waiting = Thread.currentThread();
      long remaining = deadlineNanos - System.nanoTime();
      if (remaining > 0) {
        LockSupport.parkNanos(this, remaining);
      }
      waiting = NOBODY;
    }

    @Override
    public void wake() {
      Thread thread = waiting;
      if (thread != NOBODY) {
        LockSupport.unpark(thread);
      }
    }
  }
}
