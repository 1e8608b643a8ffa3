package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.engine.Service;
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.Signal;
import org.quorate.study.progress.Progress;

/** With nodes that only sleep, and are ready as soon as they run. */
class LocalClusterTest {
  private static final StorePorts PORTS = StorePorts.of(15_707, 15_708);

  private record Ended(RunningProcess node, NodeState state, OptionalInt status) {}

  private final Path directory;
  private final ClusterRegistry registry;
  private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();

  /** The services that were counted on when nodes or services were waited for last. */
  private volatile List<String> countedOn = List.of();

  /** The services that were waited for one by one. */
  private final List<String> waitedFor = new CopyOnWriteArrayList<>();

  private Optional<LocalCluster> started = Optional.empty();

  LocalClusterTest(@TempDir Path directory) {
    this.directory = directory;
    this.registry = new ClusterRegistry(directory.resolve("clusters"));
  }

  @BeforeEach
  void start() throws Exception {
    LocalCluster cluster =
        LocalCluster.start(registry, record("exec sleep 600"), runs(), null, Progress.silent());
    cluster.addListener((node, status, lines) -> ended.add(new Ended(node, node.state(), status)));
    started = Optional.of(cluster);
  }

  @AfterEach
  void stop() {
    cluster().stop();
    assertThat(registry.list()).isEmpty();
    assertThat(cluster().nodes())
        .noneMatch(node -> ProcessIdentity.of(node.processId()).isPresent());
  }

  @Test
  void aNodeKilledOnPurposeIsStoppedAndStartsAgain() throws Exception {
    RunningNode node = node(0);
    long before = node.processId();
    node.kill();
    assertThat(node.state()).isEqualTo(NodeState.STOPPED);
    assertThat(recorded().state()).isEqualTo(NodeState.STOPPED);
    assertThatThrownBy(node::pause)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("node1 cannot be paused");
    node.restart();
    assertThat(node.state()).isEqualTo(NodeState.READY);
    assertThat(node.processId()).isNotEqualTo(before);
    assertThat(recorded().process()).isEqualTo(ProcessIdentity.of(node.processId()).orElseThrow());
    assertThat(ended).isEmpty();
  }

  @Test
  void aStoppedClusterStartsNoProcessThatNobodyWouldEnd() {
    RunningNode node = node(0);
    cluster().stop();
    assertThatThrownBy(node::restart)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("was stopped while it started");
    assertThat(ProcessIdentity.of(node.processId())).isEmpty();
  }

  @Test
  void aNodeThatEndsByItselfHasDied() throws Exception {
    identity(node(1)).send(Signal.KILL);
    Ended told = ended.poll(20, TimeUnit.SECONDS);
    assertThat(told).isEqualTo(new Ended(node(1), NodeState.DIED, OptionalInt.of(137)));
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
  }

  @Test
  void aFrozenNodeIsPausedWhoeverFrozeIt() throws Exception {
    node(0).pause();
    assertThat(node(0).state()).isEqualTo(NodeState.PAUSED);
    assertThat(LocalCluster.attach(registry, current(), runs()).nodes().get(0).state())
        .isEqualTo(NodeState.PAUSED);
    node(0).resume();
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
    node(0).pause();
    node(0).stop();
    assertThat(node(0).state()).isEqualTo(NodeState.STOPPED);
  }

  @Test
  void whatAnotherHandleDoesIsSeenAndIsNoDeath() throws Exception {
    LocalCluster other = LocalCluster.attach(registry, current(), runs());
    other.nodes().get(0).kill();
    Ended told = ended.poll(20, TimeUnit.SECONDS);
    assertThat(told).isEqualTo(new Ended(node(0), NodeState.STOPPED, OptionalInt.of(137)));

    other.close();
    assertThat(node(1).state()).as("closing a handle ends nothing").isEqualTo(NodeState.READY);
    other.stop();
    assertThat(ended.poll(20, TimeUnit.SECONDS))
        .isEqualTo(new Ended(node(1), NodeState.STOPPED, OptionalInt.of(137)));
    assertThat(registry.list()).isEmpty();
  }

