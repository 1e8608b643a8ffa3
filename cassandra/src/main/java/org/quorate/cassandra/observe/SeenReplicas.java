package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
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
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Replication;

/**
 * On which nodes the driver knows replicas to be, and what these have told of one another.
 * Stateless.
 */
final class SeenReplicas {
  /** Rows that stand for all, at tokens as far from one another around the ring. */
  static final int MOST_ROWS = 64;

  private static final String MURMUR3 = "Murmur3Partitioner";
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
    return new ReplicaMap(mapped, rows(metadata, keyspace, numbers), threshold);
  }

  /**
   * The same row once, where there is no other; all nodes, where the driver knows no tokens of 64
   * bits. A few tokens are looked up, since a ring may have tens of thousands. Replicas are in the
   * order of the ring, in which coordinators ask those that are as near.
   */
  private static List<List<Integer>> rows(
      Metadata metadata, String keyspace, Map<UUID, Integer> numbers) {
    TokenMap ring = metadata.getTokenMap().orElse(null);
    if (ring == null || !ring.getPartitionerName().endsWith(MURMUR3)) {
      return List.of(numbers.values().stream().sorted().toList());
    }
    List<List<Integer>> rows = new ArrayList<>();
    for (int i = 0; i < MOST_ROWS; i++) {
      Token token = ring.parse(Long.toString(Long.MIN_VALUE + i * APART + APART / 2));
      rows.add(
          ring.getReplicas(CqlIdentifier.fromInternal(keyspace), token).stream()
              .map(Node::getHostId)
              .filter(numbers::containsKey)
              .map(numbers::get)
              .toList());
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
