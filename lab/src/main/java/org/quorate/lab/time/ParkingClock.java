package org.quorate.lab.time;

import java.util.concurrent.locks.LockSupport;
import org.quorate.load.LaneClock;

/**
 * {@link System#nanoTime} and parking, for one thread that waits. The flag stays up until a wait
 * takes it down, so a wake-up that comes before the wait is not lost: either the waker sees who
 * waits, or the waiting thread sees the flag, since each writes its own before it reads the
 * other's.
 */
final class ParkingClock implements LaneClock {
  private static final Thread NOBODY = new Thread();
  private volatile Thread waiting = NOBODY;
  private volatile boolean woken;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  /**
   * Waits until {@code deadlineNanos} has come or {@link #wake} was called since the last wait
   * ended. May return early for no reason. What was done before a call of {@link #wake} is seen
   * after the wait that it ended.
   */
  void await(long deadlineNanos) {
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
