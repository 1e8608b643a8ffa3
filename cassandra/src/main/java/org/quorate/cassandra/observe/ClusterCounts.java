package org.quorate.cassandra.observe;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * What the nodes of a cluster counted over some time, all keyspaces together. A value is null, and
 * a map empty, where the source does not know it.
 *
 * @param digestMismatches reads whose replicas disagreed
 * @param droppedMutations writes that a replica dropped, because they had waited too long
 * @param pendingHints hints, or files of hints where the source knows no better, that nodes keep
 *     for others that missed a write; at the end
 * @param readsByLevel single-partition reads by level, without the observer's own
 * @param writesByLevel writes by level
 * @param seconds the time that was counted; 0 before the second reading, when nothing has grown yet
 */
public record ClusterCounts(
    @Nullable Long digestMismatches,
    @Nullable Long droppedMutations,
    @Nullable Long pendingHints,
    Map<Level, Long> readsByLevel,
    Map<Level, Long> writesByLevel,
    double seconds) {
  public ClusterCounts {
    readsByLevel = copy(readsByLevel);
    writesByLevel = copy(writesByLevel);
  }

  private static Map<Level, Long> copy(Map<Level, Long> counts) {
    Map<Level, Long> copy = new EnumMap<>(Level.class);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }

  /** Reads that asked more than one replica, so that a digest could mismatch; all keyspaces. */
  public long comparingReads() {
    return readsByLevel.entrySet().stream()
        .filter(entry -> entry.getKey() != Level.ONE && entry.getKey() != Level.LOCAL_ONE)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Digest mismatches for each read of any level; empty where not known or nothing was read. */
  public OptionalDouble mismatchesPerRead() {
    return perRead(readsByLevel.values().stream().mapToLong(Long::longValue).sum());
  }

  /** Digest mismatches for each read that asked more than one replica; empty likewise. */
  public OptionalDouble mismatchesPerComparingRead() {
    return perRead(comparingReads());
  }

  private OptionalDouble perRead(long reads) {
    Long mismatches = digestMismatches;
    return mismatches == null || reads == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) mismatches / reads);
  }

  /**
   * Whether writes were counted by level, of any keyspace, and none was at a level that fewer
   * replicas acknowledge than at the one that estimates assume.
   */
  public boolean areAllWritesAtLeast(ReadLevels levels) {
    return writesByLevel.values().stream().anyMatch(count -> count > 0) && writesBelow(levels) == 0;
  }

  /** Writes at levels that fewer replicas acknowledge than at the one that estimates assume. */
  public long writesBelow(ReadLevels levels) {
    return writesByLevel.entrySet().stream()
        .filter(entry -> levels.counted(entry.getKey()) < levels.writeReplicas())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
