package org.quorate.core.oracle;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationTag;
import org.quorate.core.level.Level;

/** Counts by group and level while the oracle judges. */
final class JudgementTally {
  private static final Level[] LEVELS = Level.values();

  private final int timeLineBuckets;
  private final List<Long> timeLineOrigins;
  private @Nullable StalenessTally[] parts = new StalenessTally[LEVELS.length];
  private @Nullable TimeLineTally[] timeLines = new TimeLineTally[1];
  long duplicateVersions;

  JudgementTally(int timeLineBuckets, List<Long> timeLineOrigins) {
    this.timeLineBuckets = timeLineBuckets;
    this.timeLineOrigins = List.copyOf(timeLineOrigins);
  }

  StalenessTally part(long tag) {
    int at = OperationTag.group(tag) * LEVELS.length + OperationTag.levelOrdinal(tag);
    if (at >= parts.length) {
      parts = Arrays.copyOf(parts, Math.max(at + 1, 2 * parts.length));
    }
    StalenessTally part = parts[at];
    if (part == null) {
      part = new StalenessTally();
      parts[at] = part;
    }
    return part;
  }

  void countInTime(long tag, long invokeNanos, boolean stale) {
    if (timeLineBuckets == 0) {
      return;
    }
    int group = OperationTag.group(tag);
    if (group >= timeLines.length) {
      timeLines = Arrays.copyOf(timeLines, Math.max(group + 1, 2 * timeLines.length));
    }
    TimeLineTally line = timeLines[group];
    if (line == null) {
      line =
          new TimeLineTally(
              timeLineBuckets, group < timeLineOrigins.size() ? timeLineOrigins.get(group) : 0);
      timeLines[group] = line;
    }
    line.count(invokeNanos, stale);
  }

  Judgement toJudgement() {
    SortedMap<Integer, Map<Level, Staleness>> groups = new TreeMap<>();
    for (int at = 0; at < parts.length; at++) {
      StalenessTally part = parts[at];
      if (part != null) {
        groups
            .computeIfAbsent(at / LEVELS.length, group -> new EnumMap<>(Level.class))
            .put(LEVELS[at % LEVELS.length], part.toStaleness());
      }
    }
    SortedMap<Integer, TimeLine> lines = new TreeMap<>();
    for (int group = 0; group < timeLines.length; group++) {
      TimeLineTally line = timeLines[group];
      if (line != null) {
        lines.put(group, line.toTimeLine());
      }
    }
    return new Judgement(groups, lines, duplicateVersions);
  }
}
