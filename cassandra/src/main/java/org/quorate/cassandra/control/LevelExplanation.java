package org.quorate.cassandra.control;

import java.util.Optional;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Which level one statement would get if it were sent now, and why. Immutable.
 *
 * @param table that it reads, where it is a read that may be touched
 * @param level that it would be given; empty where it would be sent as the application made it
 * @param cost of that level
 * @param reason for people, one sentence or a few
 */
public record LevelExplanation(
    Optional<TableName> table, Optional<Level> level, Optional<LevelCost> cost, String reason) {
  /** A statement that would be sent as the application made it. */
  public static LevelExplanation untouched(String reason) {
    return new LevelExplanation(Optional.empty(), Optional.empty(), Optional.empty(), reason);
  }
}
