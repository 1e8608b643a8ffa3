package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
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
 * @param quickCompiler whether servers compile their code quickly instead of well, so that they
 *     reach their steady speed in seconds
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
    boolean quickCompiler,
    Map<String, String> settings) {
  public ClusterSettings {
    dataCenters = Collections.unmodifiableMap(new LinkedHashMap<>(dataCenters));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** Nodes in all data centres. */
  public int nodes() {
    return dataCenters.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Nodes of the smallest data centre: the largest replication factor that is possible. */
  public int smallestDataCenter() {
    return dataCenters.values().stream().mapToInt(Integer::intValue).min().orElse(0);
  }

  public ClusterSettings withDataCenters(Map<String, Integer> changed) {
    return new ClusterSettings(
        engine,
        version,
        changed,
        replicationFactor,
        tokensPerNode,
        heapBytes,
        processorQuota,
        quickCompiler,
        settings);
  }

  public ClusterSettings withReplicationFactor(int changed) {
    return new ClusterSettings(
        engine,
        version,
        dataCenters,
        changed,
        tokensPerNode,
        heapBytes,
        processorQuota,
        quickCompiler,
        settings);
  }
}
