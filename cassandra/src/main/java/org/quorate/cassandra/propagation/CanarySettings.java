package org.quorate.cassandra.propagation;

import java.time.Duration;

/**
 * How much canaries may do.
 *
 * @param keyspace of their table, without quotes
 * @param mayCreate whether keyspace and table are created where they are missing
 * @param rows that this source keeps in the table at most, from 1 to 1000
 * @param timeToLive of a row, at least a second
 * @param canaries written in a round at most, at least 1
 * @param round how long a round lasts at most, above 0
 * @param reads in a round at most, at least 1
 */
public record CanarySettings(
    String keyspace,
    boolean mayCreate,
    int rows,
    Duration timeToLive,
    int canaries,
    Duration round,
    int reads) {
  /** The name of their table, without quotes. */
  public static final String TABLE = "canary";

  /** Created where missing; 5 canaries in a round, 2,000 reads and 2 seconds at most, 30 rows. */
  public static final CanarySettings DEFAULT =
      new CanarySettings(
          "quorate_canary", true, 30, Duration.ofMinutes(1), 5, Duration.ofSeconds(2), 2000);

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public CanarySettings {
    if (keyspace.isEmpty()
        || rows < 1
        || rows > 1000
        || canaries < 1
        || reads < 1
        || round.isNegative()
        || round.isZero()
        || timeToLive.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "Canaries need a keyspace, 1 to 1000 rows, a time to live of a second or more, and at"
              + " least one canary, one read and some time in a round.");
    }
  }

  /** The same in another keyspace. */
  public CanarySettings withKeyspace(String name) {
    return new CanarySettings(name, mayCreate, rows, timeToLive, canaries, round, reads);
  }

  /** The same, and nothing is created. */
  public CanarySettings withoutCreation() {
    return new CanarySettings(keyspace, false, rows, timeToLive, canaries, round, reads);
  }
}
