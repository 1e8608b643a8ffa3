package org.quorate.cassandra.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Something that an operator may want to know.
 *
 * @param at when, by the wall clock, for people
 * @param kind what happened
 * @param table that it is about, or null for the session as a whole
 * @param from the level before, where there is one
 * @param to the level in effect since, where there is one
 * @param reason one sentence
 * @param heldBack events of this kind and table that the cap has held back since the last one
 */
public record LevelEvent(
    Instant at,
    Kind kind,
    @Nullable TableName table,
    @Nullable Level from,
    @Nullable Level to,
    String reason,
    long heldBack) {
  /** What happened. */
  public enum Kind {
    /** A read level changed. */
    LEVEL_CHANGED,
    /** The monitor's data are too old; reads go out at the safe level. */
    MONITOR_LOST,
    /** The monitor's data are recent again. */
    MONITOR_BACK,
    /** The strongest level that reads may be sent at does not meet every write. */
    LIMITED,
    /** What was guaranteed of a table's reads cannot be kept, or can again, or was not for one. */
    GUARANTEE,
    /** A source of the monitor cannot be used, or is poorer than another would be. */
    SOURCE_PROBLEM,
    /** A level was pinned or released, or the mode was changed. */
    SWITCHED,
    /** A table, or the statements of a profile, are left alone from now on, or not any more. */
    LEFT_ALONE,
    /** A read was served at a weaker level, because its own could not be reached. */
    SERVED_WEAKER,
    /** What pairs of reads have shown so far, told each time that their number has doubled. */
    OBSERVED,
    /** Paired reads were stopped for a while, or are not sent at all. */
    SAMPLING,
    /** A replica is down, may lack writes or may soon, so that reads it may answer are raised. */
    REPLICA_BEHIND,
    /** A replica answers much later than before; reads stay as they are. */
    REPLICA_SLOW,
    /** A replica has every write again, as far as there is evidence. */
    REPLICA_FRESH,
    /** Evidence of other processes cannot be had, is refused, or is not believed. */
    EVIDENCE,
    /** A table's error budget burns faster than is tolerated, or is spent; or does not any more. */
    BUDGET,
    /** Levels cannot be published for clients in other languages. */
    PUBLICATION
  }

  /** For a log. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (table != null) {
      text.append(table).append(": ");
    }
    if (from != null && to != null && from != to) {
      text.append(from).append(" -> ").append(to).append(": ");
    }
    text.append(reason);
    if (heldBack > 0) {
      text.append(" (and ").append(heldBack).append(" more like this since the last)");
    }
    return text.toString();
  }
}
