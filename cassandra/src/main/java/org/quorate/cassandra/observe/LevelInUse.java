package org.quorate.cassandra.observe;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * The level that a table is read at, as far as the servers show it. Immutable.
 *
 * @param level empty where it is not known, as where levels are mixed
 * @param basis how it is known
 */
public record LevelInUse(Optional<Level> level, Basis basis) {
  /** Of all reads that were counted, so many are at one level where that is the level in use. */
  private static final double NEARLY_ALL = 0.95;

  /** How a level in use is known. */
  public enum Basis {
    /** Nearly all reads, of all keyspaces, were counted at it. */
    COUNTED,
    /** As many replicas executed a read as it asks. */
    REPLICAS,
    /** It is not. */
    UNKNOWN
  }

  /**
   * Servers count levels of all tables together, and replicas of each table; so where both are
   * known and do not agree, the replicas are believed.
   */
  static LevelInUse of(TableReport table, ClusterCounts counts, ReadLevels levels) {
    Optional<Level> byReplicas = table.likelyLevel();
    Optional<Level> counted =
        nearlyAll(counts.readsByLevel())
            .filter(
                level ->
                    byReplicas.isEmpty()
                        || levels.replicas(level) == levels.replicas(byReplicas.get()));
    if (counted.isPresent()) {
      return new LevelInUse(counted, Basis.COUNTED);
    }
    return new LevelInUse(byReplicas, byReplicas.isPresent() ? Basis.REPLICAS : Basis.UNKNOWN);
  }

  private static Optional<Level> nearlyAll(Map<Level, Long> counts) {
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
        .filter(most -> all > 0 && most.getValue() >= NEARLY_ALL * all)
        .map(Map.Entry::getKey);
  }
}
