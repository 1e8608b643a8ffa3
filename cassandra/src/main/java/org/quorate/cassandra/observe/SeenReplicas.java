package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.quorate.cassandra.access.NodeAddress;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.SnitchScores;
import org.quorate.cassandra.monitor.replica.DriverRing;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Replication;
import org.quorate.core.replica.ReplicatedRange;

/**
 * On which nodes the driver knows replicas to be, and what these have told of one another.
 * Stateless.
 */
final class SeenReplicas {
  /** Rows that stand for all, at tokens as far from one another around the ring. */
  static final int MOST_ROWS = 64;

  private static final long APART = -2 * (Long.MIN_VALUE / MOST_ROWS);

  private SeenReplicas() {}

  /**
   * What is known.
   *
   * @param keyspace without quotes
   * @param replication of it; where that is over several data centres nothing is told
   * @param health of nodes, as they last told it
   */
  static ReplicaMap of(
      Metadata metadata, String keyspace, Replication replication, Map<UUID, NodeHealth> health) {
    if (replication.replicasByDataCenter().size() != 1) {
      return ReplicaMap.NONE;
    }
    String dataCenter = replication.replicasByDataCenter().keySet().iterator().next();
    List<Node> nodes =
        metadata.getNodes().values().stream()
            .filter(node -> dataCenter.equals(node.getDatacenter()) && node.getHostId() != null)
            .sorted(Comparator.comparing(SeenReplicas::address))
            .toList();
    Map<UUID, Integer> numbers = new HashMap<>();
    List<ReplicaMap.MappedNode> mapped = new ArrayList<>();
    double threshold = 0;
    for (Node node : nodes) {
      UUID id = Objects.requireNonNull(node.getHostId());
      NodeHealth known = health.getOrDefault(id, NodeHealth.UNKNOWN);
      SnitchScores scores = known.snitch();
      threshold = Math.max(threshold, scores == null ? 0 : scores.badnessThreshold());
      numbers.put(id, mapped.size());
      mapped.add(
          new ReplicaMap.MappedNode(
              address(node),
              dataCenter,
              String.valueOf(node.getRack()),
              scores == null ? Map.of() : scores.byAddress()));
    }
    List<ReplicatedRange> ranges =
        DriverRing.of(metadata, keyspace, node -> numbers.containsKey(node.getHostId()));
    return new ReplicaMap(mapped, rows(ranges, numbers), threshold);
  }

  /** The same row once, where there is no other. */
  private static List<List<Integer>> rows(
      List<ReplicatedRange> ranges, Map<UUID, Integer> numbers) {
    List<List<Integer>> rows = new ArrayList<>();
    for (int i = 0; i < MOST_ROWS; i++) {
      long token = Long.MIN_VALUE + i * APART + APART / 2;
      ranges.stream()
          .filter(range -> range.range().contains(token))
          .findFirst()
          .ifPresent(
              range -> rows.add(range.replicas().stream().map(numbers::get).sorted().toList()));
    }
    return rows.stream().distinct().count() == 1 ? List.of(rows.get(0)) : rows;
  }

  /** As traces and snitches call it; no text where the driver does not know it. */
  private static String address(Node node) {
    return node.getBroadcastAddress()
        .flatMap(NodeAddress::of)
        .map(NodeAddress::toString)
        .orElse("");
  }
}
