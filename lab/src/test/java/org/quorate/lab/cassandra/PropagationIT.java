package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.propagation.CanaryPropagation;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.cassandra.propagation.IdealLevelPropagation;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationException;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.propagation.ReplicaLink;
import org.quorate.cassandra.propagation.TimedTable;
import org.quorate.cassandra.propagation.TracePropagation;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.staleness.RoundTrips;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.progress.Progress;

/** Every source of propagation times, on links that take 20 ms one way. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("faults")
@Isolated
class PropagationIT {
  private static final long SEED = 3;
  private static final int ROUNDS = 5;
  private static final TableName TABLE = new TableName("observed", "t");
  private static final String CREATE =
      " WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': ";

  private static LinkProcess links;
  private static RunningCluster cluster;
  private static CqlSession session;

  @BeforeAll
  static void start() throws Exception {
    links = new LinkProcess(LabDirectories.ROOT.resolve("clusters"), DelayDistribution.NONE, SEED);
    cluster =
        LabDirectories.engine(links)
            .start(
                ClusterSpec.builder("it-propagation", CassandraEngine.DEFAULT_VERSION)
                    .nodes(3)
                    .quickCompiler(true)
                    .relayed(true)
                    .build(),
                LabDirectories.ROOT.resolve("propagation"),
                Progress.silent());
    session = Sessions.open(cluster, "dc1");
    session.execute("CREATE KEYSPACE observed" + CREATE + "3}");
    session.execute("CREATE TABLE observed.t (a text, b timeuuid, v int, PRIMARY KEY ((a, b)))");
    session.execute("CREATE KEYSPACE single" + CREATE + "1}");
    session.execute("CREATE TABLE single.t (k int PRIMARY KEY, v int)");
    links.links().delay(DelayDistribution.parse("20ms"));
  }

  @AfterAll
  static void stop() {
    if (session != null) {
      session.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void networkIsHalfOfWhatWaitingForAllAdds() throws Exception {
    try (PropagationSource source = network(TABLE, LevelLadder.GLOBAL)) {
      PropagationReading reading = middle(source);
      assertThat(reading.source()).isEqualTo(source.name()).isEqualTo("network");
      assertThat(reading.samples()).isEqualTo(30);
      assertThat(reading.notes()).isEmpty();
      assertThat(reading.propagation().seconds()).isBetween(0.015, 0.035);
      assertThat(reading.propagation().highSeconds())
          .isGreaterThanOrEqualTo(reading.propagation().seconds());
    }
    assertThat(session.execute("SELECT * FROM observed.t").all()).isEmpty();
  }

  @Test
  @Order(2)
  void networkWorksWithLevelsOfOneDataCentre() throws Exception {
    try (PropagationSource source = network(TABLE, LevelLadder.LOCAL)) {
      assertThat(middle(source).propagation().seconds()).isBetween(0.015, 0.035);
    }
  }

  @Test
  @Order(2)
  void networkMeasuresTheJitterOfItsOwnReadsInFullRoundsAndInSmallOnes() throws Exception {
    try (PropagationSource source = network(TABLE, LevelLadder.GLOBAL)) {
      RoundTrips full = measure(source).roundTrips();
      assertThat(full.slowest().size()).isGreaterThan(20);
      // Of each coordinator all but the first read at ONE, which a third of the pairs has twice.
      assertThat(full.jitter().size()).isGreaterThan(full.slowest().size());
      RoundTrips small =
          source.measure(3).toCompletableFuture().get(60, TimeUnit.SECONDS).roundTrips();
      assertThat(small.slowest().size()).isEqualTo(3);
      assertThat(small.jitter().size()).isPositive();
      assertThat(RoundTrips.withoutJitter(List.of(full, full, small), 3).jitter().size()).isZero();
    }
  }

  @Test
  @Order(2)
  void tracesTellTheSlowestReplicaAsTheCoordinatorSawIt() throws Exception {
    for (LevelLadder ladder : LevelLadder.values()) {
      try (PropagationSource source = traces(TABLE, ladder)) {
        PropagationReading reading = middle(source);
        assertThat(reading.source()).isEqualTo("traces");
        assertThat(reading.samples()).isEqualTo(3);
        assertThat(reading.notes()).isEmpty();
        assertThat(reading.propagation().seconds()).isBetween(0.019, 0.035);
        assertThat(reading.roundTrips().slowest().size()).isEqualTo(3);
        assertThat(reading.roundTrips().single().size()).isEqualTo(3);
        assertThat(source.readsSent().of(TABLE)).containsEntry(Level.ALL, 3L * ROUNDS);
      }
    }
    assertThat(session.execute("SELECT * FROM observed.t").all()).isEmpty();
  }

  /** Node 3 is 40 ms away from the others, which are 20 ms from one another. */
  @Test
  @Order(2)
  void tracesTellWhichLinkIsTheSlowOne() throws Exception {
    links.links().delay((from, to) -> from == 3 || to == 3, DelayDistribution.parse("40ms"));
    try (TracePropagation source = traces(TABLE, LevelLadder.GLOBAL)) {
      PropagationReading reading = middle(source);
      assertThat(reading.propagation().seconds()).isBetween(0.039, 0.06);
      for (int round = 0; round < ROUNDS; round++) {
        measure(source);
      }
      InetSocketAddress third = cluster.nodes().get(2).advertisedStorageAddress();
      String far = third.getAddress().getHostAddress() + ":" + third.getPort();
      assertThat(source.links()).hasSize(6);
      for (ReplicaLink link : source.links()) {
        System.out.println(link);
        boolean isFar = link.coordinator().equals(far) || link.replica().equals(far);
        assertThat(link.links()).isBetween(isFar ? 0.079 : 0.039, isFar ? 0.1 : 0.06);
        assertThat(link.atReplica()).isBetween(0.0, 0.03);
      }
    } finally {
      links.links().delay(DelayDistribution.parse("20ms"));
    }
  }

  @Test
  @Order(3)
  void whereRowsHaveOneReplicaEverySourceAnswersZeroUntilItIsClosed() throws Exception {
    List<PropagationSource> sources =
        List.of(
            network(new TableName("single", "t"), LevelLadder.GLOBAL),
            traces(new TableName("single", "t"), LevelLadder.GLOBAL),
            canary("single", CanarySettings.DEFAULT.withKeyspace("single_canary")),
            ideal(access(), "single"));
    for (PropagationSource source : sources) {
      try (source) {
        PropagationReading reading = measure(source);
        assertThat(reading.source()).isEqualTo(source.name());
        assertThat(reading.propagation().highSeconds()).isZero();
        assertThat(reading.samples()).isZero();
        assertThat(reading.notes()).singleElement().asString().contains("one replica");
        assertThat(source.meaning()).endsWith(".");
      }
      source.close();
      assertThat(failure(source)).isInstanceOf(PropagationException.class);
    }
  }

  @Test
  @Order(4)
  void canariesAreSeenWhenTheyArrive() throws Exception {
    try (PropagationSource source = canary("observed", CanarySettings.DEFAULT)) {
      PropagationReading reading = middle(source);
      assertThat(reading.propagation().seconds()).isBetween(0.015, 0.04);
      assertThat(reading.samples()).isEqualTo(10);
      assertThat(reading.notes()).isEmpty();
    }
    assertThat(session.execute("SELECT id FROM quorate_canary.canary").all())
        .hasSizeBetween(1, CanarySettings.DEFAULT.rows());
    assertThat(session.getMetadata().getKeyspace("quorate_canary").orElseThrow().getReplication())
        .isEqualTo(session.getMetadata().getKeyspace("observed").orElseThrow().getReplication());
  }

  @Test
  @Order(5)
  void canariesSayWhatIsMissing() {
    try (PropagationSource source =
        canary("observed", CanarySettings.DEFAULT.withKeyspace("Not Mine").withoutCreation())) {
      assertThat(failure(source))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("CREATE KEYSPACE IF NOT EXISTS \"Not Mine\"" + " WITH replication")
          .hasMessageContaining("CREATE TABLE IF NOT EXISTS \"Not Mine\".canary");
    }
    try (PropagationSource source =
        canary("observed", CanarySettings.DEFAULT.withKeyspace("single"))) {
      assertThat(failure(source))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("ALTER KEYSPACE single");
    }
  }

  @Test
  @Order(5)
  void canariesOfAFormerReplicationTellNothing() throws Exception {
    session.execute("CREATE KEYSPACE changing" + CREATE + "2}");
    try (PropagationSource source =
        canary("changing", CanarySettings.DEFAULT.withKeyspace("changing_canary"))) {
      assertThat(measure(source).samples()).isPositive();
      session.execute("ALTER KEYSPACE changing" + CREATE + "3}");
      assertThat(failure(source))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("ALTER KEYSPACE changing_canary WITH replication");
      session.execute("ALTER KEYSPACE changing_canary" + CREATE + "3}");
      assertThat(measure(source).samples()).isPositive();
    }
  }

  @Test
  @Order(5)
  void severalThatBeginAtOnceShareOneTableOfCanaries() throws Exception {
    CanarySettings settings = CanarySettings.DEFAULT.withKeyspace("shared_canary");
    try (CqlSession other = Sessions.open(cluster, "dc1");
        PropagationSource one = canary("observed", settings);
        PropagationSource two =
            new CanaryPropagation(
                other, "observed", LevelLadder.GLOBAL, settings, new SplittableRandom(SEED))) {
      CompletionStage<PropagationReading> first = one.measure();
      assertThat(measure(two).samples()).isPositive();
      assertThat(first.toCompletableFuture().get(60, TimeUnit.SECONDS).samples()).isPositive();
    }
  }

  @Test
  @Order(6)
  void theIdealLevelBoundsItAndIsSetBack() throws Exception {
    List<ManagementConnection> servers = new ArrayList<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      servers.add(access().connection(node));
    }
    try {
      set(servers.get(0), "QUORUM");
      try (PropagationSource source = ideal(access())) {
        assertThat(failure(source)).hasMessageContaining("No write of keyspace observed");
        assertThat(levels(servers)).containsExactly("ALL", "ALL", "ALL");
        PropagationReading reading =
            middle(
                () -> {
                  write();
                  PropagationReading round = measure(source);
                  assertThat(round.samples()).isGreaterThan(150);
                  assertThat(round.propagation().highSeconds()).isGreaterThanOrEqualTo(0.02);
                  return round;
                });
        assertThat(reading.propagation().seconds()).isBetween(0.015, 0.04);
        assertThat(reading.notes()).isEmpty();
      }
      assertThat(levels(servers))
          .as("what it was, and the write level where there was none")
          .containsExactly("QUORUM", "ONE", "ONE");
    } finally {
      servers.forEach(ManagementConnection::close);
    }
  }

  @Test
  @Order(7)
  void withoutManagementTheIdealLevelCannotBeUsed() {
    try (PropagationSource source = ideal(ManagementAccess.atPort(1))) {
      assertThat(failure(source))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("No node answers over JMX");
    }
  }

  @Test
  @Order(8)
  void aNodeThatIsDownIsSaid() throws Exception {
    // Ended in order it tells the others, who need not find out by its silence.
    cluster.nodes().get(2).stop();
    await("the driver and the servers take it for dead")
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                session.getMetadata().getNodes().values().stream()
                        .anyMatch(node -> node.getState() == NodeState.DOWN)
                    && refusesAll(cluster.nodes().get(0))
                    && refusesAll(cluster.nodes().get(1)));
    try (PropagationSource network = network(TABLE, LevelLadder.GLOBAL);
        PropagationSource traces = traces(TABLE, LevelLadder.GLOBAL);
        PropagationSource canary = canary("observed", CanarySettings.DEFAULT)) {
      assertThat(measure(traces).notes()).first().asString().contains("at QUORUM");
      PropagationReading reading = middle(network);
      assertThat(reading.notes()).first().asString().contains("at QUORUM");
      assertThat(reading.propagation().seconds()).isBetween(0.015, 0.035);
      assertThat(measure(canary).notes()).anyMatch(note -> note.contains("are down"));
    }
  }

  private static boolean refusesAll(RunningNode coordinator) {
    try {
      Sessions.execute(
          session,
          coordinator,
          DefaultConsistencyLevel.ALL,
          "SELECT v FROM observed.t WHERE a = 'none' AND b = now()");
      return false;
    } catch (ReadTimeoutException notYet) {
      return false;
    } catch (UnavailableException | AllNodesFailedException refused) {
      return true;
    }
  }

  private static PropagationSource network(TableName table, LevelLadder ladder) {
    return new NetworkPropagation(measured(table, ladder));
  }

  private static TracePropagation traces(TableName table, LevelLadder ladder) {
    return new TracePropagation(measured(table, ladder));
  }

  private static TimedTable measured(TableName table, LevelLadder ladder) {
    return TimedTable.of(session, table, ladder, () -> 100, new SplittableRandom(SEED));
  }

  private static PropagationSource canary(String keyspace, CanarySettings settings) {
    return new CanaryPropagation(
        session, keyspace, LevelLadder.GLOBAL, settings, new SplittableRandom(SEED));
  }

  private static PropagationSource ideal(ManagementAccess access) {
    return ideal(access, "observed");
  }

  private static PropagationSource ideal(ManagementAccess access, String keyspace) {
    return IdealLevelPropagation.withConsentToChangeServers(
        session, access, keyspace, Level.ONE, Duration.ofMillis(200));
  }

  private static ManagementAccess access() {
    return new ManagementAccess(PropagationIT::address, Optional.empty(), false);
  }

  private static JMXServiceURL address(Node node) {
    RunningNode running =
        cluster.nodes().stream()
            .filter(known -> known.clientAddress().equals(node.getEndPoint().resolve()))
            .findFirst()
            .orElseThrow();
    try {
      return new JMXServiceURL(
          "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + running.managementPort() + "/jmxrmi");
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void set(ManagementConnection server, String level) throws Exception {
    server.ask(
        connection -> {
          try {
            return connection.invoke(
                new ObjectName("org.apache.cassandra.db:type=StorageProxy"),
                "setIdealConsistencyLevel",
                new Object[] {level},
                new String[] {String.class.getName()});
          } catch (RuntimeMBeanException noPreviousLevel) {
            return "";
          }
        });
  }

  private static List<String> levels(List<ManagementConnection> servers) throws Exception {
    List<String> levels = new ArrayList<>();
    for (ManagementConnection server : servers) {
      levels.add(
          server.ask(
              connection ->
                  (String)
                      connection.getAttribute(
                          new ObjectName("org.apache.cassandra.db:type=StorageProxy"),
                          "IdealConsistencyLevel")));
    }
    return levels;
  }

  /** Two hundred writes at ONE, which reach all replicas before the last is complete. */
  private static void write() throws Exception {
    PreparedStatement insert =
        session.prepare("INSERT INTO observed.t (a, b, v) VALUES (?, now(), ?)");
    for (int i = 0; i < 200; i++) {
      session.execute(
          insert
              .bind(UUID.randomUUID().toString(), i)
              .setConsistencyLevel(DefaultConsistencyLevel.ONE));
    }
    session.execute(insert.bind("last", -1).setConsistencyLevel(DefaultConsistencyLevel.ALL));
  }

  private static PropagationReading measure(PropagationSource source) throws Exception {
    return source.measure().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static PropagationReading middle(PropagationSource source) throws Exception {
    return middle(() -> measure(source));
  }

  /**
   * The middle one of five rounds, by its time: a busy machine disturbs some of them, but takes
   * nothing away.
   */
  private static PropagationReading middle(Callable<PropagationReading> round) throws Exception {
    List<PropagationReading> readings = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      PropagationReading reading = round.call();
      print(reading.source(), reading);
      readings.add(reading);
    }
    readings.sort(Comparator.comparingDouble(reading -> reading.propagation().seconds()));
    return readings.get(ROUNDS / 2);
  }

  private static Throwable failure(PropagationSource source) {
    CompletionStage<PropagationReading> round = source.measure();
    try {
      return new AssertionError(round.toCompletableFuture().get(60, TimeUnit.SECONDS));
    } catch (ExecutionException failed) {
      return failed.getCause();
    } catch (InterruptedException | TimeoutException late) {
      return late;
    }
  }

  private static void print(String what, PropagationReading reading) {
    System.out.printf(
        "%s: %.1f ms (%.1f to %.1f), %d samples %s%n",
        what,
        reading.propagation().seconds() * 1e3,
        reading.propagation().lowSeconds() * 1e3,
        reading.propagation().highSeconds() * 1e3,
        reading.samples(),
        reading.notes());
  }
}
