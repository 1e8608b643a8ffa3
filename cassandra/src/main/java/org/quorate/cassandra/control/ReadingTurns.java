package org.quorate.cassandra.control;

import java.util.Collection;

/**
 * In which rounds of the monitor this process reads the servers' counts, and takes in its own.
 * Where a decision rests on them it is each round; else processes that tell one another what they
 * know take turns, since one reading in half a minute tells how much others write. Not thread-safe.
 */
final class ReadingTurns {
  private final Collection<TableControl> tables;
  private int passed;

  ReadingTurns(Collection<TableControl> tables) {
    this.tables = tables;
  }

  /**
   * Begins a round.
   *
   * @param turns of how many this process has one, at least 1
   * @return whether it is this process's turn
   */
  boolean isNext(int turns) {
    passed++;
    if (passed < turns
        && tables.stream()
            .noneMatch(table -> table.leftAlone() == null && table.loop().restsOnCounts())) {
      return false;
    }
    passed = 0;
    return true;
  }
}
