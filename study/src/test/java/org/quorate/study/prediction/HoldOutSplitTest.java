package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class HoldOutSplitTest {
  private static final String STUDY =
      """
      title: Servers, clients and levels
      backend: fake
      cluster: {replication-factor: 3, nodes-per-host: 2}
      workload: {properties: {recordcount: 10, readproportion: 0.75, updateproportion: 0.25}}
      load: {threads: 2}
      links: {delay: 5ms}
      runs: {repetitions: 2, warm-up: 1s, settle: 0s, duration: 2s}
      factors: {nodes: [3, 4, 6], threads: [1, 4, 8], read-level: [ONE, ALL], distribution: [uniform, zipfian]}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void aCellIsKnownByWhatItIsMadeOf() throws Exception {
    Study study = study(STUDY);
    HoldOutSplit split = split(study, runs(study), "nodes=6");
    MeasuredCell cell =
        split.fitted().stream()
            .filter(each -> each.features().cell().levels().get("nodes").equals("3"))
            .filter(each -> each.features().cell().levels().get("threads").equals("8"))
            .filter(each -> each.features().cell().levels().get("read-level").equals("ALL"))
            .findFirst()
            .orElseThrow();

    assertThat(cell.features().hosts()).isEqualTo(2);
    assertThat(cell.features().clients()).isEqualTo(8);
    assertThat(cell.features().replicaOperations()).isEqualTo(3, within(1e-12));
    assertThat(cell.features().remoteWait()).isEqualTo(0.75 * 0.010, within(1e-12));
    assertThat(cell.features().stratum()).isEqualTo("distribution uniform");
    assertThat(cell.runs()).isEqualTo(2);
    assertThat(cell.secondsPerOperation()).isEqualTo(1 / Math.sqrt(100.0 * 200), within(1e-12));
    assertThat(cell.joulesPerOperation()).isNull();
  }

  @Test
  void cellsWithAnyOfTheLevelsAreHeldOut() throws Exception {
    Study study = study(STUDY);
    HoldOutSplit split = split(study, runs(study), "nodes=6", "threads=8");

    assertThat(study.cells()).hasSize(36);
    assertThat(split.heldOut()).hasSize(20);
    assertThat(split.fitted()).hasSize(16);
    assertThat(split.factors()).containsExactly("nodes", "threads");
    assertThat(split.open().stream().map(MeasuredCell::features)).isEqualTo(split.heldOut());
  }

  @Test
  void cellsWithoutRunsAndThoseOfASchedulePlayNoPart() throws Exception {
    Study study = study(STUDY);
    List<RunResult> runs = runs(study);
    runs.removeIf(run -> run.cell().get("nodes").equals("4"));

    assertThat(split(study, runs, "threads=8").leftOut())
        .hasEntrySatisfying(
            "of which no run has been measured yet", cells -> assertThat(cells).hasSize(12));
    Study open =
        study(
            STUDY
                .replace("threads: [1, 4, 8]", "arrivals: [poisson 100/s, poisson 200/s]")
                .replace("load: {threads: 2}", "load: {arrivals: poisson 100/s}"));
    assertThatThrownBy(() -> split(open, runs(open), "nodes=6"))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("No cell that can be predicted has nodes=6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes | names no level of a factor; write FACTOR=LEVEL",
        "=6 | names no level of a factor",
        "servers=6 | The study has no factor \"servers\" to hold a level out of; it has: nodes,",
        "nodes=5 | factor nodes has no level \"5\" to hold out; it has: 3, 4, 6.",
        "distribution=uniform | Models know nothing of the factor distribution",
      })
  void whatCannotBeHeldOutIsRefusedWithTheReason(String text, String reason) throws Exception {
    Study study = study(STUDY);

    assertThatThrownBy(() -> HoldOut.parse(text, study))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void whereTooLittleIsLeftNothingIsPredicted() throws Exception {
    Study study = study(STUDY);

    assertThatThrownBy(() -> split(study, runs(study), "threads=8", "threads=4"))
        .isInstanceOf(StudyException.class)
        .hasMessageStartingWith("Only one level of threads is left to fit to");
    assertThatThrownBy(() -> split(study, runs(study), "nodes=3", "nodes=4", "nodes=6"))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("nodes=3 or nodes=4 or nodes=6");
  }

  @Test
  void aCellWithoutThroughputIsRefusedByName() throws Exception {
    Study study = study(STUDY);
    List<RunResult> runs = runs(study);
    Cell first = study.cells().keySet().iterator().next();
    runs.add(Results.run(999, 3, first.levels(), 0));

    assertThatThrownBy(() -> split(study, runs, "nodes=6"))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("No operation succeeded in a run of the cell")
        .hasMessageContaining("3 nodes");
  }

  private Study study(String text) throws Exception {
    return Studies.load(folder, text).study();
  }

  /** Two of each cell, at 100 and 200 operations per second. */
  private static List<RunResult> runs(Study study) {
    List<RunResult> runs = new ArrayList<>();
    for (Cell cell : study.cells().keySet()) {
      runs.add(Results.run(runs.size() + 1, 1, cell.levels(), 100));
      runs.add(Results.run(runs.size() + 1, 2, cell.levels(), 200));
    }
    return runs;
  }

  private static HoldOutSplit split(Study study, List<RunResult> runs, String... heldOut)
      throws StudyException {
    List<HoldOut> holdOuts = new ArrayList<>();
    for (String text : heldOut) {
      holdOuts.add(HoldOut.parse(text, study));
    }
    return HoldOutSplit.of(study, runs, holdOuts);
  }
}
