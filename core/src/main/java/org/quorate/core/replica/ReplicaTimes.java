package org.quorate.core.replica;

import java.time.Duration;

/**
 * How long servers take for what they do about missed writes. Immutable.
 *
 * @param untilHintsShow after the last write that a replica missed, until every hint for it is in a
 *     file that is listed, or is being delivered: the time-out of a write, which is when a hint is
 *     written at the latest, the period at which hints in memory are flushed, and the period at
 *     which files are closed and delivered
 * @param hintWindow how long a replica may be away until no more hints are written for it
 */
public record ReplicaTimes(Duration untilHintsShow, Duration hintWindow) {
  /** Cassandra lists a file of hints, and begins to deliver, at this period; it is no setting. */
  private static final Duration DISPATCH_PERIOD = Duration.ofSeconds(10);

  /** Such periods begin when the work of the one before has ended, on servers that are busy. */
  private static final Duration SLACK = Duration.ofSeconds(2);

  /** Of a server that nobody has configured otherwise: 24 s and 3 hours. */
  public static final ReplicaTimes DEFAULT =
      of(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofHours(3));

  /**
   * Times that follow from a server's settings.
   *
   * @param writeTimeout {@code write_request_timeout}
   * @param flushPeriod {@code hints_flush_period}
   * @param hintWindow {@code max_hint_window}
   */
  public static ReplicaTimes of(Duration writeTimeout, Duration flushPeriod, Duration hintWindow) {
    return new ReplicaTimes(
        writeTimeout.plus(flushPeriod).plus(DISPATCH_PERIOD).plus(SLACK), hintWindow);
  }
}
