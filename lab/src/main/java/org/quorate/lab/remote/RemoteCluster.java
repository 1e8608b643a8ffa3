package org.quorate.lab.remote;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.propagation.CanaryPropagation;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.core.level.Replication;
import org.quorate.lab.backend.MeasuredServers;
import org.quorate.lab.backend.cassandra.CassandraCluster;
import org.quorate.lab.backend.cassandra.Connections;
import org.quorate.lab.backend.cassandra.RunEvidence;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.EnvironmentFacts;
import org.quorate.lab.host.LoadHosts;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.OwnKeyspace;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;

/**
 * Somebody else's cluster: only what the driver, and JMX where the study names it, tell of it is
 * known; nothing but tables in a keyspace of Quorate's own is made on it, and only these are
 * dropped, if the study says so. Every session has tables of its own, for rows of an earlier one
 * have versions that its history does not know. Used by one thread.
 */
final class RemoteCluster implements CassandraCluster {
  /** A digit of the stamp in names of tables. */
  private static final int RADIX = 36;

  private final ClusterSettings settings;
  private final RemoteSettings remote;
  private final int session;
  private final Progress progress;
  private final CassandraConnection connection;
  private final Connections connections;
  private final RemoteNodes nodes;
  private final RemoteServers servers;
  private final Optional<ManagementAddresses> management;
  private final RemoteCounters counters;
  private final @Nullable LoadHosts loadHosts;
  private final Instant opened = Instant.now();
  private final TableLayout canaries;
  private final TableLayout evidence;
  private final List<TableLayout> created = new ArrayList<>();

  private RemoteCluster(
      ClusterSettings settings,
      RemoteSettings remote,
      int session,
      Progress progress,
      Path directory,
      CassandraConnection connection,
      ConnectionSettings how)
      throws BackendException, InterruptedException {
    this.settings = settings;
    this.remote = remote;
    this.session = session;
    this.progress = progress;
    this.connection = connection;
    this.canaries = new TableLayout(remote.keyspace(), CanarySettings.TABLE, List.of("stamp"));
    this.evidence = new TableLayout(remote.keyspace(), RunEvidence.TABLE, List.of("value"));
    this.nodes = RemoteServers.expected(connection.session(), settings);
    this.connections = Connections.around(connection, how, nodes.hotNodes(remote.hotNodes()));
    this.servers = new RemoteServers(connection.session(), settings, nodes.hosts(remote.hosts()));
    this.management = RemoteAccess.management(remote);
    this.counters =
        management.isPresent()
            ? RemoteCounters.overManagement(connection.session(), nodes, management.get())
            : RemoteCounters.overCql(connection.session(), nodes);
    this.loadHosts =
        remote.loadHosts().isEmpty()
            ? null
            : new LoadHosts(
                remote.loadHosts(), remote.contactPoints(), remote.localDataCenter(), directory);
  }

