package org.quorate.core.replica;

import java.time.Duration;

/**
 * How long servers take for what they do about missed writes. Immutable.
 *
 * @param writeTimeout for how long a write may wait at a server until it is dropped, and its
 *     coordinator writes a hint
 * @param untilHintsAreFlushed after the last write that a replica missed, until every hint for it
 *     is in a file: the time-out of a write, which is when a hint is written at the latest, and the
 *     period at which hints in memory are flushed
 * @param hintWindow how long a replica may be away until no more hints are written for it
 */
public record ReplicaTimes(
    Duration writeTimeout, Duration untilHintsAreFlushed, Duration hintWindow) {
  /** Cassandra lists a file of hints, and begins to deliver, at this period; it is no setting. */
  static final Duration DISPATCH_PERIOD = Duration.ofSeconds(10);

  /** Such periods begin when the work of the one before has ended, on servers that are busy. */
  static final Duration SLACK = Duration.ofSeconds(2);

  /** Until a file that is written to is listed, or is being delivered, if no delivery goes on. */
  static final Duration UNTIL_HINTS_ARE_LISTED = DISPATCH_PERIOD.plus(SLACK);

  /** Of a server that nobody has configured otherwise: 2 s, 12 s and 3 hours. */
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
    return new ReplicaTimes(writeTimeout, writeTimeout.plus(flushPeriod), hintWindow);
  }

  /** What can be said of servers of which some have these times and some others. */
  ReplicaTimes strictest(ReplicaTimes other) {
    return new ReplicaTimes(
        later(writeTimeout, other.writeTimeout),
        later(untilHintsAreFlushed, other.untilHintsAreFlushed),
        hintWindow.compareTo(other.hintWindow) <= 0 ? hintWindow : other.hintWindow);
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
