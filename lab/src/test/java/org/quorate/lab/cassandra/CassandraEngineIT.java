package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.quorate.core.level.Replication;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ControlGroups;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;
import org.quorate.lab.testing.ListeningSockets;
import org.quorate.study.progress.Progress;

/** One cluster of three nodes for all tests, which therefore have an order. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("faults")
@Tag("parallel")
class CassandraEngineIT {
  /** Of its own, since whoever starts a cluster cleans up what a killed launcher has left. */
  static final ClusterRegistry REGISTRY =
      new ClusterRegistry(LabDirectories.ROOT.resolve("engine-clusters"));

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static RunningCluster cluster;
  private static CqlSession session;

  @BeforeAll
  static void startThreeNodes() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder("it-three", CassandraEngine.DEFAULT_VERSION)
            .quickCompiler(true)
            .build();
    long begin = System.nanoTime();
    cluster =
        LabDirectories.engine(REGISTRY, null)
            .start(spec, LabDirectories.ROOT.resolve("three"), Progress.silent());
    System.out.printf("three nodes ready in %.1f s%n", (System.nanoTime() - begin) / 1e9);
    session = Sessions.open(cluster, "dc1");
    session.execute(
        "CREATE KEYSPACE it WITH replication = "
            + new Replication(spec.replicasByDataCenter()).toCql());
    session.execute("CREATE TABLE it.t (k int PRIMARY KEY, v int)");
  }

  @AfterAll
  static void stop() {
    if (session != null) {
      session.close();
    }
    if (cluster != null) {
      List<Long> processes = cluster.nodes().stream().map(RunningNode::processId).toList();
      cluster.close();
      assertThat(processes).noneMatch(id -> ProcessHandle.of(id).isPresent());
      assertThat(REGISTRY.find("it-three")).isEmpty();
      assertThat(cluster.directory().resolve("node1").resolve("data")).doesNotExist();
    }
  }

  @Test
  @Order(1)
  void everyNodeCoordinatesWritesAndReadsAtAllReplicas() {
    for (RunningNode node : cluster.nodes()) {
      Sessions.execute(
          session,
          node,
          DefaultConsistencyLevel.ALL,
          "INSERT INTO it.t (k, v) VALUES (" + node.index() + ", 1)");
    }
    for (RunningNode node : cluster.nodes()) {
      assertThat(
              Sessions.execute(session, node, DefaultConsistencyLevel.ALL, "SELECT * FROM it.t")
                  .all())
          .hasSize(3);
    }
  }

  @Test
  @Order(2)
  void nodesAreSmallListenOnLoopbackAloneAndTheirProcessorTimeIsKnown() throws Exception {
    for (RunningNode node : cluster.nodes()) {
      System.out.printf("%s: %d MB, %s%n", node, node.residentMemory() >> 20, node.processorTime());
      assertThat(node.state()).isEqualTo(NodeState.READY);
      assertThat(node.residentMemory()).isLessThan(600L << 20);
      assertThat(node.processorTime()).isPositive();
      assertThat(ListeningSockets.of(node.processId()))
          .isNotEmpty()
          .allMatch(address -> address.getAddress().isLoopbackAddress());
    }
  }

  @Test
  @Order(3)
  void anotherProcessFindsTheClusterByName() throws Exception {
    ClusterRecord record = REGISTRY.find("it-three").orElseThrow();
    assertThat(record.launcher()).isEqualTo(ProcessIdentity.current());
    RunningCluster attached = LabDirectories.engine(REGISTRY, null).attach("it-three");
    assertThat(attached.nodes())
        .extracting(RunningNode::processId)
        .containsExactlyElementsOf(cluster.nodes().stream().map(RunningNode::processId).toList());
    attached.close();
    assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.READY);
    assertThatThrownBy(() -> LabDirectories.engine(REGISTRY, null).attach("it-none"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("these do: ")
        .hasMessageContaining("it-three");
  }

  @Test
  @Order(4)
  void aPausedNodeAnswersNothingUntilItIsResumed() throws Exception {
    RunningNode first = cluster.nodes().get(0);
    RunningNode paused = cluster.nodes().get(1);
    paused.pause();
    try {
      assertThat(paused.state()).isEqualTo(NodeState.PAUSED);
      assertThat(ClientProbe.answers(paused.clientAddress(), Duration.ofMillis(300))).isFalse();
      Sessions.execute(
          session, first, DefaultConsistencyLevel.QUORUM, "INSERT INTO it.t (k, v) VALUES (4, 1)");
    } finally {
      paused.resume();
    }
    assertThat(paused.state()).isEqualTo(NodeState.READY);
    await("the resumed node takes part again")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                Sessions.execute(
                            session,
                            first,
                            DefaultConsistencyLevel.ALL,
                            "SELECT v FROM it.t WHERE k = 4")
                        .one()
                    != null);
  }

  @Test
  @Order(5)
  void aKilledNodeIsMissedAndComesBackWithItsData() throws Exception {
    List<RunningProcess> died = new ArrayList<>();
    cluster.addListener((node, status, lines) -> died.add(node));
    RunningNode first = cluster.nodes().get(0);
    RunningNode killed = cluster.nodes().get(2);
    long before = killed.processId();
    killed.kill();
    assertThat(killed.state()).isEqualTo(NodeState.STOPPED);
    assertThat(killed.processorTime()).isZero();
    await("the others take it for dead")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              try {
                Sessions.execute(
                    session,
                    first,
                    DefaultConsistencyLevel.ALL,
                    "INSERT INTO it.t (k, v) VALUES (5, 1)");
                return false;
              } catch (AllNodesFailedException missed) {
                return String.valueOf(missed.getMessage()).contains("3 required but only 2 alive");
              }
            });
    killed.restart();
    assertThat(killed.state()).isEqualTo(NodeState.READY);
    assertThat(killed.processId()).isNotEqualTo(before);
    assertThat(
            Sessions.execute(session, first, DefaultConsistencyLevel.ALL, "SELECT * FROM it.t")
                .all())
        .hasSizeGreaterThanOrEqualTo(4);
    assertThat(died).isEmpty();
  }

  @Test
  @Order(6)
  void aNodeThatDiesIsReportedWithItsLog() throws Exception {
    CompletableFuture<List<String>> told = new CompletableFuture<>();
    CompletableFuture<OptionalInt> status = new CompletableFuture<>();
    RunningNode victim = cluster.nodes().get(2);
    cluster.addListener(
        (node, exitStatus, lines) -> {
          if (node == victim) {
            status.complete(exitStatus);
            told.complete(lines);
          }
        });
    ProcessIdentity identity = ProcessIdentity.of(victim.processId()).orElseThrow();
    ChildProcess.attach(identity).orElseThrow().send(ProcessSignal.KILL);
    assertThat(told.get(60, TimeUnit.SECONDS)).isNotEmpty();
    assertThat(status).isCompletedWithValue(OptionalInt.of(137));
    assertThat(victim.state()).isEqualTo(NodeState.DIED);
  }

  @Test
  @Order(7)
  void aClusterWhoseLauncherIsKilledIsCleanedUpAndNoOther() throws Exception {
    boolean quotas = ControlGroups.detect().isPresent() && writableQuotas();
    Path directory = LabDirectories.ROOT.resolve("orphan");
    Process launcher =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LauncherMain.class.getName(),
                "it-orphan",
                directory.toString(),
                quotas ? "1.5" : "")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(launcher.inputReader().readLine()).isEqualTo("ready");
      ClusterRecord record = REGISTRY.find("it-orphan").orElseThrow();
      assertThat(record.nodes().get(0).addresses().storage().getAddress())
          .as("another block of addresses")
          .isNotEqualTo(cluster.nodes().get(0).storageAddress().getAddress());
      ProcessIdentity node = record.livingProcesses().get(0);
      if (quotas) {
        assertThat(quotaOf(node)).isEqualTo("15000");
      }
      assertThat(REGISTRY.cleanUpOrphans()).as("its launcher is alive").isEmpty();

      launcher.destroyForcibly().waitFor();
      assertThat(node.isAlive()).isTrue();
      assertThat(record.orphaned()).isTrue();

      assertThat(REGISTRY.cleanUpOrphans()).containsExactly("it-orphan");
      assertThat(node.isAlive()).isFalse();
      assertThat(REGISTRY.find("it-orphan")).isEmpty();
      assertThat(directory.resolve("node1").resolve("data")).doesNotExist();
      if (quotas) {
        assertThat(quotaFolder()).doesNotExist();
      }
      assertThat(cluster.nodes().get(0).state()).isEqualTo(NodeState.READY);
      assertThat(ProcessHandle.of(cluster.nodes().get(0).processId())).isPresent();
    } finally {
      launcher.destroyForcibly();
    }
  }

  private static Path quotaFolder() {
    return Path.of("/sys/fs/cgroup/cpu/quorate/it-orphan");
  }

  private static boolean writableQuotas() {
    // Only version 1 is looked at here; version 2 is tested on a made-up file tree.
    return Files.isWritable(Path.of("/sys/fs/cgroup/cpu"));
  }

  private static String quotaOf(ProcessIdentity node) throws Exception {
    assertThat(Files.readString(Path.of("/proc/" + node.processId() + "/cgroup")))
        .contains("/quorate/it-orphan/node1");
    return Files.readString(quotaFolder().resolve("node1").resolve("cpu.cfs_quota_us")).strip();
  }
}
