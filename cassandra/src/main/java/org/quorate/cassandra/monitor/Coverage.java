package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Replication;

/**
 * Which part of a cluster has a share in a reading. Pure.
 *
 * @param shares of each data centre's nodes, those that have a share in the rates, 0 to 1
 * @param unreached data centres with a node that was not asked: the source does not reach it, it
 *     has never answered by it, or the driver holds it down, which may be so for this client alone
 */
record Coverage(Map<String, Double> shares, Set<String> unreached) {
  /**
   * @param asked nodes whose answer was waited for
   * @param counted nodes that have a share in the rates
   */
  static Coverage of(Collection<Node> nodes, Set<UUID> asked, Set<UUID> counted) {
    Map<String, Integer> members = new HashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    Set<String> unreached = new TreeSet<>();
    for (Node node : nodes) {
      String center = node.getDatacenter() == null ? "" : node.getDatacenter();
      UUID id = node.getHostId();
      members.merge(center, 1, Integer::sum);
      if (id != null && counted.contains(id)) {
        seen.merge(center, 1, Integer::sum);
      }
      if (id == null || !asked.contains(id)) {
        unreached.add(center);
      }
    }
    Map<String, Double> shares = new HashMap<>();
    members.forEach(
        (center, all) -> shares.put(center, seen.getOrDefault(center, 0) / (double) all));
    return new Coverage(shares, unreached);
  }

  /** Whether there are no coordinators out of sight. */
  boolean isWhole() {
    return unreached.isEmpty();
  }

  /**
   * How many replicas of a row have a share in the rates, in the mean over rows, if each node of a
   * data centre keeps as many rows as the next; 0 where that is not known.
   */
  double replicas(@Nullable Replication replication) {
    if (replication == null) {
      return 0;
    }
    return replication.replicasByDataCenter().entrySet().stream()
        .mapToDouble(entry -> entry.getValue() * shares.getOrDefault(entry.getKey(), 0.0))
        .sum();
  }
}
