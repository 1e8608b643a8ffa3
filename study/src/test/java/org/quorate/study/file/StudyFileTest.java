package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.level.Level;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Expectation;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.PilotSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

final class StudyFileTest {
  private static final String WORKLOAD =
      """
      recordcount=1000
      operationcount=1000
      readproportion=0.5
      updateproportion=0.5
      requestdistribution=zipfian
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeEach
  void writeWorkload() throws IOException {
    Files.writeString(folder.resolve("workloada"), WORKLOAD);
  }

  @Test
  void readsEveryKey() throws Exception {
    Study study =
        load(
            """
            title: Levels
            question: Which?
            backend: local
            cluster:
              engine: cassandra
              version: 5.0.6
              data-centers: {east: 3, west: 4}
              replication-factor: 3
              tokens: 16
              heap: 256MiB
              processor-quota: 0.5
              quick-compiler: true
              settings: {concurrent_reads: 8}
            workload: {file: workloada, properties: {fieldlength: 50}}
            load: {threads: 40, target: 2000/s}
            levels: {read: LOCAL_ONE, write: LOCAL_QUORUM}
            links: {delay: lognormal 5ms 0.5}
            runs: {repetitions: 3, warm-up: 20s, settle: 2s, duration: 8s, history: true, seed: 7}
            factors: {read-level: [LOCAL_ONE, LOCAL_QUORUM], threads: [10, 20]}
            baseline: {threads: 10}
            expects:
              - stale-reads: {read-level: LOCAL_ONE}
              - throughput-falls: {read-level: [LOCAL_ONE, LOCAL_QUORUM], threads: 10}
            pilot: {delay: [5ms, 10ms], duration: 2s}
            does-not-show: [Much., More.]
            claims: [{text: They say so., source: A paper}]
            """);
    RunSettings first = study.cells().values().iterator().next();

    assertThat(study.name()).isEqualTo("some-study");
    assertThat(study.cells()).hasSize(4);
    assertThat(first.cluster().dataCenters())
        .containsExactly(Map.entry("east", 3), Map.entry("west", 4));
    assertThat(first.cluster().heapBytes()).isEqualTo(256L << 20);
    assertThat(first.cluster().processorQuota()).isEqualTo(0.5);
    assertThat(first.cluster().quickCompiler()).isTrue();
    assertThat(first.cluster().settings()).containsEntry("concurrent_reads", "8");
    assertThat(first.readPolicy().fixedLevel()).contains(Level.LOCAL_ONE);
    assertThat(first.writeLevel()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(first.load()).isEqualTo(new LoadShape.Closed(10, 2000));
    assertThat(first.linkDelay()).isEqualTo("lognormal 5ms 0.5");
    assertThat(first.workload().recordCount()).isEqualTo(1000);
    assertThat(first.workload().fields().length()).isEqualTo(50);
    assertThat(first.duration()).isEqualTo(Duration.ofSeconds(8));
    assertThat(first.seed()).isEqualTo(7);
    assertThat(study.baselines()).containsExactly(Map.of("threads", "10"));
    assertThat(study.expectations())
        .containsExactly(
            new Expectation.StaleReads(Map.of("read-level", "LOCAL_ONE")),
            new Expectation.ThroughputFalls(
                "read-level", List.of("LOCAL_ONE", "LOCAL_QUORUM"), Map.of("threads", "10")));
    assertThat(study.pilot())
        .isEqualTo(new PilotSettings(List.of("5ms", "10ms"), Duration.ofSeconds(2)));
    assertThat(study.doesNotShow()).containsExactly("Much.", "More.");
    assertThat(study.claims().get(0).source()).isEqualTo("A paper");
    assertThat(study.settings())
        .containsEntry("nodes", "east: 3, west: 4")
        .containsEntry("read level", "LOCAL_ONE, LOCAL_QUORUM (varied)")
        .containsEntry("workload.fieldlength", "50");
  }

  @Test
  void processesShareTheClientsOfALoad() throws Exception {
    Study study = load("title: x\nworkload: {file: workloada}\nload: {threads: 4, processes: 4}\n");

    assertThat(study.cells().values()).extracting(RunSettings::processes).containsExactly(4);
    assertThat(study.settings()).containsEntry("processes of the load (sessions in one JVM)", "4");
    assertThatThrownBy(
            () -> load("title: x\nworkload: {file: workloada}\nload: {threads: 4, processes: 5}\n"))
        .hasMessageContaining(
            "line 3, load.processes: 5 processes need a client each, and the load has 4; raise");
    assertThatThrownBy(
            () ->
                load(
                    """
                    title: x
                    workload: {file: workloada}
                    cluster: {engine: hbase}
                    load: {threads: 4, processes: 2}
                    """))
        .hasMessageContaining("load.processes: HBase has one replica of each row that answers");
  }

  @Test
  void fillsDefaultsIn() throws Exception {
    Study study = load("title: Small\nworkload: {file: workloada}\n");
    RunSettings settings = study.cells().values().iterator().next();

    assertThat(study.cells()).containsOnlyKeys(new Cell(Map.of()));
    assertThat(study.backend()).isEqualTo("local");
    assertThat(study.repetitions()).isEqualTo(5);
    assertThat(settings.cluster().nodes()).isEqualTo(3);
    assertThat(settings.cluster().replicationFactor()).isEqualTo(3);
    assertThat(settings.load()).isEqualTo(new LoadShape.Closed(1, 0));
    assertThat(settings.processes()).isEqualTo(1);
    assertThat(settings.linkDelay()).isEqualTo("none");
    assertThat(settings.operations()).isZero();
    assertThat(settings.history()).isTrue();
    assertThat(study.baselines()).isEmpty();
    assertThat(study.pilot()).isNull();
  }

  @Test
  void cellsAreTheProductOfTheFactorsWithTheLastChangingFastest() throws Exception {
    Study study =
        load(
            """
            title: Product
            workload: {file: workloada}
            factors: {write-level: [ONE, QUORUM], read-level: [ONE, ALL]}
            """);

    assertThat(study.cells().keySet())
        .extracting(Cell::levels)
        .containsExactly(
            Map.of("write-level", "ONE", "read-level", "ONE"),
            Map.of("write-level", "ONE", "read-level", "ALL"),
            Map.of("write-level", "QUORUM", "read-level", "ONE"),
            Map.of("write-level", "QUORUM", "read-level", "ALL"));
    assertThat(study.baselines()).containsExactly(Map.of("write-level", "ONE"));
  }

  @Test
  void everyFactorPutsItsLevelsIntoTheCells() throws Exception {
    Files.writeString(folder.resolve("other"), WORKLOAD.replace("=1000", "=77"));
    Study study =
        load(
            """
            title: All factors
            load: {threads: 1}
            factors:
              nodes: [4]
              replication-factor: [2]
              read-level: [TWO]
              write-level: [ALL]
              delay: [uniform 1ms..2ms]
              threads: [9]
              target: [500/s]
              workload: [other]
              distribution: [zipfian-exact]
              field-length: [10]
              read-proportion: [0.9]
            """);
    RunSettings settings = study.cells().values().iterator().next();

    assertThat(settings.cluster().nodes()).isEqualTo(4);
    assertThat(settings.cluster().replicationFactor()).isEqualTo(2);
    assertThat(settings.readPolicy().fixedLevel()).contains(Level.TWO);
    assertThat(settings.writeLevel()).isEqualTo(Level.ALL);
    assertThat(settings.linkDelay()).isEqualTo("uniform 1ms..2ms");
    assertThat(settings.load()).isEqualTo(new LoadShape.Closed(9, 500));
    assertThat(settings.workload().recordCount()).isEqualTo(77);
    assertThat(settings.workload().requests().name()).isEqualTo("zipfian-exact");
    assertThat(settings.workload().fields().length()).isEqualTo(10);
    assertThat(settings.workload().mix().read()).isEqualTo(0.9);
    assertThat(settings.workload().mix().update()).isEqualTo(0.1);
  }

  @Test
  void arrivalsMakeAnOpenLoop() throws Exception {
    Study study =
        load(
            """
            title: Open
            workload: {file: workloada}
            load: {arrivals: poisson 2000/s, max-in-flight: 64}
            factors: {arrivals: [poisson 1000/s, constant 2000/s]}
            """);

    assertThat(study.cells().values())
        .extracting(RunSettings::load)
        .containsExactly(
            new LoadShape.Open("poisson 1000/s", 64), new LoadShape.Open("constant 2000/s", 64));
  }

  @Test
  void scalesOverrideRunsAndTheCommandLineOverridesScales() throws Exception {
    String text =
        """
        title: Scales
        workload: {file: workloada}
        runs: {repetitions: 5, duration: 8s}
        scales: {quick: {repetitions: 2, duration: 3s}}
        """;
    Study study =
        load(text, new StudyOverrides(List.of(), Map.of(), "quick", Map.of("duration", "4s")));

    assertThat(study.repetitions()).isEqualTo(2);
    assertThat(study.cells().values().iterator().next().duration())
        .isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void aStudyCanBeReadAgainFromItsTexts() throws Exception {
    Path path = folder.resolve("some-study.yaml");
    Files.writeString(path, "title: Again\nworkload: {file: workloada}\n");
    StudyFile file = StudyFile.load(path, StudyOverrides.NONE);
    Files.delete(folder.resolve("workloada"));
    StudyFile again =
        StudyFile.reread(
            file.study().name(),
            path,
            file.folder(),
            file.text(),
            file.overrides(),
            file.workloadFiles());

    assertThat(again).isEqualTo(file);
  }

  private Study load(String text) throws Exception {
    return load(text, StudyOverrides.NONE);
  }

  private Study load(String text, StudyOverrides overrides) throws Exception {
    Path path = folder.resolve("Some study.yaml");
    Files.writeString(path, text);
    return StudyFile.load(path, overrides).study();
  }

  @Test
  void aWorkloadFileIsLookedForInFurtherFoldersLast() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("a/b/c"));
    Path installation = Files.createDirectories(folder.resolve("installation/workloads"));
    Files.writeString(installation.resolve("theirs"), "recordcount=77\n");
    Path path = elsewhere.resolve("s.yaml");
    Files.writeString(path, "title: x\nworkload: {file: theirs}\n");

    Study study = StudyFile.load(path, StudyOverrides.NONE, List.of(installation)).study();
    assertThat(study.cells().values().iterator().next().workload().recordCount()).isEqualTo(77);
    assertThatThrownBy(() -> StudyFile.load(path, StudyOverrides.NONE))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("put it beside the study file, or give its whole path");
  }
}
