package org.quorate.cassandra.publication;

import java.time.Duration;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Where levels are published for clients in other languages, and for how long they count.
 * Immutable.
 *
 * @param table in which they stand
 * @param valid how long after the newest word it is followed, 2 s to a minute: the time for which
 *     the level of a process that has died, or is cut off, goes on counting
 * @param level at which it is written; one that meets the level at which clients read it, so that
 *     these see the newest word that was acknowledged
 * @param mayCreate whether the table is created where it is missing
 * @param areRowsShared whether a client may read rows that another one has just written; where
 *     every client reads only what it writes itself, it can know what was written lately, and more
 *     can be published
 */
public record PublicationSettings(
    TableName table, Duration valid, Level level, boolean mayCreate, boolean areRowsShared) {
  /** Where levels stand unless it is said otherwise: {@code quorate.levels}. */
  public static final TableName TABLE = new TableName("quorate", "levels");

  /** How long they count unless it is said otherwise. */
  public static final Duration VALID = Duration.ofSeconds(3);

  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final Duration MOST = Duration.ofMinutes(1);
  private static final int VALID_TIMES_OF_LIFE = 10;
  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(1);

  /**
   * @throws IllegalArgumentException if the time is out of its range
   */
  public PublicationSettings {
    if (valid.compareTo(LEAST) < 0 || valid.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "A published level is written every second and valid for 2 seconds to a minute, but is to"
              + " be for "
              + valid
              + ".");
    }
  }

  /** In a table that is there, for 3 s, written at QUORUM, of rows that clients share. */
  public static PublicationSettings in(TableName table) {
    return new PublicationSettings(table, VALID, Level.QUORUM, false, true);
  }

  /** The same for so long. */
  public PublicationSettings withValid(Duration chosen) {
    return new PublicationSettings(table, chosen, level, mayCreate, areRowsShared);
  }

  /** The same written at another level. */
  public PublicationSettings withLevel(Level chosen) {
    return new PublicationSettings(table, valid, chosen, mayCreate, areRowsShared);
  }

  /** The same, and the table is created where it is missing, or not. */
  public PublicationSettings withCreation(boolean allowed) {
    return new PublicationSettings(table, valid, level, allowed, areRowsShared);
  }

  /** The same, where clients may read what others have just written, or never do. */
  public PublicationSettings withSharedRows(boolean shared) {
    return new PublicationSettings(table, valid, level, mayCreate, shared);
  }

  /** How long a row lives that nobody writes again: ten times as long, and a minute at least. */
  public Duration timeToLive() {
    Duration life = valid.multipliedBy(VALID_TIMES_OF_LIFE);
    return life.compareTo(SHORTEST_LIFE) < 0
        ? SHORTEST_LIFE
        : Duration.ofSeconds(life.plusMillis(999).toSeconds());
  }
}
