package org.quorate.core.rest;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.core.level.Replication;

/**
 * What clients do with a keyspace, per second.
 *
 * @param replicaReads reads that replicas execute for them, at least 0
 * @param writes by them, at least 0; each replica executes each
 */
public record KeyspaceTraffic(double replicaReads, double writes) {
  /**
   * @throws IllegalArgumentException if a rate is negative or not finite
   */
  public KeyspaceTraffic {
    if (!(replicaReads >= 0 && writes >= 0 && Double.isFinite(replicaReads + writes))) {
      throw new IllegalArgumentException(
          "Rates must be finite and at least 0, but they are "
              + replicaReads
              + " and "
              + writes
              + " per second.");
    }
  }

  /** Both together. */
  public KeyspaceTraffic plus(KeyspaceTraffic other) {
    return new KeyspaceTraffic(replicaReads + other.replicaReads, writes + other.writes);
  }

  /**
   * Operations per second that each node executes as a replica, where nobody counted them by node:
   * a data centre's share of the writes evenly over its nodes, reads evenly over the nodes of the
   * data centres that clients are in, or of all where the terms name none. What is of keyspaces
   * that the situation has not, or whose replication is not understood, is left out.
   *
   * @param byKeyspace name to traffic
   */
  public static Map<String, Double> byNode(
      RestSituation situation, Map<String, KeyspaceTraffic> byKeyspace) {
    Map<String, Long> sizes =
        situation.nodes().stream()
            .collect(Collectors.groupingBy(RestNode::dataCenter, Collectors.counting()));
    Set<String> named = situation.terms().clientDataCenters();
    Collection<String> clients = named.isEmpty() ? sizes.keySet() : named;
    long readers = clients.stream().mapToLong(center -> sizes.getOrDefault(center, 0L)).sum();
    Map<String, Double> load = new HashMap<>();
    for (RestNode node : situation.nodes()) {
      String center = node.dataCenter();
      double sum = 0;
      for (RestKeyspace keyspace : situation.keyspaces()) {
        Replication replication = keyspace.replication();
        KeyspaceTraffic traffic = byKeyspace.get(keyspace.name());
        if (replication != null && traffic != null) {
          int factor = replication.replicasByDataCenter().getOrDefault(center, 0);
          sum += traffic.writes * factor / sizes.getOrDefault(center, 1L);
          sum += clients.contains(center) ? traffic.replicaReads / readers : 0;
        }
      }
      load.put(node.name(), sum);
    }
    return load;
  }
}
