package org.quorate.lab.time;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.load.LaneClock;
import org.quorate.load.Work;
import org.quorate.load.Worker;

/** A thread of a load, which keeps what ended it for whoever waits for it. */
final class LoadThread extends Thread implements Worker {
  private final ParkingClock clock = new ParkingClock();
  private Work work = () -> Work.OVER;
  private volatile @Nullable Throwable failure;

  LoadThread(String name) {
    super(name);
    setDaemon(true);
  }

  @Override
  public LaneClock clock() {
    return clock;
  }

  @Override
  public void begin(Work begun) {
    work = begun;
    start();
  }

  @Override
  public void run() {
    try {
      for (long next = work.proceed(); next != Work.OVER; next = work.proceed()) {
        clock.await(next);
      }
    } catch (InterruptedException e) {
      // Whoever interrupts a thread of a load knows of it.
    } catch (Throwable e) {
      failure = e;
    }
  }

  @Override
  public boolean isAtWorkAt(long deadlineNanos) throws InterruptedException {
    while (isAlive()) {
      long remaining = deadlineNanos - System.nanoTime();
      if (remaining <= 0) {
        return true;
      }
      TimeUnit.NANOSECONDS.timedJoin(this, remaining);
    }
    return false;
  }

  @Override
  public void rethrow() {
    Throwable thrown = failure;
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown != null) {
      throw new IllegalStateException(getName() + " ended with " + thrown + ".", thrown);
    }
  }
}
