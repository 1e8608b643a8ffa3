package org.quorate.lab.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions. */
public final class Until {
  private Until() {}

  /** Waits until the condition holds, at most this long. */
  public static void holds(String what, Duration patience, Callable<Boolean> condition)
      throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within " + patience.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(20_000_000);
    }
  }
}
