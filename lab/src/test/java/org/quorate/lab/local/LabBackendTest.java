package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.plan.Study;

/** What is refused before anything is started. */
final class LabBackendTest {
  private static final String NODES = "factors: {nodes: [1, 2, 4]}\n";
  private static final String ONE_REPLICA = "cluster: {replication-factor: 1}\n";
  private static final String METERS =
      """
      cluster: {replication-factor: 1, nodes-per-host: 2, processor-quota: 0.5}
      power: {meters: {host1: {kind: powercap}, %s: {kind: powercap}}}
      """;

  @TempDir private Path folder;

  @Test
  void clustersOneAfterTheOtherNeedTheMemoryOfTheLargest() {
    // 192 MiB of heap and 300 MiB beside it for each of 4 nodes.
    assertThatCode(() -> check(NODES + ONE_REPLICA, 1968)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(NODES + ONE_REPLICA, 1967))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("4 nodes with a heap of 192M need about 1968M of memory, but only")
        .hasMessageContaining("1967M are available");
  }

  @Test
  void clustersInTurnNeedTheMemoryOfAll() {
    String inTurn = NODES + ONE_REPLICA + "runs: {clusters: in-turn}\n";
    assertThatCode(() -> check(inTurn, 3444)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(inTurn, 3443))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("7 nodes of 3 clusters that are up at the same time")
        .hasMessageContaining("need about 3444M of memory");
  }

  @Test
  void aHostThatOnlyTheLargestClusterHasMayHaveAMeter() {
    assertThatCode(() -> check(NODES + METERS.formatted("host2"), 100_000))
        .doesNotThrowAnyException();
  }

  @Test
  void aHostThatNoClusterHasIsRefused() {
    assertThatThrownBy(() -> check(NODES + METERS.formatted("host3"), 100_000))
        .isInstanceOf(BackendException.class)
        .hasMessage(
            "The study has meters for host3, but the cluster has host1, host2; name one of these"
                + " under power: meters.");
  }

  @Test
  void aHostWithoutAMeterNeedsAQuotaWhateverElseHasMeters() {
    assertThatThrownBy(
            () ->
                check(
                    """
                    cluster: {nodes: 3}
                    power: {meters: {host1: {kind: powercap}, host3: {kind: powercap}}}
                    """,
                    100_000))
        .hasMessageContaining("set cluster: processor-quota or host-quota");
  }

  @Test
  void aPowerModelNeedsAQuotaThatHoldsDataNodesToo() {
    String study =
        """
        cluster: {engine: hbase, nodes: 2, hdfs-data-nodes: 2, %s: 0.5}
        power: {profile: server-2010%s}
        """;
    assertThatThrownBy(() -> check(study.formatted("processor-quota", ""), 100_000))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("set host-quota instead");
    assertThatCode(() -> check(study.formatted("host-quota", ""), 100_000))
        .doesNotThrowAnyException();
    String meters = ", meters: {host1: {kind: powercap}, host2: {kind: powercap}}";
    assertThatCode(() -> check(study.formatted("processor-quota", meters), 100_000))
        .as("no host needs a model")
        .doesNotThrowAnyException();
  }

  @Test
  void untilServersAreQuietIsWaitedForWhereThatIsSeen() {
    String study =
        """
        cluster: {%s, nodes: 2, host-quota: 0.5}
        power: {until-quiet: 60s}
        """;
    assertThatCode(() -> check(study.formatted("replication-factor: 1"), 100_000))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(study.formatted("engine: hbase"), 100_000))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("remove power: until-quiet");
  }

  @Test
  void hostsAndMetersThatSeeDifferentPartsOfAHostAreRefusedBeforeAnythingStarts() {
    assertThatThrownBy(
            () ->
                check(
                    """
                    cluster: {nodes: 1, processor-quota: 0.5}
                    power: {meters: {host1: [{kind: powercap}, {kind: wattsup, path: w.log}]}}
                    """,
                    100_000))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("host1 by wattsup sees at the wall")
        .hasMessageContaining("host1 by powercap sees processors")
        .hasMessageContaining("apart: yes");
    assertThatThrownBy(
            () ->
                check(
                    """
                    cluster: {nodes: 2, processor-quota: 0.5}
                    power: {meters: {host1: {kind: powercap}}}
                    """,
                    100_000))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("the model of hosts without a meter sees at the wall");
    assertThatCode(
            () ->
                check(
                    """
                    cluster: {nodes: 1, processor-quota: 0.5}
                    power:
                      meters:
                        host1: [{kind: powercap, apart: yes}, {kind: wattsup, path: w.log}]
                    """,
                    100_000))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void everyEngineThatAStudyMayNameIsStarted(StoreEngine engine) {
    assertThatCode(() -> check("cluster: {engine: " + engine.text() + "}\n", 100_000))
        .doesNotThrowAnyException();
  }

  @Test
  void regionServersNeedMemoryAndSoDoZooKeeperAndTheMaster() {
    // 256 MiB of heap and 250 MiB beside it for each of 3 nodes, and 450 MiB.
    String hbase = "cluster: {engine: hbase}\n";
    assertThatCode(() -> check(hbase, 1968)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(hbase, 1967))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("need about 1968M of memory");
  }

  @Test
  void whatHBaseCannotDoIsRefused() {
    assertThatThrownBy(() -> check("cluster: {engine: hbase}\nload: {threads: 513}\n", 100_000))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("each of the 513 clients would need a thread");
  }

  private void check(String more, long availableMebibytes) throws Exception {
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, "title: x\nworkload: {properties: {recordcount: 10}}\n" + more);
    Study study = StudyFile.load(path, StudyOverrides.NONE).study();
    new LabBackend(() -> OptionalLong.of(availableMebibytes << 20))
        .check(Plan.of(study).runs(), study.design().clustersInTurn());
  }
}
