package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.testing.ListeningSockets;
import org.quorate.study.progress.Progress;

/** One cluster with its files in HDFS for all tests, which therefore have an order. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("parallel")
@Tag("faults")
class HBaseOnHdfsIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final ClusterRegistry REGISTRY = new ClusterRegistry(ROOT.resolve("clusters"));
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /**
   * A server that is frozen is missed after so long, and a test waits for it. None of the others is
   * to be missed where the machine has no time for it.
   */
  private static final Duration SESSION = Duration.ofSeconds(20);

  /**
   * How long the whole cluster is paused; nothing for not at all. Connections to data nodes break
   * after a minute.
   */
  private static final String PAUSE = "quorate.hdfs.pause-seconds";

  private static final TableName TABLE = TableName.valueOf("it");
  private static final int REGIONS = 4;

  private static RunningCluster cluster;
  private static Connection connection;
  private static AcknowledgedRows rows;

  @BeforeAll
  static void startTwoRegionServersAndTwoDataNodes() throws Exception {
    ClusterSpec spec =
        HBaseEngine.spec("it-hdfs")
            .nodes(2)
            .dataNodes(2)
            .quickCompiler(true)
            .setting("zookeeper.session.timeout", Long.toString(SESSION.toMillis()))
            .build();
    HBaseEngine engine =
        new HBaseEngine(REGISTRY, new ServerLibrary(CacheDirectory.ofUser().servers()), null);
    long begin = System.nanoTime();
    cluster = engine.start(spec, ROOT.resolve("hdfs"), Progress.silent());
    System.out.printf("HBase on HDFS ready in %.1f s%n", (System.nanoTime() - begin) / 1e9);
    connection =
        ConnectionFactory.createConnection(
            ClientConfiguration.of(HBaseEngine.clientProperties(cluster)));
    rows = AcknowledgedRows.create(connection, TABLE, REGIONS);
  }

  @AfterAll
  static void stop() throws IOException {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      List<Long> processes = processes().stream().map(RunningProcess::processId).toList();
      cluster.close();
      assertThat(processes).hasSize(7).noneMatch(id -> ProcessHandle.of(id).isPresent());
      assertThat(cluster.directory().resolve("datanode1").resolve("data")).doesNotExist();
    }
  }

  @Test
  @Order(1)
  void blocksOfAcknowledgedRowsAreOnAllDataNodes() throws Exception {
    rows.write(0, 1000, new AtomicBoolean(true));
    rows.assertEachIsRead();
    for (String node : List.of("datanode1", "datanode2")) {
      assertThat(blocks(node)).as(node).isPositive();
    }
    assertThat(cluster.directory().resolve("shared").resolve("hbase")).doesNotExist();
  }

  @Test
  @Order(2)
  void processesAreSmallAndListenOnLoopbackAlone() throws Exception {
    for (RunningProcess process : processes()) {
      System.out.printf("%s: %d MB%n", process, process.residentMemory() >> 20);
      assertThat(process.state()).isEqualTo(NodeState.READY);
      assertThat(process.residentMemory()).isLessThan(600L << 20);
      assertThat(ListeningSockets.of(process.processId()))
          .isNotEmpty()
          .allMatch(address -> address.getAddress().isLoopbackAddress());
    }
  }

  @Test
  @Order(3)
  void aDataNodeThatIsKilledCostsNoAcknowledgedRow() throws Exception {
    RunningService killed = service("datanode2");
    rows.whileWritten(killed::kill);
    rows.assertEachIsRead();
    killed.restart();
    assertThat(killed.state()).isEqualTo(NodeState.READY);
    beginLogsOn("datanode2");
  }

  /**
   * Logs that nobody writes to are found to be broken half a minute after a data node has died; a
   * region server that begins another while the name node is away ends.
   */
  private static void beginLogsOn(String dataNode) throws IOException {
    Set<Path> before = begun(dataNode);
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        admin.rollWALWriter(server);
      }
    }
    await("each server's log, and that of HBase's own regions, has a copy on it")
        .atMost(PATIENCE)
        .until(
            () -> {
              Set<Path> now = begun(dataNode);
              now.removeAll(before);
              return now.size() > cluster.nodes().size();
            });
  }

  /** The blocks of files that are being written. */
  private static Set<Path> begun(String dataNode) throws IOException {
    try (Stream<Path> files = Files.walk(cluster.directory().resolve(dataNode).resolve("data"))) {
      return files
          .filter(file -> file.getParent().endsWith("rbw"))
          .filter(file -> !file.toString().endsWith(".meta"))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  @Test
  @Order(4)
  void theNameNodeStartsAgainWithWhatItKnew() throws Exception {
    RunningService nameNode = service("namenode");
    nameNode.kill();
    nameNode.restart();
    assertThat(nameNode.state()).isEqualTo(NodeState.READY);
    rows.write(10_000, 10_500, new AtomicBoolean(true));
    rows.assertEachIsRead();
    assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.READY);
    assertThat(cluster.services()).allMatch(service -> service.state() == NodeState.READY);
  }

  @Test
  @Order(5)
  void aFrozenServerAcknowledgesNothingThatIsLostWhenItGoesOn() throws Exception {
    // Whoever asks a frozen server for the places of regions waits for a minute before asking anew.
    RunningNode other = holderOfPlaces();
    RunningNode frozen =
        cluster.nodes().stream().filter(node -> node != other).findFirst().orElseThrow();
    rows.whileWritten(
        () -> {
          frozen.pause();
          await("its regions are with the other")
              .atMost(PATIENCE)
              .ignoreExceptions()
              .until(
                  () ->
                      new Regions(connection).spread(TABLE, cluster.nodes()).get(other) == REGIONS);
          frozen.resume();
        });
    rows.assertEachIsRead();
    await("it was taken for dead, and ends itself")
        .atMost(PATIENCE)
        .until(() -> frozen.state() == NodeState.DIED);
    frozen.restart();
    assertThat(frozen.state()).isEqualTo(NodeState.READY);
    rows.assertEachIsRead();
  }

  @Test
  @Order(6)
  void aClusterThatWasPausedForLongerThanAnySessionGoesOn() throws Exception {
    Duration pause = Duration.ofSeconds(Long.getLong(PAUSE, SESSION.toSeconds() + 4));
    List<Long> before = cluster.nodes().stream().map(RunningProcess::processId).toList();
    cluster.pause();
    assertThat(service("datanode1").state()).isEqualTo(NodeState.PAUSED);
    long from = System.nanoTime();
    await("nobody has been heard of for longer than a session")
        .atMost(pause.plus(PATIENCE))
        .until(() -> System.nanoTime() - from > pause.toNanos());
    cluster.resume(Progress.silent());
    assertThat(processes()).allMatch(process -> process.state() == NodeState.READY);
    rows.write(20_000, 20_500, new AtomicBoolean(true));
    rows.assertEachIsRead();
    assertThat(cluster.nodes())
        .extracting(RunningProcess::processId)
        .containsExactlyElementsOf(before);
  }

  private static RunningNode holderOfPlaces() throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(TableName.META_TABLE_NAME)) {
      String host = locator.getRegionLocation(HConstants.EMPTY_START_ROW, true).getHostname();
      return cluster.nodes().stream()
          .filter(node -> node.clientAddress().getAddress().getHostAddress().equals(host))
          .findFirst()
          .orElseThrow();
    }
  }

  private static long blocks(String dataNode) throws IOException {
    try (Stream<Path> files = Files.walk(cluster.directory().resolve(dataNode).resolve("data"))) {
      return files.filter(file -> file.getFileName().toString().startsWith("blk_")).count();
    }
  }

  private static RunningService service(String name) {
    return cluster.services().stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<RunningProcess> processes() {
    List<RunningProcess> processes = new ArrayList<>(cluster.services());
    processes.addAll(cluster.nodes());
    return processes;
  }
}
