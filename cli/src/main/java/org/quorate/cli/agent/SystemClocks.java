package org.quorate.cli.agent;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The system's clocks, until somebody ends whoever sleeps by them. Thread-safe. */
final class SystemClocks implements AgentTime {
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * Whoever sleeps, or begins to, is interrupted from now on, whatever else swallows interrupts.
   */
  void end() {
    ended.countDown();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    if (ended.await(nanos, TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("It has ended.");
    }
  }
}
