package org.quorate.core.oracle;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.quorate.core.level.Level;

/**
 * What the oracle found in a history, by group and level.
 *
 * @param byGroup for each group that has operations, what was found at each level that they were
 *     sent at; a read counts at its own level, whatever the level of the writes
 * @param timeLines for each group that has reads, its time line; empty where none was asked for
 * @param duplicateVersions ok or timed-out writes whose version an earlier one of the same key has
 *     too: versions are meant to be unique, and with duplicates k counts distinct versions
 */
public record Judgement(
    SortedMap<Integer, Map<Level, Staleness>> byGroup,
    SortedMap<Integer, TimeLine> timeLines,
    long duplicateVersions) {

  /** Makes the maps unmodifiable; they must not be changed by others. */
  public Judgement {
    byGroup = Collections.unmodifiableSortedMap(byGroup);
    timeLines = Collections.unmodifiableSortedMap(timeLines);
  }

  /** The sum over all groups and levels. */
  public Staleness total() {
    Staleness sum = Staleness.NONE;
    for (int group : byGroup.keySet()) {
      sum = sum.plus(group(group));
    }
    return sum;
  }

  /** The sum over all levels of a group. */
  public Staleness group(int group) {
    Staleness sum = Staleness.NONE;
    for (Staleness part : byGroup.getOrDefault(group, Map.of()).values()) {
      sum = sum.plus(part);
    }
    return sum;
  }

  /** The sums over all groups, by level. */
  public Map<Level, Staleness> byLevel() {
    Map<Level, Staleness> sums = new EnumMap<>(Level.class);
    for (Map<Level, Staleness> levels : byGroup.values()) {
      levels.forEach((level, part) -> sums.merge(level, part, Staleness::plus));
    }
    return sums;
  }

  /**
   * The judgement of two histories that have no key in common: parts of one history that was split
   * by key.
   */
  public Judgement plus(Judgement other) {
    SortedMap<Integer, Map<Level, Staleness>> groups = new TreeMap<>();
    SortedMap<Integer, TimeLine> lines = new TreeMap<>(timeLines);
    for (Judgement part : java.util.List.of(this, other)) {
      part.byGroup.forEach(
          (group, levels) ->
              levels.forEach(
                  (level, staleness) ->
                      groups
                          .computeIfAbsent(group, g -> new EnumMap<>(Level.class))
                          .merge(level, staleness, Staleness::plus)));
    }
    other.timeLines.forEach((group, line) -> lines.merge(group, line, TimeLine::plus));
    return new Judgement(groups, lines, duplicateVersions + other.duplicateVersions);
  }
}
