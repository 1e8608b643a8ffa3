package org.quorate.cassandra.monitor;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * What one node did between two readings, divided by the time between them on that node's own
 * instants. Pure.
 */
record NodeDifference(NodeCounts before, NodeCounts now) {
  private static final double NANOS = 1e9;

  /**
   * The difference, or null where none can be taken: there is no earlier reading, no time has
   * passed, or a count went backwards since the node was started anew.
   */
  static @Nullable NodeDifference between(@Nullable NodeCounts before, NodeCounts now) {
    if (before == null || now.takenAtNanos() - before.takenAtNanos() <= 0) {
      return null;
    }
    return wentBackwards(before, now) ? null : new NodeDifference(before, now);
  }

  double seconds() {
    return (now.takenAtNanos() - before.takenAtNanos()) / NANOS;
  }

  /** The node's share of a table's traffic; null where it did not count it at both readings. */
  @Nullable TrafficSum traffic(TableName table) {
    TableCounts first = before.tables().get(table);
    TableCounts last = now.tables().get(table);
    return first == null || last == null
        ? null
        : new TrafficSum(
            table,
            rate(first.clientReads(), last.clientReads()),
            rate(first.clientWrites(), last.clientWrites()),
            rate(first.replicaReads(), last.replicaReads()),
            rate(first.replicaWrites(), last.replicaWrites()));
  }

  /** How fast a count grew, per second; NaN where it is not known at both readings. */
  private double rate(long first, long last) {
    return first == TableCounts.UNKNOWN || last == TableCounts.UNKNOWN
        ? Double.NaN
        : (last - first) / seconds();
  }

  /** Reads and writes per second that the node coordinated; NaN where it does not count both. */
  double coordinated(Set<TableName> tables) {
    double sum = 0;
    for (TableName table : tables) {
      TrafficSum share = traffic(table);
      sum += share == null ? 0 : share.readsPerSecond() + share.clientWritesPerSecond();
    }
    return sum;
  }

  private static boolean wentBackwards(NodeCounts before, NodeCounts now) {
    for (Map.Entry<TableName, TableCounts> entry : before.tables().entrySet()) {
      TableCounts later = now.tables().get(entry.getKey());
      if (later != null && entry.getValue().isAheadOf(later)) {
        return true;
      }
    }
    Long mismatches = before.health().digestMismatches();
    Long laterMismatches = now.health().digestMismatches();
    return (mismatches != null && laterMismatches != null && laterMismatches < mismatches)
        || wentBackwards(before.health().readsByLevel(), now.health().readsByLevel())
        || wentBackwards(before.health().writesByLevel(), now.health().writesByLevel());
  }

  private static boolean wentBackwards(Map<Level, Long> before, Map<Level, Long> now) {
    return before.entrySet().stream()
        .anyMatch(entry -> now.getOrDefault(entry.getKey(), entry.getValue()) < entry.getValue());
  }
}
