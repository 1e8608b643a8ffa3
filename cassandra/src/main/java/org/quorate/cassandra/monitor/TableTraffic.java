package org.quorate.cassandra.monitor;

/**
 * How one table was used between two readings, over all nodes that answered both times.
 *
 * @param readsPerSecond single-partition reads by all clients, or NaN where the source has none
 * @param writesPerSecond writes by all clients, where need be derived from what replicas applied
 *     ({@link ClusterMonitor} says how), or NaN where nothing is known
 * @param replicaReadsPerSecond reads executed by replicas, or NaN where the source has none
 * @param replicaWritesPerSecond mutations applied by replicas, or NaN
 */
public record TableTraffic(
    double readsPerSecond,
    double writesPerSecond,
    double replicaReadsPerSecond,
    double replicaWritesPerSecond) {}
