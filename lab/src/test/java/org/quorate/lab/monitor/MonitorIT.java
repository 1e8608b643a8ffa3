package org.quorate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.remote.JMXServiceURL;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.TableCounts;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.monitor.jmx.JmxSource;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.lab.cassandra.Sessions;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.testing.SchemaChanges;
import org.quorate.lab.testing.SharedCluster;

/** What the monitor says of real servers, against what was really sent to them. */
@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonitorIT {
  private static final TableName TABLE = new TableName("monitor_it", "usertable");
  private static final TableName ABSENT = new TableName("monitor_it", "no_such_table");
  private static final Set<TableName> TABLES = Set.of(TABLE, ABSENT);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int READS = 200;
  private static final int WRITES = 60;
  private static final int REPLICAS = 3;

  /** Counts are whole, so a sum of a rate times its seconds is, but for the last bits. */
  private static final double ROUNDING = 1e-6;

  private static CassandraConnection connection;
  private static PreparedStatement unwatched;
  private static PreparedStatement read;
  private static PreparedStatement write;

  @BeforeAll
  static void connect(RunningCluster cluster) throws Exception {
    connection = SharedCluster.connect(cluster);
    CqlSession session = connection.session();
    SchemaChanges.make(
        session,
        TABLE.keyspace(),
        "CREATE KEYSPACE monitor_it WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}",
        "CREATE TABLE monitor_it.usertable (k int PRIMARY KEY, v text)"
            + " WITH speculative_retry = 'NONE'",
        "CREATE TABLE monitor_it.unwatched (k int PRIMARY KEY)");
    unwatched = session.prepare("SELECT k FROM monitor_it.unwatched WHERE k = ?");
    read = session.prepare("SELECT v FROM monitor_it.usertable WHERE k = ?");
    write = session.prepare("INSERT INTO monitor_it.usertable (k, v) VALUES (?, ?)");
  }

  @AfterAll
  static void disconnect() {
    if (connection != null) {
      connection.close();
    }
  }

  @Test
  @Order(1)
  void theVirtualTablesCountWhatWasSent() throws Exception {
    RememberedSource source = new RememberedSource(views());
    try (ClusterMonitor monitor = patient(source)) {
      MonitorReading reading = readingOfTraffic(monitor, source);
      assertThat(reading.source()).isEqualTo("system_views");
      assertThat(reading.health().values())
          .allSatisfy(health -> assertThat(health.pendingHints()).isNotNull());
    }
  }

  @Test
  @Order(2)
  void theBeansCountWhatWasSentAndWhatElseANodeKnows(RunningCluster cluster) throws Exception {
    RememberedSource source = new RememberedSource(jmx(cluster));
    try (ClusterMonitor monitor = patient(source)) {
      MonitorReading reading = readingOfTraffic(monitor, source);
      assertThat(reading.source()).isEqualTo("jmx");
      assertThat(reading.health().values())
          .allSatisfy(
              health -> {
                assertThat(health.pendingHints()).isNotNull();
                assertThat(health.droppedMutations()).isNotNull();
                assertThat(health.digestMismatches()).isNotNull();
              });
      NodeHealth coordinator = reading.health().get(coordinator().getHostId());
      assertThat(coordinator.readsByLevel().get(Level.QUORUM)).isGreaterThanOrEqualTo(READS);
      assertThat(coordinator.writesByLevel().get(Level.ALL)).isGreaterThanOrEqualTo(WRITES);
      assertThat(coordinator.averageWriteBytes()).isBetween(1.0, 10_000.0);
    }
  }

  @Test
  @Tag("faults")
  @Order(3)
  void aFrozenNodeIsSilentAndHoldsNobodyUp(RunningCluster cluster) throws Exception {
    try (ClusterMonitor overCql = monitor(new SystemViewsSource(connection.session()));
        ClusterMonitor overJmx = monitor(jmx(cluster))) {
      poll(overCql);
      poll(overJmx);
      RunningNode frozen = cluster.nodes().get(2);
      frozen.pause();
      try {
        assertOthersAnswer(overCql, frozen);
        assertOthersAnswer(overJmx, frozen);
        assertOthersAnswer(overJmx, frozen);
      } finally {
        frozen.resume();
      }
      awaitComplete(overCql);
      awaitComplete(overJmx);
    }
    awaitAllNodesUp();
  }

  @Test
  @Tag("faults")
  @Order(4)
  void aRestartedNodeMakesNoNegativeRate(RunningCluster cluster) throws Exception {
    try (ClusterMonitor monitor = monitor(jmx(cluster))) {
      send();
      poll(monitor);
      RunningNode node = cluster.nodes().get(1);
      node.kill();
      Optional<MonitorReading> without = poll(monitor);
      node.restart();
      awaitAllNodesUp();
      assertThat(without).isPresent();
      Optional<MonitorReading> with = poll(monitor);
      for (Optional<MonitorReading> reading : List.of(without, with)) {
        TableTraffic traffic = reading.orElseThrow().tables().get(TABLE);
        assertThat(traffic.readsPerSecond()).isGreaterThanOrEqualTo(0);
        assertThat(traffic.replicaWritesPerSecond()).isGreaterThanOrEqualTo(0);
      }
      awaitComplete(monitor);
    }
  }

  private MonitorReading readingOfTraffic(ClusterMonitor monitor, RememberedSource source)
      throws Exception {
    awaitAllNodesUp();
    assertThat(poll(monitor)).as("nothing to take a difference to").isEmpty();
    CounterSource views = views();
    long before = replicaReads(views);
    send();
    Awaitility.await("servers count what they read themselves when they have already answered")
        .atMost(PATIENCE)
        .until(() -> replicaReads(views) >= before + READS * 2);
    MonitorReading reading = poll(monitor).orElseThrow();
    assertThat(reading.isComplete()).isTrue();
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.tables()).containsOnlyKeys(TABLE);
    TableTraffic traffic = reading.tables().get(TABLE);
    // One node coordinated all, over its own interval; replicas counted over theirs.
    assertThat(traffic.writesPerSecond())
        .isCloseTo(
            Math.max(
                traffic.readsPerSecond() * WRITES / READS,
                traffic.replicaWritesPerSecond() / REPLICAS),
            within(ROUNDING * traffic.writesPerSecond()));
    assertThat(source.difference(TABLE, TableCounts::clientReads)).isEqualTo(READS);
    assertThat(source.difference(TABLE, TableCounts::replicaWrites)).isEqualTo(WRITES * REPLICAS);
    assertThat(source.difference(TABLE, TableCounts::replicaReads))
        .as("at QUORUM")
        .isEqualTo(READS * 2);
    // Each node's own interval, however long its answer took.
    assertThat(traffic.readsPerSecond())
        .isCloseTo(source.rate(TABLE, TableCounts::clientReads), withinPercentage(1e-6));
    assertThat(traffic.replicaReadsPerSecond())
        .isCloseTo(source.rate(TABLE, TableCounts::replicaReads), withinPercentage(1e-6));
    assertThat(traffic.replicaWritesPerSecond())
        .isCloseTo(source.rate(TABLE, TableCounts::replicaWrites), withinPercentage(1e-6));
    return reading;
  }

  private static long replicaReads(CounterSource source) throws Exception {
    long sum = 0;
    for (Node node : connection.session().getMetadata().getNodes().values()) {
      NodeCounts counts = source.read(node, TABLES).toCompletableFuture().get(60, TimeUnit.SECONDS);
      sum += counts.tables().get(TABLE).replicaReads();
    }
    return sum;
  }

  /** Sends all by one coordinator. Writes at ALL are counted everywhere when they are answered. */
  private static void send() {
    CqlSession session = connection.session();
    for (int i = 0; i < WRITES; i++) {
      session.execute(
          write
              .bind(i, "value")
              .setConsistencyLevel(DefaultConsistencyLevel.ALL)
              .setNode(coordinator()));
    }
    for (int i = 0; i < READS; i++) {
      session.execute(
          read.bind(i % WRITES)
              .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
              .setNode(coordinator()));
    }
  }

  /** That they are not waited for longer than the monitor's patience is its unit test's to say. */
  private static void assertOthersAnswer(ClusterMonitor monitor, RunningNode frozen)
      throws Exception {
    MonitorReading reading = poll(monitor).orElseThrow();
    assertThat(reading.health()).hasSize(2);
    assertThat(reading.tables()).containsOnlyKeys(TABLE);
    Node node = Sessions.node(connection.session(), frozen);
    assertThat(reading.silent())
        .as("unless the driver has found out and holds it down")
        .isSubsetOf(node.getHostId());
  }

  private static void awaitComplete(ClusterMonitor monitor) {
    Awaitility.await("all nodes have a share again")
        .atMost(PATIENCE)
        .until(
            () ->
                poll(monitor)
                    .filter(reading -> reading.isComplete() && reading.health().size() == REPLICAS)
                    .isPresent());
  }

  private static void awaitAllNodesUp() {
    Awaitility.await("every replica answers")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                connection
                    .session()
                    .execute(
                        unwatched
                            .bind(0)
                            .setConsistencyLevel(DefaultConsistencyLevel.ALL)
                            .setNode(coordinator()))
                    .wasApplied());
    Awaitility.await("the driver is connected to every node")
        .atMost(PATIENCE)
        .until(
            () ->
                connection.session().getMetadata().getNodes().values().stream()
                    .allMatch(node -> node.getOpenConnections() > 0));
  }

  private static Optional<MonitorReading> poll(ClusterMonitor monitor) throws Exception {
    return monitor.poll(TABLES).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static ClusterMonitor monitor(CounterSource source) {
    return new ClusterMonitor(connection.session(), List.of(source));
  }

  /** Waits for each node until it has answered, however busy the machine is. */
  private static ClusterMonitor patient(CounterSource source) {
    return new ClusterMonitor(
        connection.session(), List.of(source), Duration.ofSeconds(30), System::nanoTime);
  }

  /** As patient, of which each statement has a time of its own. */
  private static CounterSource views() {
    return new SystemViewsSource(connection.session(), Duration.ofSeconds(30), System::nanoTime);
  }

  /** Nodes share a host for JMX and differ by port. */
  private static CounterSource jmx(RunningCluster cluster) {
    return new JmxSource(
        new ManagementAccess(node -> managementAddress(cluster, node), Optional.empty(), false));
  }

  private static JMXServiceURL managementAddress(RunningCluster cluster, Node node) {
    int port =
        cluster.nodes().stream()
            .filter(running -> Sessions.node(connection.session(), running).equals(node))
            .findFirst()
            .orElseThrow()
            .managementPort();
    try {
      return new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Node coordinator() {
    return connection.session().getMetadata().getNodes().values().stream()
        .min((a, b) -> a.getEndPoint().toString().compareTo(b.getEndPoint().toString()))
        .orElseThrow();
  }
}