  /**
   * Connects to the cluster, and makes the keyspace where it is missing.
   *
   * @param directory of the session's own files
   * @param progress is told of what is left behind
   * @throws BackendException when the cluster cannot be reached, or is not as the study expects
   */
  static RemoteCluster open(
      ClusterSettings settings, int session, Path directory, Progress progress)
      throws BackendException, InterruptedException {
    RemoteSettings remote = RemoteCheck.remote(settings);
    ConnectionSettings how = RemoteAccess.connection(remote);
    CassandraConnection connection;
    try {
      connection = CassandraConnection.open(how);
    } catch (StoreException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    try {
      RemoteCluster cluster =
          new RemoteCluster(settings, remote, session, progress, directory, connection, how);
      OwnKeyspace.claim(connection, remote.keyspace(), cluster.replication());
      return cluster;
    } catch (StoreException e) {
      connection.close();
      throw new BackendException(String.valueOf(e.getMessage()), e);
    } catch (BackendException | InterruptedException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public MeasuredServers servers() {
    return servers;
  }

  @Override
  public Optional<LoadHosts> loadHosts() {
    return Optional.ofNullable(loadHosts);
  }

  @Override
  public Connections connections() {
    return connections;
  }

  @Override
  public Environment environment(Path directory, CassandraConnection client) {
    Map<String, String> facts = new LinkedHashMap<>();
    EnvironmentFacts.collect(directory)
        .facts()
        .forEach((name, value) -> facts.put("client's " + name, value));
    facts.put("server", "Apache Cassandra " + String.join(", ", client.serverVersions()));
    facts.put(
        "nodes",
        nodes.all().stream()
            .map(node -> nodes.name(node) + " (" + node.dataCenter() + ")")
            .collect(Collectors.joining(", ")));
    facts.put("replication", replication().toString());
    client
        .session()
        .getMetadata()
        .getTokenMap()
        .ifPresent(tokens -> facts.put("tokens per node", tokensPerNode(tokens)));
    facts.put("keyspace", remote.keyspace());
    facts.put("server counters", counters.source());
    facts.put("links", "the cluster's own, which are not seen");
    return new Environment(facts);
  }

  private String tokensPerNode(TokenMap tokens) {
    Map<UUID, Node> known = connection.session().getMetadata().getNodes();
    TreeSet<Integer> counts = new TreeSet<>();
    for (RemoteNode node : nodes.all()) {
      Node found = known.get(node.id());
      if (found != null) {
        counts.add(tokens.getTokens(found).size());
      }
    }
    return counts.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  @Override
  public Replication replication() {
    Map<String, Integer> replicas = new LinkedHashMap<>();
    settings
        .dataCenters()
        .keySet()
        .forEach(center -> replicas.put(center, settings.replicationFactor()));
    return new Replication(replicas);
  }

  @Override
  public String keyspace() {
    return remote.keyspace();
  }

  @Override
  public String canaryKeyspace() {
    return remote.keyspace();
  }

  @Override
  public String tableName(String name) {
    return TableLayout.longer(name, "_" + Long.toString(opened.toEpochMilli(), RADIX));
  }

  @Override
  public void create(CassandraConnection client, TableLayout layout, Progress shown)
      throws StoreException {
    CassandraSchema schema = client.schema();
    created.add(layout);
    schema.createTable(
        layout,
        Map.of(
            "comment",
            "'Rows of a Quorate study, session "
                + session
                + " of "
                + opened.truncatedTo(ChronoUnit.SECONDS)
                + "'"),
        shown::message);
  }

  @Override
  public void drop(CassandraConnection client, TableLayout layout) throws StoreException {
    if (created.contains(layout)) {
      client.schema().dropTable(layout);
      created.remove(layout);
    }
  }

  /** What is in memory can be written to disk over JMX alone. */
  @Override
  public void flush(TableLayout layout) throws BackendException {
    if (management.isEmpty()) {
      return;
    }
    Map<UUID, Node> known = connection.session().getMetadata().getNodes();
    for (RemoteNode node : nodes.all()) {
      Node found = known.get(node.id());
      if (found == null) {
        continue;
      }
      try {
        RemoteFlush.flush(management.get().access().connection(found), layout);
      } catch (IOException e) {
        throw new BackendException(
            nodes.name(node)
                + " could not write table "
                + layout.table()
                + " to disk ("
                + e.getMessage()
                + "); see its log.",
            e);
      }
    }
  }

  /**
   * Nothing of a remote cluster is changed. Tables of canaries and evidence, which whoever writes
   * the first row makes, are this session's own where there are none yet.
   */
  @Override
  public void prepare(RunSettings run) {
    MonitorSettings monitor = run.monitor();
    if (monitor != null && monitor.propagation().equals(CanaryPropagation.NAME)) {
      willCreate(canaries);
    }
    if (RunEvidence.every(run) != null) {
      willCreate(evidence);
    }
  }

  private void willCreate(TableLayout layout) {
    if (!created.contains(layout) && !connection.schema().exists(layout)) {
      created.add(layout);
    }
  }

  @Override
  public CounterReader counters(TableLayout layout) {
    return counters.ofTable().apply(layout);
  }

  @Override
  public ManagementAccess management() {
    return management
        .map(ManagementAddresses::access)
        .orElseThrow(
            () -> new IllegalStateException("The study does not say where nodes listen for JMX."));
  }

  @Override
  public void pause() throws BackendException {
    throw new BackendException("A remote cluster cannot be paused; write clusters: in-row.");
  }

  @Override
  public void resume(Progress shown) throws BackendException {
    throw new BackendException("A remote cluster cannot be paused; write clusters: in-row.");
  }

  @Override
  public void close() {
    loadHosts().ifPresent(LoadHosts::close);
    if (remote.keepTables()) {
      if (!created.isEmpty()) {
        progress.message(
            "Left on the cluster in keyspace "
                + remote.keyspace()
                + ": "
                + created.stream().map(TableLayout::table).collect(Collectors.joining(", "))
                + ".");
      }
    } else {
      for (TableLayout layout : created) {
        try {
          connection.schema().dropTable(layout);
        } catch (StoreException e) {
          progress.message(
              "Table "
                  + layout.keyspace()
                  + "."
                  + layout.table()
                  + " stays on the cluster: "
                  + e.getMessage());
        }
      }
    }
    connections.close();
  }
}
