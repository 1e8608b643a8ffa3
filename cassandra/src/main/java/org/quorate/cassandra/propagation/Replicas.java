package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.cassandra.monitor.SourceException;

/** Which nodes keep a row, as the driver knows it. */
final class Replicas {
  private Replicas() {}

  /**
   * The replicas of a row in all data centres.
   *
   * @throws SourceException if the driver does not know them
   */
  static Set<Node> of(CqlSession session, String keyspace, ByteBuffer routingKey)
      throws SourceException {
    Set<Node> replicas =
        session
            .getMetadata()
            .getTokenMap()
            .map(map -> map.getReplicas(CqlIdentifier.fromInternal(keyspace), routingKey))
            .orElse(Set.of());
    if (replicas.isEmpty()) {
      throw new SourceException(
          "The driver does not know which nodes keep the rows of keyspace "
              + keyspace
              + ": turn on advanced.metadata.token-map and advanced.metadata.schema in its"
              + " configuration, and let refreshed-keyspaces include the keyspace.");
    }
    return replicas;
  }

  /** Whether the session has connections to the node and may send it requests. */
  static boolean canCoordinate(Node node) {
    return node.getDistance() != NodeDistance.IGNORED && node.getOpenConnections() > 0;
  }

  /**
   * The replicas among these that are in the client's own data centre, whether or not the driver
   * sends requests to them: a filter of nodes keeps no replica from being one.
   */
  static List<Node> near(Collection<Node> cluster, Collection<Node> replicas) {
    Set<String> own =
        cluster.stream()
            .filter(node -> node.getDistance() == NodeDistance.LOCAL)
            .map(Node::getDatacenter)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return replicas.stream().filter(node -> own.contains(node.getDatacenter())).toList();
  }
}
