package org.quorate.cassandra.observe;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;

/**
 * Adds up one table's traffic over readings, without the observer's own reads. Not thread-safe; of
 * constant size.
 */
final class TableTally {
  private final TableName table;
  private final ReadLevels levels;
  private final RateTally reads = new RateTally();
  private final RateTally writes = new RateTally();
  private final RateTally replicaReads = new RateTally();

  TableTally(TableName table, ReadLevels levels) {
    this.table = table;
    this.levels = levels;
  }

  /**
   * One reading.
   *
   * @param ownReads of the observer, by level, since the reading before
   * @param seconds since the reading before, above 0
   */
  void add(TableTraffic traffic, Map<Level, Long> ownReads, double seconds) {
    double own = 0;
    double ownReplicaReads = 0;
    for (Map.Entry<Level, Long> each : ownReads.entrySet()) {
      own += each.getValue();
      ownReplicaReads += (double) each.getValue() * levels.replicas(each.getKey());
    }
    reads.add(traffic.readsPerSecond(), own, seconds);
    writes.add(traffic.writesPerSecond(), 0, seconds);
    replicaReads.add(traffic.replicaReadsPerSecond(), ownReplicaReads, seconds);
  }

  /** By others; NaN where not known. */
  double readsPerSecond() {
    return reads.rate().mean();
  }

  TableReport report(
      @Nullable Propagation propagation,
      @Nullable KeyPopularity popularity,
      Optional<SampledKeys> rows) {
    return TableReport.of(
        table,
        reads.rate(),
        writes.rate(),
        replicaReads.rate().mean(),
        levels,
        propagation,
        popularity,
        rows);
  }
}
