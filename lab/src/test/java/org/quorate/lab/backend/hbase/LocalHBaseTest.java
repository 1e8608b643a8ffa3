package org.quorate.lab.backend.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

final class LocalHBaseTest {
  private final LocalHBase store = new LocalHBase();

  @TempDir private Path folder;

  @Test
  void itsNodesAreTheRegionServers() throws Exception {
    RunSettings run =
        run(
            """
            cluster:
              engine: hbase
              nodes: 2
              heap: 320MiB
              processor-quota: 0.5
              quick-compiler: true
              hdfs-data-nodes: 3
              settings: {hbase.regionserver.handler.count: 12}
            """);
    ClusterSpec spec = store.specification(run.cluster(), "name");

    assertThat(spec.name()).isEqualTo("name");
    assertThat(spec.version()).isEqualTo(HBaseEngine.DEFAULT_VERSION);
    assertThat(spec.nodes()).isEqualTo(2);
    assertThat(spec.ring()).isNull();
    assertThat(spec.heap()).hasToString("320M");
    assertThat(spec.processorQuota()).isEqualTo(0.5);
    assertThat(spec.quickCompiler()).isTrue();
    assertThat(spec.relayed()).isTrue();
    assertThat(spec.dataNodes()).isEqualTo(3);
    assertThat(spec.settings()).containsEntry("hbase.regionserver.handler.count", "12");
  }

  @Test
  void aReadThatCannotTellHowNewARowIsCannotBeJudged() throws Exception {
    String fields = "cluster: {engine: hbase}\nworkload: {properties: {recordcount: 10, %s}}\n";

    assertThatThrownBy(() -> store.check(run(fields.formatted("readallfields: false"))))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("set readallfields or writeallfields to true");
    for (String fits :
        new String[] {
          "readallfields: true",
          "readallfields: false, writeallfields: true",
          "readallfields: false, fieldcount: 1"
        }) {
      assertThatCode(() -> store.check(run(fields.formatted(fits))))
          .as(fits)
          .doesNotThrowAnyException();
    }
    assertThatCode(
            () ->
                store.check(
                    run(fields.formatted("readallfields: false") + "runs: {history: no}\n")))
        .doesNotThrowAnyException();
  }

  @Test
  void aServerThatStartsDuringARunMustNotLiftTheQuotaOfOthers() throws Exception {
    String offload =
        """
        cluster: {engine: hbase, nodes: 4, nodes-per-host: 2, %s: 0.5}
        offload: {rest: %s, capacity: 200/s}
        """;

    assertThatThrownBy(() -> store.check(run(offload.formatted("host-quota", "stop"))))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("set processor-quota instead of host-quota");
    for (String fits : new String[] {"none", "idle"}) {
      assertThatCode(() -> store.check(run(offload.formatted("host-quota", fits))))
          .as(fits)
          .doesNotThrowAnyException();
    }
    assertThatCode(() -> store.check(run(offload.formatted("processor-quota", "stop"))))
        .doesNotThrowAnyException();
  }

  @Test
  void regionsMoveOnlyInRunsInWhichServersRest() throws Exception {
    String offload = "cluster: {engine: hbase, nodes: 2}\noffload: {rest: %s, capacity: 200/s}\n";

    assertThat(MeasuredHBase.regionsMove(run("cluster: {engine: hbase}\n"))).isFalse();
    assertThat(MeasuredHBase.regionsMove(run(offload.formatted("none")))).isFalse();
    assertThat(MeasuredHBase.regionsMove(run(offload.formatted("idle")))).isTrue();
    assertThat(MeasuredHBase.regionsMove(run(offload.formatted("stop")))).isTrue();
  }

  @Test
  void whatAStudyThatWasKilledHasSpilledIsRemovedWithItsCluster() throws Exception {
    ClusterRegistry registry = new ClusterRegistry(folder.resolve("clusters"));
    ClusterRecord record =
        registry.claim(
            ClusterSpec.builder("spilling", "2.6.4").withoutRing().nodes(1).build(),
            "test",
            folder.resolve("cluster"),
            StorePorts.of(15_713, 15_714));
    Path spill = Files.createDirectories(MeasuredHBase.spill(record.directory()));

    registry.cleanUp(record);

    assertThat(spill).doesNotExist();
  }

  @Test
  void everyClientOfAClosedLoopHasAThread() {
    assertThat(MeasuredHBaseTable.clients(new LoadShape.Closed(17, 0))).isEqualTo(17);
    assertThat(MeasuredHBaseTable.clients(new LoadShape.Open("poisson 10/s", 8))).isEqualTo(8);
    assertThat(MeasuredHBaseTable.clients(new LoadShape.Open("poisson 10/s", 4096)))
        .isEqualTo(MeasuredHBaseTable.MOST_OPEN);
  }

  private RunSettings run(String more) throws Exception {
    String workload =
        more.contains("workload:") ? "" : "workload: {properties: {recordcount: 10}}\n";
    Path path = folder.resolve("study.yaml");
    Files.writeString(path, "title: x\n" + workload + more);
    return StudyFile.load(path, StudyOverrides.NONE).study().cells().values().iterator().next();
  }
}
