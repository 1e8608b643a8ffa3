package org.quorate.cassandra.publication;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
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
  private static final Duration SHORTEST_LIFE = Duration.ofSeconds(10);
  private static final Set<Level> MEETING =
      EnumSet.of(Level.LOCAL_QUORUM, Level.QUORUM, Level.EACH_QUORUM, Level.ALL);

  /**
   * @throws IllegalArgumentException if the time is out of its range, or what is written at this
   *     level may be missed by those who read at a quorum
   */
  public PublicationSettings {
    if (valid.compareTo(LEAST) < 0 || valid.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "A published level is written every second and valid for 2 seconds to a minute, but is to"
              + " be for "
              + valid
              + ".");
    }
    if (!MEETING.contains(level)) {
      throw new IllegalArgumentException(
          "Levels are read at a quorum, which may miss what is published at "
              + level
              + "; choose among "
              + MEETING
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

  /**
   * How long a row lives that nobody writes again: twice as long, and ten seconds at least. Words
   * of a process that has died may reach replicas one after the other, and look like new ones; not
   * for longer than that.
   */
  public Duration timeToLive() {
    Duration life = valid.multipliedBy(2);
    return life.compareTo(SHORTEST_LIFE) < 0
        ? SHORTEST_LIFE
        : Duration.ofSeconds(life.plusMillis(999).toSeconds());
  }
}
