package org.quorate.cli.agent;

import java.time.Instant;

/** The time that an agent lives in. Thread-safe. */
interface AgentTime {
  Instant now();

  /** As {@link System#nanoTime()}. */
  long nanos();

  /**
   * Sleeps, not at all where the time is not above 0.
   *
   * @throws InterruptedException once the agent is to end, also where it would not sleep
   */
  void sleep(long nanos) throws InterruptedException;
}
