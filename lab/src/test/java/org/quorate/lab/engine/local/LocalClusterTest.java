package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
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
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;
import org.quorate.study.progress.Progress;

/** With nodes that only sleep, and are ready as soon as they run. */
class LocalClusterTest {
  private static final StorePorts PORTS = StorePorts.of(15_707, 15_708);

  private record Ended(RunningProcess node, NodeState state, OptionalInt status) {}

  private final Path directory;
  private final ClusterRegistry registry;
  private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();

  private final SleepingServices sleeping;

  private Optional<LocalCluster> started = Optional.empty();

  LocalClusterTest(@TempDir Path directory) {
    this.directory = directory;
    this.registry = new ClusterRegistry(directory.resolve("clusters"));
    this.sleeping = new SleepingServices(registry, directory);
  }

  @BeforeEach
  void start() throws Exception {
    LocalCluster cluster =
        LocalCluster.start(
            registry, record("exec sleep 600"), SleepingServices.ready(), null, Progress.silent());
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
    identity(node(1)).send(ProcessSignal.KILL);
    Ended told = ended.poll(60, TimeUnit.SECONDS);
    assertThat(told).isEqualTo(new Ended(node(1), NodeState.DIED, OptionalInt.of(137)));
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
  }

  @Test
  void aFrozenNodeIsPausedWhoeverFrozeIt() throws Exception {
    node(0).pause();
    assertThat(node(0).state()).isEqualTo(NodeState.PAUSED);
    assertThat(
            LocalCluster.attach(registry, current(), SleepingServices.ready())
                .nodes()
                .get(0)
                .state())
        .isEqualTo(NodeState.PAUSED);
    node(0).resume();
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
    node(0).pause();
    node(0).stop();
    assertThat(node(0).state()).isEqualTo(NodeState.STOPPED);
  }

  @Test
  void whatAnotherHandleDoesIsSeenAndIsNoDeath() throws Exception {
    LocalCluster other = LocalCluster.attach(registry, current(), SleepingServices.ready());
    other.nodes().get(0).kill();
    Ended told = ended.poll(60, TimeUnit.SECONDS);
    assertThat(told).isEqualTo(new Ended(node(0), NodeState.STOPPED, OptionalInt.of(137)));

    other.close();
    assertThat(node(1).state()).as("closing a handle ends nothing").isEqualTo(NodeState.READY);
    other.stop();
    assertThat(ended.poll(60, TimeUnit.SECONDS))
        .isEqualTo(new Ended(node(1), NodeState.STOPPED, OptionalInt.of(137)));
    assertThat(registry.list()).isEmpty();
  }

  @Test
  void aNodeRestartedByAnotherHandleIsTakenOver() throws Exception {
    LocalCluster other = LocalCluster.attach(registry, current(), SleepingServices.ready());
    RunningNode theirs = other.nodes().get(0);
    theirs.restart();
    assertThat(ended.poll(60, TimeUnit.SECONDS)).isNotNull();
    await().until(() -> node(0).processId() == theirs.processId());
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
    // A kernel counts a process's first pages per processor, and tells none until they are many
    // enough.
    await().until(() -> node(0).residentMemory() > 0);
    identity(theirs).send(ProcessSignal.KILL);
    assertThat(ended.poll(60, TimeUnit.SECONDS))
        .isEqualTo(new Ended(node(0), NodeState.DIED, OptionalInt.empty()));
  }

  @Test
  void aProcessWhoseStarterWasKilledBeforeItWasWrittenDownIsNotStartedAgain() throws Exception {
    node(0).stop();
    ChildProcess unrecorded =
        ChildProcess.start(
            List.of("sleep", "600"),
            directory,
            Map.of(),
            directory.resolve("output.log"),
            current().identityFile("node1"),
            null);
    await().until(() -> ChildProcess.recorded(current().identityFile("node1")).isPresent());
    node(0).begin(List.of());
    assertThat(node(0).processId()).isEqualTo(unrecorded.identity().processId());
    assertThat(node(0).state()).isEqualTo(NodeState.STARTING);
    node(0).awaitReady();
    assertThat(node(0).state()).isEqualTo(NodeState.READY);
    assertThat(recorded().process()).isEqualTo(unrecorded.identity());
  }

