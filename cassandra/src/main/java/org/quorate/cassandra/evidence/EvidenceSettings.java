package org.quorate.cassandra.evidence;

import java.time.Duration;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.evidence.EvidencePace;

/**
 * How a process tells others what it knows, and hears of them. Immutable.
 *
 * @param table that they have in common
 * @param every how often it is written and read, 100 ms to an hour
 * @param mayCreate whether the table is created where it is missing
 */
public record EvidenceSettings(TableName table, Duration every, boolean mayCreate) {
  /** How often unless it is said otherwise. */
  public static final Duration EVERY = Duration.ofSeconds(5);

  private static final Duration LEAST = Duration.ofMillis(100);
  private static final Duration MOST = Duration.ofHours(1);
  private static final int ROUNDS_OF_LIFE = 12;

  /**
   * @throws IllegalArgumentException if the time is out of its range
   */
  public EvidenceSettings {
    if (every.compareTo(LEAST) < 0 || every.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "Evidence is exchanged every 100 ms to every hour, but is to be every " + every + ".");
    }
  }

  /** In a table that is there, every 5 s. */
  public static EvidenceSettings in(TableName table) {
    return new EvidenceSettings(table, EVERY, false);
  }

  /** The same so often. */
  public EvidenceSettings withEvery(Duration chosen) {
    return new EvidenceSettings(table, chosen, mayCreate);
  }

  /** The same, and the table is created where it is missing, or not. */
  public EvidenceSettings withCreation(boolean allowed) {
    return new EvidenceSettings(table, every, allowed);
  }

  /** How long after its last change a value may lower levels of who tells each round: three. */
  public Duration trusted() {
    return every.multipliedBy(EvidencePace.TIMES_OF_TRUST);
  }

  /** How long after it a value counts at all, and its row lives: twelve rounds, whole seconds. */
  public Duration timeToLive() {
    Duration rounds = every.multipliedBy(ROUNDS_OF_LIFE);
    return Duration.ofSeconds(rounds.plusSeconds(1).minusNanos(1).toSeconds());
  }
}
