package org.quorate.lab.backend.cassandra;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.core.level.Replication;
import org.quorate.core.pool.Pool;
import org.quorate.lab.backend.Backlog;
import org.quorate.lab.backend.LocalServers;
import org.quorate.lab.backend.MeasuredServers;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.cassandra.DroppedTable;
import org.quorate.lab.cassandra.MemtableFlush;
import org.quorate.lab.cassandra.rest.ExecutedOperations;
import org.quorate.lab.cassandra.rest.UsedLevels;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.LocalManagement;
import org.quorate.lab.counter.ServerCounters;
import org.quorate.lab.energy.SessionEnergy;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;
import org.quorate.study.result.OffloadResult;

/**
 * A cluster of Cassandra whose processes and links this machine runs, and which nobody else uses:
 * everything can be seen and changed, and it ends with its session. Used by one thread.
 */
final class LocalCassandraCluster implements CassandraCluster {
  private final RunningCluster cluster;
  private final LocalServers servers;
  private final Connections connections;
  private final Reconnection reconnection;

  LocalCassandraCluster(RunningCluster cluster, LinkProcess carrier) {
    this.cluster = cluster;
    this.servers = new LocalServers(cluster, carrier);
    this.connections = connections(cluster);
    this.reconnection = new Reconnection(connections, cluster.nodes().size());
  }

  private static Connections connections(RunningCluster cluster) {
    ClusterSpec spec = cluster.spec();
    List<InetSocketAddress> hot =
        spec.pools().balanced()
            ? List.of()
            : cluster.nodes().stream()
                .filter(node -> spec.pool(node.index()) == Pool.HOT)
                .map(RunningNode::clientAddress)
                .toList();
    String clients = spec.dataCenters().get(0).name();
    // A client that is connected to another data centre would keep it from resting.
    List<InetSocketAddress> contactPoints =
        cluster.nodes().stream()
            .filter(node -> node.dataCenter().equals(clients))
            .map(RunningNode::clientAddress)
            .toList();
    return new Connections(ConnectionSettings.of(contactPoints).withLocalDataCenter(clients), hot);
  }

  @Override
  public MeasuredServers servers() {
    return servers;
  }

  @Override
  public Connections connections() {
    return connections;
  }

  @Override
  public Environment environment(Path directory, CassandraConnection connection) {
    ClusterSpec spec = cluster.spec();
    Map<String, String> ring = new LinkedHashMap<>();
    ring.put("replication factor", String.valueOf(spec.replicationFactor()));
    ring.put("tokens per node", String.valueOf(spec.tokensPerNode()));
    return servers.environment(
        directory, "Apache Cassandra " + String.join(", ", connection.serverVersions()), ring);
  }

  @Override
  public Replication replication() {
    return new Replication(cluster.spec().replicasByDataCenter());
  }

  @Override
  public String keyspace() {
    return TableLayout.DEFAULT_KEYSPACE;
  }

  @Override
  public String canaryKeyspace() {
    return CanarySettings.DEFAULT.keyspace();
  }

  @Override
  public String tableName(String name) {
    return name;
  }

  @Override
  public void create(CassandraConnection connection, TableLayout layout, Progress progress)
      throws StoreException {
    CassandraSchema schema = connection.schema();
    schema.createKeyspace(
        layout, replication(), CassandraSchema.OnDifference.REFUSE, progress::message);
    schema.createTable(layout, Map.of(), progress::message);
  }

  @Override
  public void drop(CassandraConnection connection, TableLayout layout)
      throws StoreException, BackendException, InterruptedException {
    connection.schema().dropTable(layout);
    try {
      DroppedTable.awaitGone(cluster, layout.internalKeyspace(), layout.internalTable());
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void flush(TableLayout layout) throws BackendException {
    try {
      MemtableFlush.flush(cluster, layout.internalKeyspace(), layout.internalTable());
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void prepare(RunSettings settings) throws BackendException, InterruptedException {
    RestingNodes.wake(cluster);
    OffloadSettings offload = settings.offload();
    if (offload != null && offload.gear() == null && cluster.spec().hostQuota() != null) {
      HostOffloading.home(cluster);
    }
    servers.prepare(settings);
  }

  @Override
  public Optional<Offloading> offload(RunSettings settings) throws BackendException {
    OffloadSettings offload = settings.offload();
    if (offload == null || offload.rest() == Rest.NONE) {
      return Optional.empty();
    }
    if (offload.rest() == Rest.CONSOLIDATE) {
      // Going off and on are published together, so a boot is taken to be rather too long.
      double boot =
          SessionEnergy.standby(settings).map(OffloadResult.Standby::transitionSeconds).orElse(0.0);
      return Optional.of(
          new HostOffloading(
              cluster,
              offload,
              () -> ExecutedOperations.of(cluster),
              Duration.ofNanos(Math.round(boot / offload.timeScale() * 1e9))));
    }
    List<String> gear =
        cluster.nodes().stream()
            .filter(node -> node.dataCenter().equals(offload.gear()))
            .map(RunningNode::name)
            .toList();
    UsedLevels levels =
        new UsedLevels(
            Set.of(settings.writeLevel()),
            Set.of(settings.readPolicy().fixedLevel().orElseThrow()));
    return Optional.of(new GearOffloading(cluster, offload, gear, levels));
  }

  @Override
  public ClusterFaults faults(RunSettings settings) {
    return new CassandraFaults(cluster, servers.faults(settings), reconnection);
  }

  @Override
  public Backlog backlog() {
    return new CassandraBacklog(cluster);
  }

  @Override
  public CounterReader counters(TableLayout layout) {
    return ServerCounters.of(cluster, layout.internalKeyspace(), layout.internalTable());
  }

  /** Nodes have a management port each, all on this machine. */
  @Override
  public ManagementAccess management() {
    Map<InetSocketAddress, Integer> ports = new HashMap<>();
    cluster.nodes().forEach(node -> ports.put(node.clientAddress(), node.managementPort()));
    return new ManagementAccess(
        node ->
            LocalManagement.address(
                Objects.requireNonNull(
                    ports.get((InetSocketAddress) node.getEndPoint().resolve()))),
        Optional.empty(),
        false);
  }

  @Override
  public void pause() throws BackendException, InterruptedException {
    servers.pause();
  }

  @Override
  public void resume(Progress progress) throws BackendException, InterruptedException {
    servers.resume(progress);
    reconnection.await();
  }

  @Override
  public void close() {
    connections.close();
    cluster.stop();
  }
}
