package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
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
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;
import org.quorate.lab.testing.ListeningSockets;
import org.quorate.study.progress.Progress;

/** One cluster of three region servers for all tests, which therefore have an order. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("parallel")
@Tag("faults")
class HBaseEngineIT {
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();
  private static final ClusterRegistry REGISTRY = new ClusterRegistry(ROOT.resolve("clusters"));
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Servers that are killed or frozen are missed after so long, and a test waits for it. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final TableName TABLE = TableName.valueOf("it");
  private static final int REGIONS = 6;

  private static RunningCluster cluster;
  private static Connection connection;
  private static AcknowledgedRows rows;

  @BeforeAll
  static void startThreeRegionServers() throws Exception {
    ClusterSpec spec =
        HBaseEngine.spec("it-hbase")
            .quickCompiler(true)
            .setting("zookeeper.session.timeout", Long.toString(SESSION.toMillis()))
            .build();
    long begin = System.nanoTime();
    cluster = engine().start(spec, ROOT.resolve("hbase"), Progress.silent());
    System.out.printf("three region servers ready in %.1f s%n", (System.nanoTime() - begin) / 1e9);
    connection =
        ConnectionFactory.createConnection(
            ClientConfiguration.of(HBaseEngine.clientProperties(cluster)));
    rows = AcknowledgedRows.create(connection, TABLE, REGIONS);
  }

  private static HBaseEngine engine() {
    return new HBaseEngine(REGISTRY, new ServerLibrary(CacheDirectory.ofUser().servers()), null);
  }

  @AfterAll
  static void stop() throws IOException {
    if (connection != null) {
      connection.close();
    }
    if (cluster != null) {
      List<Long> processes = new ArrayList<>();
      cluster.nodes().forEach(node -> processes.add(node.processId()));
      cluster.services().forEach(service -> processes.add(service.processId()));
      cluster.close();
      assertThat(processes).hasSize(5).noneMatch(id -> ProcessHandle.of(id).isPresent());
      assertThat(REGISTRY.find("it-hbase")).isEmpty();
      assertThat(cluster.directory().resolve("shared")).doesNotExist();
      assertThat(cluster.directory().resolve("zookeeper").resolve("data")).doesNotExist();
      assertThat(cluster.nodes().get(0).log()).exists();
    }
  }

  @Test
  @Order(1)
  void aTableThatIsSplitBeforehandIsSpreadEvenlyAndTakesRows() throws Exception {
    assertThat(regions().spread(TABLE, cluster.nodes()).values()).containsOnly(REGIONS / 3);
    rows.write(0, 1000, new AtomicBoolean(true));
    assertThat(rows.size()).isEqualTo(1000);
    rows.assertEachIsRead();
  }

  @Test
  @Order(2)
  void processesAreSmallListenOnLoopbackAloneAndTheirProcessorTimeIsKnown() throws Exception {
    for (RunningProcess process : processes()) {
      System.out.printf(
          "%s: %d MB, %s%n", process, process.residentMemory() >> 20, process.processorTime());
      assertThat(process.state()).isEqualTo(NodeState.READY);
      assertThat(process.residentMemory()).isLessThan(600L << 20);
      assertThat(process.processorTime()).isPositive();
      assertThat(ListeningSockets.of(process.processId()))
          .isNotEmpty()
          .allMatch(address -> address.getAddress().isLoopbackAddress());
    }
  }

  @Test
  @Order(3)
  void anotherProcessFindsTheClusterWithItsServicesByName() throws Exception {
    RunningCluster attached = engine().attach("it-hbase");
    assertThat(attached.services())
        .extracting(RunningService::name)
        .containsExactly(HBaseEngine.ZOOKEEPER, HBaseEngine.MASTER);
    assertThat(attached.contactPoints()).isEqualTo(cluster.contactPoints());
    assertThat(attached.nodes())
        .extracting(RunningNode::processId)
        .containsExactlyElementsOf(cluster.nodes().stream().map(RunningNode::processId).toList());
    attached.close();
    assertThat(processes()).allMatch(process -> process.state() == NodeState.READY);
  }

  @Test
  @Order(4)
  void aPausedRegionServerKeepsItsRegionsAndAnswersAgain() throws Exception {
    RunningNode paused = cluster.nodes().get(1);
    String key = keyAt(paused);
    paused.pause();
    CompletableFuture<Result> answer;
    try {
      assertThat(paused.state()).isEqualTo(NodeState.PAUSED);
      answer = CompletableFuture.supplyAsync(() -> read(key));
      assertThatThrownBy(() -> answer.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(java.util.concurrent.TimeoutException.class);
    } finally {
      paused.resume();
    }
    assertThat(answer.get(60, TimeUnit.SECONDS).isEmpty()).isFalse();
    assertThat(paused.state()).isEqualTo(NodeState.READY);
    assertThat(regions().spread(TABLE, cluster.nodes())).containsEntry(paused, REGIONS / 3);
  }

  @Test
  @Order(5)
  void whatAKilledRegionServerAcknowledgedIsReadFromTheOthers() throws Exception {
    RunningNode killed = cluster.nodes().get(2);
    long before = killed.processId();
    List<RunningProcess> died = new ArrayList<>();
    cluster.addListener((process, status, lines) -> died.add(process));
    rows.whileWritten(
        () -> {
          killed.kill();
          assertThat(killed.state()).isEqualTo(NodeState.STOPPED);
          await("its regions are with the others")
              .atMost(PATIENCE)
              .ignoreExceptions()
              .until(
                  () -> {
                    var spread = regions().spread(TABLE, cluster.nodes());
                    return spread.get(killed) == 0
                        && spread.values().stream().mapToInt(Integer::intValue).sum() == REGIONS;
                  });
        });
    rows.assertEachIsRead();

    killed.restart();
    assertThat(killed.state()).isEqualTo(NodeState.READY);
    assertThat(killed.processId()).isNotEqualTo(before);
    regions().spreadEvenly(TABLE, cluster.nodes());
    assertThat(regions().spread(TABLE, cluster.nodes()).values()).containsOnly(REGIONS / 3);
    rows.assertEachIsRead();
    assertThat(died).isEmpty();
  }

  @Test
  @Order(6)
  void regionsAreMovedOffAServerThatStopsInOrder() throws Exception {
    RunningNode stopped = cluster.nodes().get(0);
    List<RunningNode> others = cluster.nodes().subList(1, 3);
    regions().spreadEvenly(TABLE, others);
    assertThat(regions().spread(TABLE, cluster.nodes()))
        .containsEntry(stopped, 0)
        .containsEntry(others.get(0), REGIONS / 2);
    stopped.stop();
    rows.assertEachIsRead();
    stopped.restart();
    regions().spreadEvenly(TABLE, cluster.nodes());
    assertThat(regions().spread(TABLE, cluster.nodes()).values()).containsOnly(REGIONS / 3);
  }

  @Test
  @Order(7)
  void theMasterAndZooKeeperStartAgain() throws Exception {
    for (RunningService service : cluster.services()) {
      service.kill();
      assertThat(service.state()).isEqualTo(NodeState.STOPPED);
      service.restart();
      assertThat(service.state()).isEqualTo(NodeState.READY);
      rows.assertEachIsRead();
    }
    assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.READY);
  }

  @Test
  @Order(8)
  void aClusterThatWasPausedForLongerThanAnySessionGoesOn() throws Exception {
    List<Long> before = cluster.nodes().stream().map(RunningProcess::processId).toList();
    cluster.pause();
    assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.PAUSED);
    long from = System.nanoTime();
    await("nobody has been heard of for longer than a session")
        .atMost(PATIENCE)
        .until(() -> System.nanoTime() - from > SESSION.multipliedBy(2).toNanos());
    cluster.resume(Progress.silent());
    assertThat(processes()).allMatch(process -> process.state() == NodeState.READY);
    rows.assertEachIsRead();
    assertThat(cluster.nodes())
        .extracting(RunningProcess::processId)
        .containsExactlyElementsOf(before);
    assertThat(regions().spread(TABLE, cluster.nodes()).values()).containsOnly(REGIONS / 3);
  }

  @Test
  @Order(9)
  void aServiceThatDiesIsReportedWithItsLog() throws Exception {
    CompletableFuture<List<String>> told = new CompletableFuture<>();
    CompletableFuture<OptionalInt> status = new CompletableFuture<>();
    RunningService master = cluster.services().get(1);
    cluster.addListener(
        (process, exitStatus, lines) -> {
          if (process == master) {
            status.complete(exitStatus);
            told.complete(lines);
          }
        });
    ProcessIdentity identity = ProcessIdentity.of(master.processId()).orElseThrow();
    ChildProcess.attach(identity).orElseThrow().send(ProcessSignal.KILL);
    assertThat(told.get(60, TimeUnit.SECONDS)).isNotEmpty();
    assertThat(status).isCompletedWithValue(OptionalInt.of(137));
    assertThat(master.state()).isEqualTo(NodeState.DIED);
    rows.assertEachIsRead();
  }

  @Test
  @Order(10)
  void aSettingThatBreaksAServerIsToldInOneSentence() {
    ClusterSpec spec =
        HBaseEngine.spec("it-hbase-broken")
            .nodes(1)
            .setting("hbase.rpc.server.impl", "org.example.Missing")
            .build();
    assertThatThrownBy(() -> engine().start(spec, ROOT.resolve("hbase-broken"), Progress.silent()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("ended with status")
        .hasMessageContaining("while it was starting: ");
    assertThat(REGISTRY.find("it-hbase-broken")).isEmpty();
  }

  private static Regions regions() {
    return new Regions(connection);
  }

  private static List<RunningProcess> processes() {
    List<RunningProcess> processes = new ArrayList<>(cluster.services());
    processes.addAll(cluster.nodes());
    return processes;
  }

  /** A key that lies in a region of this server. */
  private static String keyAt(RunningNode node) throws IOException {
    try (var locator = connection.getRegionLocator(TABLE)) {
      for (String key : rows.keys()) {
        String host = locator.getRegionLocation(Bytes.toBytes(key), true).getHostname();
        if (host.equals(node.clientAddress().getAddress().getHostAddress())) {
          return key;
        }
      }
    }
    throw new AssertionError("No row is at " + node.name());
  }

  private static Result read(String key) {
    try (Table table = connection.getTable(TABLE)) {
      return table.get(new Get(Bytes.toBytes(key)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
