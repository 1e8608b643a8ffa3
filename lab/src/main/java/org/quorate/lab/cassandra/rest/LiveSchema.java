package org.quorate.lab.cassandra.rest;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.quorate.cassandra.monitor.replica.DriverRing;
import org.quorate.core.level.Replication;
import org.quorate.core.replica.ReplicatedRange;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestTable;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.StoreException;

/** A cluster's keyspaces with the replicas of their rows, as the driver knows them. */
final class LiveSchema implements AutoCloseable {
  /** What servers keep for themselves. */
  private static final Set<String> SYSTEM =
      Set.of(
          "system",
          "system_auth",
          "system_distributed",
          "system_schema",
          "system_traces",
          "system_views",
          "system_virtual_schema");

  private static final CqlIdentifier GRACE = CqlIdentifier.fromInternal("gc_grace_seconds");
  private static final int DEFAULT_GRACE_SECONDS = 864_000;

  private final RunningCluster cluster;
  private final CassandraConnection connection;

  private LiveSchema(RunningCluster cluster, CassandraConnection connection) {
    this.cluster = cluster;
    this.connection = connection;
  }

  /**
   * Connects to nodes of one data centre.
   *
   * @param awake names of nodes that answer, at least one
   */
  static LiveSchema open(RunningCluster cluster, Set<String> awake) throws EngineException {
    if (!cluster.spec().settings().getOrDefault("authenticator", "AllowAll").contains("AllowAll")) {
      throw new EngineException(
          "Clients of cluster "
              + cluster.spec().name()
              + " have to log in, and whether they still could while nodes rest is not looked at"
              + " yet; let its nodes stay awake.");
    }
    List<RunningNode> asked =
        cluster.nodes().stream().filter(node -> awake.contains(node.name())).toList();
    String center = asked.get(0).dataCenter();
    ConnectionSettings settings =
        ConnectionSettings.of(
                asked.stream()
                    .filter(node -> node.dataCenter().equals(center))
                    .map(RunningNode::clientAddress)
                    .toList())
            .withLocalDataCenter(center);
    try {
      return new LiveSchema(cluster, CassandraConnection.open(settings));
    } catch (StoreException e) {
      throw new EngineException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Those of clients. */
  List<RestKeyspace> keyspaces(UsedLevels levels) {
    Metadata metadata = connection.session().getMetadata();
    List<RestKeyspace> keyspaces = new ArrayList<>();
    for (KeyspaceMetadata keyspace : metadata.getKeyspaces().values()) {
      String name = keyspace.getName().asInternal();
      if (isUsed(name)) {
        keyspaces.add(
            new RestKeyspace(
                name,
                levels.writes(),
                levels.reads(),
                Replication.parse(keyspace.getReplication(), connection.dataCenters()),
                replicaSets(metadata, name),
                tables(keyspace)));
      }
    }
    return keyspaces;
  }

  /** Whether a keyspace is one of clients. */
  static boolean isUsed(String keyspace) {
    return !SYSTEM.contains(keyspace);
  }

  private Set<Set<String>> replicaSets(Metadata metadata, String keyspace) {
    Map<UUID, String> names = new HashMap<>();
    metadata
        .getNodes()
        .forEach(
            (id, known) ->
                cluster.nodes().stream()
                    .filter(node -> node.clientAddress().equals(known.getEndPoint().resolve()))
                    .forEach(node -> names.put(id, node.name())));
    Set<Set<String>> sets = new HashSet<>();
    for (ReplicatedRange range : DriverRing.of(metadata, keyspace, node -> true)) {
      sets.add(
          range.replicas().stream()
              .map(id -> names.getOrDefault(id, id.toString()))
              .collect(Collectors.toSet()));
    }
    return sets;
  }

  /** Tables and materialised views of a keyspace. */
  static List<RestTable> tables(KeyspaceMetadata keyspace) {
    List<RestTable> tables = new ArrayList<>();
    keyspace.getTables().values().forEach(table -> tables.add(table(table, false)));
    keyspace.getViews().values().forEach(view -> tables.add(table(view, true)));
    return tables;
  }

  private static RestTable table(RelationMetadata table, boolean view) {
    Object grace = table.getOptions().get(GRACE);
    return new RestTable(
        table.getName().asInternal(),
        Duration.ofSeconds(
            grace instanceof Number seconds ? seconds.longValue() : DEFAULT_GRACE_SECONDS),
        view);
  }

  @Override
  public void close() {
    connection.close();
  }
}