  @Test
  void aNodeRestartedByAnotherHandleIsTakenOver() throws Exception {
    LocalCluster other = LocalCluster.attach(registry, current(), runs());
    RunningNode theirs = other.nodes().get(0);
    theirs.restart();
    assertThat(ended.poll(20, TimeUnit.SECONDS)).isNotNull();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (node(0).processId() != theirs.processId()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
    assertThat(node(0).residentMemory()).isPositive();
    identity(theirs).send(Signal.KILL);
    assertThat(ended.poll(20, TimeUnit.SECONDS))
        .isEqualTo(new Ended(node(0), NodeState.DIED, OptionalInt.empty()));
  }

  @Test
  void aDetachedClusterOutlivesItsHandle() throws Exception {
    cluster().detach();
    cluster().close();
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
    assertThat(current().detached()).isTrue();
  }

  @Test
  void aClusterWhoseTrafficThisProcessCarriesCannotBeDetached() throws Exception {
    ClusterSpec spec = ClusterSpec.builder("carried", "1").nodes(1).build();
    ClusterRecord record =
        withCommands(
            registry.claim(spec, "test", directory.resolve("carried"), PORTS), "exec sleep 600");
    Interconnect.Connection carrier = () -> {};
    try (LocalCluster carried =
        LocalCluster.start(registry, record, runs(), carrier, Progress.silent())) {
      assertThatThrownBy(carried::detach).hasMessageContaining("cannot go on alone");
    }
    assertThat(registry.find("carried")).isEmpty();
  }

  @Test
  void aStartThatFailsLeavesNothingButLogs() throws Exception {
    ClusterSpec spec = ClusterSpec.builder("failing", "1").nodes(2).build();
    ClusterRecord record =
        withCommands(
            registry.claim(spec, "test", directory.resolve("failing"), PORTS),
            "echo no luck; exit 3");
    assertThatThrownBy(() -> LocalCluster.start(registry, record, runs(), null, Progress.silent()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("status OptionalInt[3]")
        .extracting(failure -> ((EngineException) failure).lastLogLines())
        .isEqualTo(List.of("no luck"));
    assertThat(registry.find("failing")).isEmpty();
    assertThat(record.logDirectory("node1").resolve("output.log")).hasContent("no luck");
    assertThat(record.identityFile("node1")).doesNotExist();
  }

  @Test
  void servicesStartBeforeTheNodesAndEndWithTheCluster() throws Exception {
    try (LocalCluster served = served()) {
      RunningService clock = served.services().get(0);
      RunningService quiet = served.services().get(1);
      assertThat(served.services())
          .extracting(RunningService::name)
          .containsExactly("clock", "quiet");
      assertThat(served.contactPoints()).containsExactly(clock.address());
      assertThat(quiet.besideNode()).as("there is one node").isEqualTo(1);
      assertThat(clock.state()).isEqualTo(NodeState.READY);
      assertThat(identity(clock).identity().startTime())
          .isLessThanOrEqualTo(identity(served.nodes().get(0)).identity().startTime());

      long before = quiet.processId();
      quiet.restart();
      assertThat(quiet.state()).isEqualTo(NodeState.READY);
      assertThat(quiet.processId()).isNotEqualTo(before);

      served.addListener((process, status, lines) -> ended.add(ended(process, status)));
      identity(quiet).send(Signal.KILL);
      assertThat(ended.poll(20, TimeUnit.SECONDS))
          .isEqualTo(new Ended(quiet, NodeState.DIED, OptionalInt.of(137)));
      served.stop();
      assertThat(ProcessIdentity.of(clock.processId())).isEmpty();
      assertThat(registry.find("served")).isEmpty();
    }
  }

  @Test
  void aServiceThatCountsTimeIsStoppedWhileTheClusterIsPaused() throws Exception {
    try (LocalCluster served = served()) {
      RunningService clock = served.services().get(0);
      RunningService quiet = served.services().get(1);
      long quietBefore = quiet.processId();
      served.pause();
      assertThat(clock.state()).isEqualTo(NodeState.STOPPED);
      assertThat(quiet.state()).isEqualTo(NodeState.PAUSED);
      assertThat(served.nodes().get(0).state()).isEqualTo(NodeState.PAUSED);

      waitedFor.clear();
      served.resume(Progress.silent());
      assertThat(waitedFor).as("before the nodes went on").containsExactly("clock", "quiet");
      assertThat(clock.state()).isEqualTo(NodeState.READY);
      assertThat(quiet.state()).isEqualTo(NodeState.READY);
      assertThat(quiet.processId()).isEqualTo(quietBefore);
      assertThat(served.nodes().get(0).state()).isEqualTo(NodeState.READY);
    }
  }

  @Test
  void aNodeStartsAgainWithoutAServiceThatHasDiedOrIsFrozen() throws Exception {
    try (LocalCluster served = served()) {
      RunningNode node = served.nodes().get(0);
      node.restart();
      assertThat(countedOn).containsExactly("clock", "quiet");

      served.addListener((process, status, lines) -> ended.add(ended(process, status)));
      identity(served.services().get(1)).send(Signal.KILL);
      assertThat(ended.poll(20, TimeUnit.SECONDS)).isNotNull();
      node.restart();
      assertThat(countedOn).containsExactly("clock");

      served.services().get(0).pause();
      node.restart();
      assertThat(countedOn).isEmpty();
      assertThat(node.state()).isEqualTo(NodeState.READY);
    }
  }

  @Test
  void theQuotaOfAHostHoldsNodesAndTheServicesBesideThem() throws Exception {
    Path version1 = Path.of("/sys/fs/cgroup/cpu");
    assumeTrue(
        Files.isWritable(version1), "This user may make no control groups of " + version1 + ".");
    ClusterSpec spec =
        ClusterSpec.builder("served", "1")
            .nodes(1)
            .hostQuota(new ClusterSpec.HostQuota(1, 0.5))
            .build();
    try (LocalCluster served = served(spec)) {
      List<RunningProcess> processes = new ArrayList<>(served.services());
      processes.addAll(served.nodes());
      for (RunningProcess process : processes) {
        assertThat(Path.of("/proc/" + process.processId() + "/cgroup"))
            .content()
            .contains("/quorate/served/host1\n");
      }
      assertThat(version1.resolve("quorate/served/host1/cpu.cfs_quota_us")).hasContent("5000");
    }
    assertThat(version1.resolve("quorate/served")).doesNotExist();
  }

  private LocalCluster served() throws Exception {
    return served(ClusterSpec.builder("served", "1").nodes(1).build());
  }

  /** Two services beside the one node, the first of which counts time. */
  private LocalCluster served(ClusterSpec spec) throws Exception {
    StorePorts ports =
        new StorePorts(
            15_721,
            15_722,
            List.of(
                new Service("clock", 15_723, 1, true, true),
                new Service("quiet", 15_724, 2, false, false)));
    ClusterRecord claimed =
        withCommands(
            registry.claim(spec, "test", directory.resolve("served"), ports), "exec sleep 600");
    ClusterRecord complete =
        claimed.withServices(
            claimed.services().stream()
                .map(service -> service.with(List.of("/bin/sh", "-c", "exec sleep 600")))
                .toList());
    for (String service : List.of("clock", "quiet")) {
      Files.createDirectories(complete.nodeDirectory(service));
    }
    registry.update(claimed, now -> complete);
    Readiness nodes = runs();
    Readiness counting =
        new Readiness() {
          @Override
          public void await(
              List<LocalService> services,
              List<LocalNode> starting,
              List<LocalNode> running,
              Progress.Task task)
              throws EngineException, InterruptedException {
            countedOn = services.stream().map(LocalService::name).toList();
            nodes.await(services, starting, running, task);
          }

          @Override
          public void await(LocalService started) {
            waitedFor.add(started.name());
          }
        };
    return LocalCluster.start(registry, complete, counting, null, Progress.silent());
  }

  private static Ended ended(RunningProcess process, OptionalInt status) {
    return new Ended(process, process.state(), status);
  }

  private LocalCluster cluster() {
    return started.orElseThrow();
  }

  private RunningNode node(int position) {
    return cluster().nodes().get(position);
  }

  private static ChildProcess identity(RunningProcess node) {
    return ChildProcess.attach(ProcessIdentity.of(node.processId()).orElseThrow()).orElseThrow();
  }

  private ClusterRecord current() {
    return registry.find("demo").orElseThrow();
  }

  private NodeRecord recorded() {
    return current().nodes().get(0);
  }

  private ClusterRecord record(String script) throws EngineException, IOException {
    ClusterSpec spec = ClusterSpec.builder("demo", "1").nodes(2).build();
    return withCommands(registry.claim(spec, "test", directory.resolve("demo"), PORTS), script);
  }

  private ClusterRecord withCommands(ClusterRecord claimed, String script)
      throws EngineException, IOException {
    for (NodeRecord node : claimed.nodes()) {
      Files.createDirectories(claimed.nodeDirectory(node.addresses().name()));
    }
    ClusterRecord complete =
        claimed.withNodes(
            claimed.nodes().stream()
                .map(
                    node ->
                        new NodeRecord(
                            node.addresses(),
                            List.of("/bin/sh", "-c", script),
                            null,
                            NodeState.STOPPED))
                .toList());
    registry.update(claimed, now -> complete);
    return complete;
  }

  /** Ready is a node whose process has reached its program, or ended. */
  private static Readiness runs() {
    return (services, starting, running, task) -> {
      for (LocalNode node : starting) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (node.isAlive() && !program(node).equals("sleep")) {
          assertThat(System.nanoTime()).isLessThan(deadline);
          Thread.onSpinWait();
        }
        if (!node.isAlive()) {
          throw new EngineException(
              node.name() + " ended with status " + node.exitStatus(), node.lastLogLines(5), null);
        }
      }
    };
  }

  private static String program(LocalNode node) {
    try {
      return Files.readString(Path.of("/proc/" + node.processId() + "/comm")).strip();
    } catch (IOException gone) {
      return "";
    }
  }
}
