package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Replication;

/**
 * Which part of a cluster a source sees. Pure.
 *
 * @param reached data centres with a node that the source reaches
 * @param unreached data centres with a node that it does not reach
 */
record Coverage(Set<String> reached, Set<String> unreached) {
  static Coverage of(Collection<Node> nodes, CounterSource source) {
    Set<String> reached = new TreeSet<>();
    Set<String> unreached = new TreeSet<>();
    for (Node node : nodes) {
      String center = node.getDatacenter();
      (source.reaches(node) ? reached : unreached).add(center == null ? "" : center);
    }
    return new Coverage(reached, unreached);
  }

  /** Whether there are no coordinators out of sight. */
  boolean isWhole() {
    return unreached.isEmpty();
  }

  /** Replicas of each row in the data centres reached; 0 where that is not known. */
  int replicas(@Nullable Replication replication) {
    if (replication == null) {
      return 0;
    }
    return replication.replicasByDataCenter().entrySet().stream()
        .filter(entry -> reached.contains(entry.getKey()))
        .mapToInt(entry -> entry.getValue())
        .sum();
  }
}
