package org.quorate.study.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that a study asks for. Runs whose cluster settings are equal share one session.
 *
 * @param engine the store, for example {@code cassandra}
 * @param version of the server, or {@code default}
 * @param dataCenters name to number of nodes, in the order of the file
 * @param replicationFactor replicas of each row in each data centre
 * @param tokensPerNode 1 for evenly spaced explicit tokens
 * @param heapBytes maximum heap of each server
 * @param processorQuota cores that each server may use, or null for no limit
 * @param settings further settings handed to the server as they are
 */
public record ClusterSettings(
    String engine,
    String version,
    Map<String, Integer> dataCenters,
    int replicationFactor,
    int tokensPerNode,
    long heapBytes,
    @Nullable Double processorQuota,
    Map<String, String> settings) {
  /** Nodes in all data centres. */
  public int nodes() {
    return dataCenters.values().stream().mapToInt(Integer::intValue).sum();
  }
}
