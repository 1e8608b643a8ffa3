package org.quorate.cassandra.monitor.cql;

import java.util.Locale;

/** The virtual tables that count a table's operations. */
enum LatencyView {
  /** {@code clientReads}. */
  COORDINATOR_READ_LATENCY,
  /** {@code clientWrites}. */
  COORDINATOR_WRITE_LATENCY,
  /** {@code replicaReads}. */
  LOCAL_READ_LATENCY,
  /** {@code replicaWrites}. */
  LOCAL_WRITE_LATENCY;

  /** The virtual table's name. */
  String table() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The count of one table. */
  String row() {
    return rows() + " WHERE keyspace_name = ? AND table_name = ?";
  }

  /** The counts of all tables. */
  String rows() {
    return "SELECT keyspace_name, table_name, \"count\" FROM "
        + SystemViewsSource.KEYSPACE
        + "."
        + table();
  }
}
