package org.quorate.cassandra.access;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Replication;

/** What the driver knows of a cluster without asking it. Stateless. */
public final class KnownCluster {
  private KnownCluster() {}

  /** A keyspace, or empty where the driver knows none of this name, without quotes. */
  public static Optional<KeyspaceMetadata> keyspace(CqlSession session, String name) {
    return session.getMetadata().getKeyspace(CqlIdentifier.fromInternal(name));
  }

  /** A table, or empty where the driver knows none of this name. */
  public static Optional<TableMetadata> table(CqlSession session, TableName name) {
    return keyspace(session, name.keyspace())
        .flatMap(known -> known.getTable(CqlIdentifier.fromInternal(name.table())));
  }

  /** Where a keyspace's replicas are, or null where that is not known. */
  public static @Nullable Replication replication(CqlSession session, String keyspace) {
    return keyspace(session, keyspace)
        .map(known -> replication(session, known.getReplication()))
        .orElse(null);
  }

  /** Where replicas are by such options of a keyspace, or null where they do not say. */
  public static @Nullable Replication replication(CqlSession session, Map<String, String> options) {
    Set<String> dataCenters =
        session.getMetadata().getNodes().values().stream()
            .map(Node::getDatacenter)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return Replication.parse(options, dataCenters);
  }

  /** Whether the driver has been told that the node is down. */
  public static boolean isDown(Node node) {
    return node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN;
  }
}
