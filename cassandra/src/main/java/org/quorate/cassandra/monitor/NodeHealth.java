package org.quorate.cassandra.monitor;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
 */
public record NodeHealth(
    @Nullable Long pendingHints,
    @Nullable Long droppedMutations,
    @Nullable Long digestMismatches,
    @Nullable Double averageWriteBytes,
    Map<Level, Long> readsByLevel,
    Map<Level, Long> writesByLevel) {
  /** Nothing known. */
  public static final NodeHealth UNKNOWN =
      new NodeHealth(null, null, null, null, Map.of(), Map.of());

  public NodeHealth {
    readsByLevel = copy(readsByLevel);
    writesByLevel = copy(writesByLevel);
  }

  private static Map<Level, Long> copy(Map<Level, Long> counts) {
    Map<Level, Long> copy = new EnumMap<>(Level.class);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }
}
