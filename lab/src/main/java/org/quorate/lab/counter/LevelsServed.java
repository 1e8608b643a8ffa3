package org.quorate.lab.counter;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.quorate.core.level.Level;

/**
 * How many requests coordinators served at each level, as they counted themselves: the proof of
 * which levels were used. All tables count, so the driver's own few questions to system tables, at
 * ONE, are among them; scans are not, since servers do not count those by level.
 *
 * @param reads single-partition reads by level; a level that could not be read is absent
 * @param writes writes by level, likewise
 */
public record LevelsServed(Map<Level, Long> reads, Map<Level, Long> writes) {
  /** None of anything, and nothing known. */
  public static final LevelsServed NONE = new LevelsServed(Map.of(), Map.of());

  public LevelsServed {
    reads = copy(reads);
    writes = copy(writes);
  }

  private static Map<Level, Long> copy(Map<Level, Long> counts) {
    Map<Level, Long> copy = new EnumMap<>(Level.class);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }

  /** What was served since {@code earlier}, of the levels that both know. */
  LevelsServed since(LevelsServed earlier) {
    return new LevelsServed(
        CounterDifference.subtract(reads, earlier.reads),
        CounterDifference.subtract(writes, earlier.writes));
  }

  /** Both together; a level that only one of them knows counts as it is there. */
  LevelsServed plus(LevelsServed other) {
    Map<Level, Long> allReads = new EnumMap<>(Level.class);
    allReads.putAll(reads);
    other.reads.forEach((level, count) -> allReads.merge(level, count, Long::sum));
    Map<Level, Long> allWrites = new EnumMap<>(Level.class);
    allWrites.putAll(writes);
    other.writes.forEach((level, count) -> allWrites.merge(level, count, Long::sum));
    return new LevelsServed(allReads, allWrites);
  }
}
