package org.quorate.lab.backend;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.cassandra.table.Replication;
import org.quorate.core.pool.Pool;
import org.quorate.lab.cassandra.DroppedTable;
import org.quorate.lab.cassandra.MemtableFlush;
import org.quorate.lab.counter.CounterReader;
import org.quorate.lab.counter.EnvironmentFacts;
import org.quorate.lab.counter.LocalManagement;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.counter.ServerCounters;
import org.quorate.lab.energy.ColdCap;
import org.quorate.lab.energy.Host;
import org.quorate.lab.energy.LocalHosts;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.LinksLostException;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraSchema;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunEvent;

/**
 * A cluster whose processes and links this machine runs, and which nobody else uses: everything can
 * be seen and changed, and it ends with its session. Used by one thread.
 */
final class LabCluster implements MeasuredCluster {
  private final RunningCluster cluster;
  private final LinkProcess carrier;
  private final Links links;
  private final Connections connections;
  private final NodeEvents events = new NodeEvents();
  private final ClusterTurns turns;
  private final ColdCap cap;

  LabCluster(RunningCluster cluster, LinkProcess carrier) {
    this.cluster = cluster;
    this.carrier = carrier;
    this.links = carrier.links();
    this.connections = connections(cluster);
    this.turns = new ClusterTurns(cluster, connections);
    this.cap = new ColdCap(cluster);
    cluster.addListener(events);
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
    return new Connections(
        ConnectionSettings.of(cluster.contactPoints())
            .withLocalDataCenter(spec.dataCenters().get(0).name()),
        hot);
  }

  @Override
  public Connections connections() {
    return connections;
  }

  @Override
  public Environment environment(Path directory, CassandraConnection connection) {
    ClusterSpec spec = cluster.spec();
    Map<String, String> facts = new LinkedHashMap<>(EnvironmentFacts.collect(directory).facts());
    facts.put("server", "Apache Cassandra " + String.join(", ", connection.serverVersions()));
    facts.put("nodes", String.valueOf(cluster.nodes().size()));
    facts.put("replication factor", String.valueOf(spec.replicationFactor()));
    facts.put("tokens per node", String.valueOf(spec.tokensPerNode()));
    facts.put("heap per node", spec.heap().toString());
    Double quota = spec.processorQuota();
    facts.put("processor quota per node", quota == null ? "none" : quota + " cores");
    facts.put("compiler of the nodes", spec.quickCompiler() ? "quick (C1 alone)" : "full");
    facts.put(
        "links",
        carrier.hasPrecedence()
            ? "relay with real-time priority"
            : "relay with ordinary priority, late where the machine is busy");
    return new Environment(facts);
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
  public void prepare(RunSettings settings) throws BackendException {
    cap.set(settings.coldCap());
    try {
      links.delay(LabBackend.linkDelay(settings.linkDelay()));
    } catch (LinksLostException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Optional<CapResult> coldCap() {
    return cap.inEffect();
  }

  @Override
  public CounterReader counters(TableLayout layout) {
    return ServerCounters.of(cluster, layout.internalKeyspace(), layout.internalTable());
  }

  @Override
  public MachineMeter machine() {
    return new MachineMeter(carrier::processes);
  }

  @Override
  public void resetLinks() {
    links.resetReports();
  }

  @Override
  public List<LinkResult> links() {
    Map<Integer, String> names = new HashMap<>();
    cluster.nodes().forEach(node -> names.put(node.index(), node.name()));
    return links.reports().stream()
        .map(
            report ->
                new LinkResult(
                    names.getOrDefault(report.from(), "node" + report.from()),
                    names.getOrDefault(report.to(), "node" + report.to()),
                    report.configured(),
                    report.achieved(),
                    report.bytes()))
        .toList();
  }

  @Override
  public List<Host> hosts(ClusterSettings settings) {
    return LocalHosts.of(cluster, settings, links);
  }

  @Override
  public List<RunEvent> events(long fromNanos, long toNanos) {
    return events.between(fromNanos, toNanos);
  }

  @Override
  public Optional<String> death() {
    return events.death();
  }

  @Override
  public void requireServers() throws BackendException {
    Optional<String> death = death();
    if (death.isPresent()) {
      throw new BackendException(death.get());
    }
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
    turns.pause();
  }

  @Override
  public void resume(Progress progress) throws BackendException, InterruptedException {
    turns.resume(progress);
  }

  @Override
  public void close() {
    connections.close();
    cluster.stop();
  }
}
