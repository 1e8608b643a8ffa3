package org.quorate.cassandra.monitor;

import org.quorate.cassandra.table.TableName;

/**
 * One table's traffic over some nodes. Pure.
 *
 * <p>Reads are what coordinators counted. Writes are the larger of what coordinators counted and of
 * what replicas counted divided by the number of replicas in sight: coordinators count a batch once
 * for each table, whatever the number of its partitions, and conditional writes not at all ({@code
 * StorageProxy} of Cassandra 5.0), and some coordinators may not be in sight. Replicas also count
 * hints and read repairs, so the rate can be too high, never too low while no node is silent.
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
  /** With the share of other nodes. */
  TrafficSum plus(TrafficSum others) {
    return new TrafficSum(
        table,
        readsPerSecond + others.readsPerSecond,
        clientWritesPerSecond + others.clientWritesPerSecond,
        replicaReadsPerSecond + others.replicaReadsPerSecond,
        replicaWritesPerSecond + others.replicaWritesPerSecond);
  }

  boolean countsClientWrites() {
    return !Double.isNaN(clientWritesPerSecond);
  }

  /**
   * @param replicas of a row that have a share in the sums, in the mean over rows; 0 where unknown
   */
  TableTraffic traffic(double replicas) {
    return new TableTraffic(
        readsPerSecond, writesPerSecond(replicas), replicaReadsPerSecond, replicaWritesPerSecond);
  }

  private double writesPerSecond(double replicas) {
    double derived = replicas == 0 ? Double.NaN : replicaWritesPerSecond / replicas;
    if (!countsClientWrites()) {
      return derived;
    }
    return Double.isNaN(derived) ? clientWritesPerSecond : Math.max(clientWritesPerSecond, derived);
  }
}
