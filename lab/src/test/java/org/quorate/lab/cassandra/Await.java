package org.quorate.lab.cassandra;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions. */
final class Await {
  private Await() {}

  /** Waits until the condition holds; an exception counts as "not yet" until time is up. */
  static void until(String what, Duration patience, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean late = System.nanoTime() > deadline;
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception notYet) {
        if (late) {
          throw notYet;
        }
      }
      if (late) {
        throw new AssertionError("Not within " + patience.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(50_000_000);
    }
  }
}
