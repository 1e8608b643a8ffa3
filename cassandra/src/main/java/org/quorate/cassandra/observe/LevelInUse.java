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

  /** Of the replicas that a level asks, so many may be missing among those that were counted, */
  private static final double FEWEST = 0.85;

  /** and so many times as many may be counted, where nearly all reads are at that level. */
  private static final double MOST = 1.35;

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
   * known and do not agree, the replicas are believed, and where these fit no level, none is known.
   */
  static LevelInUse of(TableReport table, ClusterCounts counts, ReadLevels levels) {
    Optional<Level> byReplicas = table.likelyLevel();
    Optional<Level> counted =
        nearlyAll(counts.readsByLevel())
            .filter(
                level ->
                    byReplicas
                        .map(likely -> levels.replicas(level) == levels.replicas(likely))
                        .orElse(isNear(table.replicasPerRead(), levels.replicas(level))));
    if (counted.isPresent()) {
      return new LevelInUse(counted, Basis.COUNTED);
    }
    return new LevelInUse(byReplicas, byReplicas.isPresent() ? Basis.REPLICAS : Basis.UNKNOWN);
  }

  /**
   * Repairs and speculative retries add to the replicas that a level asks, as does a few's more.
   */
  private static boolean isNear(double replicasPerRead, int replicas) {
    return Double.isNaN(replicasPerRead)
        || (replicasPerRead >= FEWEST * replicas && replicasPerRead <= MOST * replicas);
  }

  private static Optional<Level> nearlyAll(Map<Level, Long> counts) {
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
        .filter(most -> all > 0 && most.getValue() >= NEARLY_ALL * all)
        .map(Map.Entry::getKey);
  }
}