  @Test
  void aNodeThatAnotherHandleHasJustBegunIsStopped() throws Exception {
    LocalCluster other = LocalCluster.attach(registry, current(), SleepingServices.ready());
    RunningNode theirs = other.nodes().get(0);
    node(0).stop();
    await().until(() -> theirs.state() == NodeState.STOPPED);
    assertThat(node(0).state()).isEqualTo(NodeState.STOPPED);
    theirs.begin(List.of());
    node(0).stop();
    assertThat(ProcessIdentity.of(theirs.processId())).isEmpty();
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
        sleeping.withCommands(
            registry.claim(spec, "test", directory.resolve("carried"), PORTS), "exec sleep 600");
    Interconnect.Connection carrier = () -> {};
    try (LocalCluster carried =
        LocalCluster.start(
            registry, record, SleepingServices.ready(), carrier, Progress.silent())) {
      assertThatThrownBy(carried::detach).hasMessageContaining("cannot go on alone");
    }
    assertThat(registry.find("carried")).isEmpty();
  }

  @Test
  void aStartThatFailsLeavesNothingButLogs() throws Exception {
    ClusterSpec spec = ClusterSpec.builder("failing", "1").nodes(2).build();
    ClusterRecord record =
        sleeping.withCommands(
            registry.claim(spec, "test", directory.resolve("failing"), PORTS),
            "echo no luck; exit 3");
    assertThatThrownBy(
            () ->
                LocalCluster.start(
                    registry, record, SleepingServices.ready(), null, Progress.silent()))
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
    try (LocalCluster served = sleeping.served()) {
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
      identity(quiet).send(ProcessSignal.KILL);
      assertThat(ended.poll(60, TimeUnit.SECONDS))
          .isEqualTo(new Ended(quiet, NodeState.DIED, OptionalInt.of(137)));
      served.stop();
      assertThat(ProcessIdentity.of(clock.processId())).isEmpty();
      assertThat(registry.find("served")).isEmpty();
    }
  }

  @Test
  void aServiceThatCountsTimeIsStoppedWhileTheClusterIsPaused() throws Exception {
    try (LocalCluster served = sleeping.served()) {
      RunningService clock = served.services().get(0);
      RunningService quiet = served.services().get(1);
      long quietBefore = quiet.processId();
      served.pause();
      assertThat(clock.state()).isEqualTo(NodeState.STOPPED);
      assertThat(quiet.state()).isEqualTo(NodeState.PAUSED);
      assertThat(served.nodes().get(0).state()).isEqualTo(NodeState.PAUSED);

      sleeping.waitedFor().clear();
      served.resume(Progress.silent());
      assertThat(sleeping.waitedFor())
          .as("before the nodes went on")
          .containsExactly("clock", "quiet");
      assertThat(clock.state()).isEqualTo(NodeState.READY);
      assertThat(quiet.state()).isEqualTo(NodeState.READY);
      assertThat(quiet.processId()).isEqualTo(quietBefore);
      assertThat(served.nodes().get(0).state()).isEqualTo(NodeState.READY);
    }
  }

  @Test
  void aNodeStartsAgainWithoutAServiceThatHasDiedOrIsFrozen() throws Exception {
    try (LocalCluster served = sleeping.served()) {
      RunningNode node = served.nodes().get(0);
      node.restart();
      assertThat(sleeping.countedOn()).containsExactly("clock", "quiet");

      served.addListener((process, status, lines) -> ended.add(ended(process, status)));
      identity(served.services().get(1)).send(ProcessSignal.KILL);
      assertThat(ended.poll(60, TimeUnit.SECONDS)).isNotNull();
      node.restart();
      assertThat(sleeping.countedOn()).containsExactly("clock");

      served.services().get(0).pause();
      node.restart();
      assertThat(sleeping.countedOn()).isEmpty();
      assertThat(node.state()).isEqualTo(NodeState.READY);
    }
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
    return sleeping.withCommands(
        registry.claim(spec, "test", directory.resolve("demo"), PORTS), script);
  }
}
