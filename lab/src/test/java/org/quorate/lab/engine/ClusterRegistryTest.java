package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;

/** With children that only sleep in the place of servers. */
class ClusterRegistryTest {
  private static final StorePorts PORTS = StorePorts.of(15_703, 15_704);

  /** A process that this machine cannot have. */
  private static final ProcessIdentity GONE = new ProcessIdentity(Integer.MAX_VALUE, 1);

  private final Path directory;
  private final ClusterRegistry registry;
  private @Nullable ChildProcess child;

  ClusterRegistryTest(@TempDir Path directory) {
    this.directory = directory;
    this.registry = new ClusterRegistry(directory.resolve("clusters"));
  }

  @AfterEach
  void endChild() throws InterruptedException {
    if (child != null) {
      child.send(ProcessSignal.KILL);
    }
  }

  @Test
  void aRecordIsReadBackAsItWasWritten() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder("demo", "5.0.9")
            .dataCenters(List.of(new DataCenter("dc1", 2, 2), new DataCenter("dc2", 1, 1)))
            .tokensPerNode(16)
            .heap(MemorySize.parse("256M"))
            .processorQuota(0.5)
            .quickCompiler(true)
            .javaHome(Path.of("/java"))
            .relayed(true)
            .setting("concurrent_reads", "8")
            .build();
    ClusterRecord claimed = claim(spec);
    NodeRecord first = claimed.nodes().get(0);
    ClusterRecord changed =
        claimed
            .with(new NodeRecord(first.addresses(), List.of("java", "@x"), GONE, NodeState.READY))
            .withHelpers(List.of(GONE));
    registry.update(claimed, now -> changed);
    assertThat(registry.find("demo")).hasValue(changed);
    assertThat(registry.list()).hasSize(1);
    assertThat(claimed.launcher()).isEqualTo(ProcessIdentity.current());
  }

  @Test
  void servicesAreReadBackAsTheyWereWrittenAndStoppedLikeNodes() throws Exception {
    StorePorts ports =
        new StorePorts(
            15_703,
            15_704,
            List.of(new Service("zookeeper", 15_720, List.of(15_721, 15_722), 2, true, true)));
    ClusterRecord claimed =
        registry.claim(
            ClusterSpec.builder("demo", "2.6.4").withoutRing().nodes(1).dataNodes(2).build(),
            "test",
            directory.resolve("elsewhere"),
            ports);
    ServiceRecord service = claimed.services().get(0);
    ClusterRecord changed =
        claimed.with(service.with(List.of("java", "@x")).with(GONE, NodeState.READY));
    registry.update(claimed, now -> changed);
    assertThat(registry.find("demo")).hasValue(changed);
    assertThat(changed.names()).containsExactly("node1", "zookeeper");
    assertThat(changed.allStopped().services())
        .extracting(ServiceRecord::state)
        .containsExactly(NodeState.STOPPED);
    assertThat(changed.services().get(0).address().getPort()).isEqualTo(15_720);
  }

  @Test
  void whatAServiceLeavesIsRemovedExceptItsLogs() throws Exception {
    StorePorts ports =
        new StorePorts(15_703, 15_704, List.of(new Service("zookeeper", 15_720, 1, true, true)));
    ClusterRecord claimed =
        registry.claim(
            ClusterSpec.builder("demo", "2.6.4").withoutRing().nodes(1).build(),
            "test",
            directory.resolve("elsewhere"),
            ports);
    Files.createDirectories(claimed.logDirectory("zookeeper"));
    Files.createDirectories(claimed.nodeDirectory("zookeeper").resolve("data"));
    Files.createDirectories(claimed.sharedDirectory().resolve("hbase"));
    registry.cleanUp(claimed);
    assertThat(claimed.logDirectory("zookeeper")).exists();
    assertThat(claimed.nodeDirectory("zookeeper").resolve("data")).doesNotExist();
    assertThat(claimed.sharedDirectory()).doesNotExist();
  }

  @Test
  void poolsAreKeptAndOlderRecordsHaveNone() throws Exception {
    ClusterRecord claimed =
        claim(ClusterSpec.builder("demo", "5.0.9").pools(PoolLayout.MOSTLY_COLD).build());
    assertThat(registry.find("demo").orElseThrow().spec().pools())
        .isEqualTo(PoolLayout.MOSTLY_COLD);
    Path file = claimed.directory().resolve(ClusterRecordFile.NAME);
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"pools\" : \"mostly-cold\",", ""));
    assertThat(Files.readString(file)).doesNotContain("pools");
    assertThat(registry.find("demo").orElseThrow().spec().pools()).isEqualTo(PoolLayout.BALANCED);
  }

  @Test
  void aClusterInAnotherDirectoryIsFoundByName() throws Exception {
    ClusterRecord record = claim(ClusterSpec.builder("demo", "5.0.9").build());
    assertThat(record.directory()).isEqualTo(directory.resolve("elsewhere").toRealPath());
    assertThat(registry.find("demo").orElseThrow().directory()).isEqualTo(record.directory());
    registry.cleanUp(record);
    assertThat(registry.list()).isEmpty();
    assertThat(registry.defaultDirectory("demo")).doesNotExist();
  }

  @Test
  void aClusterThatAnotherProcessRemovesMeanwhileIsNotListed() throws Exception {
    ClusterRecord stays = claimIn("stays");
    Path record = claimIn("goes").directory().resolve(ClusterRecordFile.NAME);
    Path kept = Files.copy(record, directory.resolve("kept.json"));
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Void> comesAndGoes =
        CompletableFuture.runAsync(
            () -> {
              while (!enough.get()) {
                try {
                  Files.delete(record);
                  Files.copy(kept, directory.resolve("next.json"));
                  Files.move(directory.resolve("next.json"), record);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    try {
      Set<Integer> listed = new HashSet<>();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      for (int look = 0; look < 500 || listed.size() < 2; look++) {
        List<ClusterRecord> found = registry.list();
        assertThat(found).contains(stays);
        listed.add(found.size());
        assertThat(System.nanoTime()).as("%s", listed).isLessThan(deadline);
      }
    } finally {
      enough.set(true);
      comesAndGoes.join();
    }
  }

  @Test
  void aNameInUseIsRefused() throws Exception {
    claim(ClusterSpec.builder("demo", "5.0.9").build());
    assertThatThrownBy(
            () ->
                registry.claim(
                    ClusterSpec.builder("demo", "5.0.9").build(),
                    "test",
                    directory.resolve("third"),
                    PORTS))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("A cluster named demo is running");
  }

  @Test
  void aDirectoryInUseOrOfSomebodyElseIsRefused() throws Exception {
    claim(ClusterSpec.builder("demo", "5.0.9").build());
    assertThatThrownBy(() -> claim(ClusterSpec.builder("other", "5.0.9").build()))
        .hasMessageContaining("is used by cluster demo");
    Files.createDirectories(directory.resolve("home/node1"));
    assertThatThrownBy(
            () ->
                registry.claim(
                    ClusterSpec.builder("other", "5.0.9").build(),
                    "test",
                    directory.resolve("home"),
                    PORTS))
        .hasMessageContaining("is not empty and was not made for a cluster");
    assertThat(directory.resolve("home/node1")).exists();
  }

  @Test
  void twoClustersHaveTwoBlocks() throws Exception {
    ClusterRecord first = claim(ClusterSpec.builder("first", "5.0.9").build());
    ClusterRecord second =
        registry.claim(
            ClusterSpec.builder("second", "5.0.9").build(),
            "test",
            registry.defaultDirectory("second"),
            PORTS);
    assertThat(AddressPlan.block(first.nodes().get(0).addresses()))
        .isNotEqualTo(AddressPlan.block(second.nodes().get(0).addresses()));
  }

  /** Two builds at once, or a study beside them: neither registry knows of the other. */
  @Test
  void clustersOfTwoRegistriesHaveTwoBlocksThoughNoneListensYet() throws Exception {
    ClusterSpec spec = ClusterSpec.builder("demo", "5.0.9").build();
    ClusterRecord first = claim(spec);
    ClusterRegistry others = new ClusterRegistry(directory.resolve("registry of another build"));
    ClusterRecord second = others.claim(spec, "test", directory.resolve("other"), PORTS);
    try {
      assertThat(AddressPlan.block(first.nodes().get(0).addresses()))
          .isNotEqualTo(AddressPlan.block(second.nodes().get(0).addresses()));
    } finally {
      others.cleanUp(second);
    }
  }

  @Test
  void processesOfALauncherThatIsGoneAreEndedAndOnlyLogsStay() throws Exception {
    ClusterRecord claimed = claim(ClusterSpec.builder("demo", "5.0.9").nodes(1).build());
    child = sleeper(claimed);
    Files.createDirectories(claimed.logDirectory("node1"));
    Files.writeString(claimed.logDirectory("node1").resolve("system.log"), "last words");
    Files.createDirectories(claimed.nodeDirectory("node1").resolve("data/table"));
    assertThat(registry.cleanUpOrphans()).as("this launcher is alive").isEmpty();

    registry.update(claimed, now -> launchedBy(now, GONE));
    // The record does not know the child, as when a launcher is killed in the wrong moment.
    assertThat(registry.cleanUpOrphans()).containsExactly("demo");
    assertThat(child.isAlive()).isFalse();
    assertThat(claimed.logDirectory("node1").resolve("system.log")).hasContent("last words");
    assertThat(claimed.nodeDirectory("node1").resolve("data")).doesNotExist();
    assertThat(registry.list()).isEmpty();
  }

  @Test
  void aDetachedClusterIsNoOrphan() throws Exception {
    ClusterRecord claimed = claim(ClusterSpec.builder("demo", "5.0.9").nodes(1).build());
    child = sleeper(claimed);
    registry.update(claimed, ClusterRecord::detach);
    assertThat(registry.cleanUpOrphans()).isEmpty();
    assertThat(child.isAlive()).isTrue();
    registry.cleanUp(claimed);
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void cleaningUpAnOldClusterLeavesALaterOneOfTheSameNameAlone() throws Exception {
    ClusterRecord old = claim(ClusterSpec.builder("demo", "5.0.9").nodes(1).build());
    registry.cleanUp(old);
    ClusterRecord later = claim(ClusterSpec.builder("demo", "5.0.9").nodes(1).build());
    child = sleeper(later);
    registry.cleanUp(old);
    registry.update(old, ClusterRecord::detach);
    assertThat(child.isAlive()).isTrue();
    assertThat(registry.find("demo")).hasValue(later);
  }

  private ClusterRecord claimIn(String folder) throws Exception {
    return registry.claim(
        ClusterSpec.builder(folder, "5.0.9").build(), "test", directory.resolve(folder), PORTS);
  }

  private ClusterRecord claim(ClusterSpec spec) throws EngineException {
    return registry.claim(spec, "test", directory.resolve("elsewhere"), PORTS);
  }

  private static ClusterRecord launchedBy(ClusterRecord record, ProcessIdentity launcher) {
    return new ClusterRecord(
        record.spec(),
        record.store(),
        record.directory(),
        record.startedAt(),
        launcher,
        record.nodes(),
        record.services(),
        record.helpers());
  }

  private static ChildProcess sleeper(ClusterRecord record) throws IOException {
    Files.createDirectories(record.nodeDirectory("node1"));
    ChildProcess sleeper =
        ChildProcess.start(
            List.of("sleep", "600"),
            record.directory(),
            Map.of(),
            Path.of("/dev/null"),
            record.identityFile("node1"),
            null);
    // Until the child has written down who it is, only its parent knows it.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (ChildProcess.recorded(record.identityFile("node1")).isEmpty()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
    return sleeper;
  }
}
