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
   * Waits until {@code deadlineNanos} has come or {@link #wake} was called since the last wait
   * ended. May return early for no reason. What was done before a call of {@link #wake} is seen
   * after the wait that it ended.
   */
  void await(long deadlineNanos);

  /** Ends the present or the next {@link #await}; called by threads that bring completions. */
  void wake();

  /** The real clock, for the thread that calls {@link #await}. */
  static LaneClock system() {
    return new SystemLaneClock();
  }

  /**
   * {@link System#nanoTime} and parking. The flag stays up until a wait takes it down, so a wake-up
   * that comes before the wait is not lost: either the waker sees who waits, or the waiting thread
   * sees the flag, since each writes its own before it reads the other's.
   */
  final class SystemLaneClock implements LaneClock {
    private static final Thread NOBODY = new Thread();
    private volatile Thread waiting = NOBODY;
    private volatile boolean woken;

    private SystemLaneClock() {}

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void await(long deadlineNanos) {
      waiting = Thread.currentThread();
      long remaining = deadlineNanos - System.nanoTime();
      if (!woken && remaining > 0) {
        LockSupport.parkNanos(this, remaining);
      }
      waiting = NOBODY;
      woken = false;
    }

    @Override
    public void wake() {
      woken = true;
      Thread thread = waiting;
      if (thread != NOBODY) {
        LockSupport.unpark(thread);
      }
    }
  }
}
