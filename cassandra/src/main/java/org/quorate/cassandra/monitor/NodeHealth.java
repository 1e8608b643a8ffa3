package org.quorate.cassandra.monitor;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * What one node tells of its whole self that bears on consistency. Each value is null, and each map
 * empty, where the source has none.
 *
 * @param pendingHints hints, or files of hints where the source knows no better, that this node
 *     keeps for others that missed a write
 * @param droppedMutations mutations that this node dropped since its start, because they waited too
 *     long
 * @param digestMismatches single-partition reads coordinated by this node, since its start, whose
 *     replicas disagreed
 * @param averageWriteBytes mean size of a mutation, in bytes
 * @param readsByLevel single-partition reads coordinated since the start, by level; all tables, the
 *     driver's own questions included
 * @param writesByLevel writes, likewise
 * @param conditionallyWritten of the tables asked about, those with conditional writes since the
 *     start
 * @param snitch what its dynamic snitch thinks of others
 */
public record NodeHealth(
    @Nullable Long pendingHints,
    @Nullable Long droppedMutations,
    @Nullable Long digestMismatches,
    @Nullable Double averageWriteBytes,
    Map<Level, Long> readsByLevel,
    Map<Level, Long> writesByLevel,
    @Nullable Set<TableName> conditionallyWritten,
    @Nullable SnitchScores snitch) {
  /** Nothing known. */
  public static final NodeHealth UNKNOWN =
      new NodeHealth(null, null, null, null, Map.of(), Map.of());

  public NodeHealth {
    readsByLevel = copy(readsByLevel);
    writesByLevel = copy(writesByLevel);
    conditionallyWritten = conditionallyWritten == null ? null : Set.copyOf(conditionallyWritten);
  }

  /** Of a source that knows neither of conditional writes nor of the dynamic snitch. */
  public NodeHealth(
      @Nullable Long pendingHints,
      @Nullable Long droppedMutations,
      @Nullable Long digestMismatches,
      @Nullable Double averageWriteBytes,
      Map<Level, Long> readsByLevel,
      Map<Level, Long> writesByLevel) {
    this(
        pendingHints,
        droppedMutations,
        digestMismatches,
        averageWriteBytes,
        readsByLevel,
        writesByLevel,
        null,
        null);
  }

  private static Map<Level, Long> copy(Map<Level, Long> counts) {
    Map<Level, Long> copy = new EnumMap<>(Level.class);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }
}
