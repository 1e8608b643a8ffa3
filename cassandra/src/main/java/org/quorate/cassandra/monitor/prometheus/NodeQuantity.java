package org.quorate.cassandra.monitor.prometheus;

/** What a metric can be. Counts are since the node's start. */
public enum NodeQuantity {
  /** Of a table: reads that this node coordinated. */
  CLIENT_READS,
  /** Of a table: writes that this node coordinated. */
  CLIENT_WRITES,
  /** Of a table: reads that this node executed as a replica. */
  REPLICA_READS,
  /** Of a table: mutations that this node applied as a replica. */
  REPLICA_WRITES,
  /** Of the node: reads whose replicas disagreed; all metrics of it are added up. */
  DIGEST_MISMATCHES,
  /** Of the node: mutations dropped; all metrics of it are added up. */
  DROPPED_MUTATIONS,
  /** Of the node: mean size of a mutation, in bytes. */
  AVERAGE_WRITE_BYTES,
  /** Of the node and a level: reads coordinated. */
  READS_AT_LEVEL,
  /** Of the node and a level: writes coordinated. */
  WRITES_AT_LEVEL;

  boolean isOfTable() {
    return this == CLIENT_READS
        || this == CLIENT_WRITES
        || this == REPLICA_READS
        || this == REPLICA_WRITES;
  }

  boolean isOfLevel() {
    return this == READS_AT_LEVEL || this == WRITES_AT_LEVEL;
  }
}
