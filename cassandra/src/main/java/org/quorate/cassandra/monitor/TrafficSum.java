package org.quorate.cassandra.monitor;

import java.util.List;
import java.util.function.ToLongFunction;
import org.quorate.cassandra.table.TableName;

/**
 * One table's traffic over all nodes. Pure.
 *
 * <p>Reads are what coordinators counted. Writes are what coordinators counted, where all of them
 * are in sight. Where some are not, writes that they coordinate still arrive at the replicas in
 * sight, so the rate is the larger of the coordinators' count and the replicas' count divided by
 * the number of replicas in sight. Where coordinators do not count writes by table, only the latter
 * is left. Replicas also count hints and read repairs, so it can be too high, never too low while
 * no node is silent.
 *
 * @param table the table
 * @param readsPerSecond NaN where unknown
 * @param clientWritesPerSecond as coordinators in sight counted them; NaN where unknown
 * @param replicaReadsPerSecond NaN where unknown
 * @param replicaWritesPerSecond NaN where unknown
 */
record TrafficSum(
    TableName table,
    double readsPerSecond,
    double clientWritesPerSecond,
    double replicaReadsPerSecond,
    double replicaWritesPerSecond) {
  /**
   * @param differences at least one of nodes that have the table
   */
  static TrafficSum of(TableName table, List<NodeDifference> differences) {
    return new TrafficSum(
        table,
        sum(table, differences, TableCounts::clientReads),
        sum(table, differences, TableCounts::clientWrites),
        sum(table, differences, TableCounts::replicaReads),
        sum(table, differences, TableCounts::replicaWrites));
  }

  boolean countsClientWrites() {
    return !Double.isNaN(clientWritesPerSecond);
  }

  /**
   * @param replicas of each row in sight; 0 where unknown
   * @param whole whether all coordinators are in sight
   */
  TableTraffic traffic(int replicas, boolean whole) {
    return new TableTraffic(
        readsPerSecond,
        writesPerSecond(replicas, whole),
        replicaReadsPerSecond,
        replicaWritesPerSecond);
  }

  private double writesPerSecond(int replicas, boolean whole) {
    if (countsClientWrites() && whole) {
      return clientWritesPerSecond;
    }
    double derived = replicas == 0 ? Double.NaN : replicaWritesPerSecond / replicas;
    if (!countsClientWrites()) {
      return derived;
    }
    return Double.isNaN(derived) ? clientWritesPerSecond : Math.max(clientWritesPerSecond, derived);
  }

  private static double sum(
      TableName table, List<NodeDifference> differences, ToLongFunction<TableCounts> count) {
    return differences.stream()
        .filter(difference -> difference.has(table))
        .mapToDouble(difference -> difference.rate(table, count))
        .sum();
  }
}
