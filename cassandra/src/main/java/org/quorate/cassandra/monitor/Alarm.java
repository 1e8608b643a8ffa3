package org.quorate.cassandra.monitor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs something later, on a thread of its own choice. */
interface Alarm {
  void after(Duration delay, Runnable action);

  /** By the clock of this machine, on the common pool. */
  static Alarm system() {
    return (delay, action) ->
        CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS).execute(action);
  }
}
