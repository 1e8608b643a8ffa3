package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Studies;

/** Idle baselines, and runs whose energy cannot be known. */
final class StudyRunnerEnergyTest extends StudyRunnerFixture {
  private static final String POWERED =
      Studies.SIX_CELLS + "cluster: {processor-quota: 0.5}\npower: {idle: 1s}\n";

  @Test
  void measuresTheIdleBaselineOnceAtEveryEndOfABlock() throws Exception {
    study = Studies.load(folder, POWERED);
    runner().run(study, directory);

    List<String> idle =
        backend.calls().stream()
            .filter(call -> call.startsWith("idle") || call.startsWith("measure"))
            .map(call -> call.replaceAll(" .*", ""))
            .toList();
    assertThat(idle.indexOf("idle")).isZero();
    assertThat(idle.lastIndexOf("idle")).isEqualTo(idle.size() - 1);
    assertThat(idle.stream().filter("idle"::equals)).hasSize(3);
    for (RunResult run : results()) {
      EnergyResult energy = Objects.requireNonNull(run.energy());
      assertThat(energy.idleWatts()).containsOnly(Map.entry("host1", 30.0));
      assertThat(energy.dynamicJoules()).isEqualTo(2 * (50.0 - 30.0));
    }
  }

  @Test
  void aRunWithoutEnergyIsKeptApartAndRepeatedAtTheEndOfItsBlock() throws Exception {
    study = Studies.load(folder, POWERED);
    backend.withoutEnergyOf(List.of(2));
    runner().run(study, directory);

    List<String> calls =
        backend.calls().stream()
            .filter(call -> call.startsWith("measure") || call.startsWith("idle"))
            .toList();
    assertThat(calls.subList(0, 10))
        .containsExactly(
            "idle 1",
            "measure 1",
            "measure 2",
            "measure 3",
            "measure 4",
            "measure 5",
            "measure 6",
            "measure 2",
            "idle 1",
            "measure 7");
    assertThat(results()).hasSize(12).allMatch(run -> run.staleness() != null);
    assertThat(StudyDirectory.open(directory).invalid().runs())
        .singleElement()
        .satisfies(
            invalid -> {
              assertThat(invalid.sequence()).isEqualTo(2);
              assertThat(invalid.reason()).contains("a gap of 9.0 s");
            });
    assertThat(directory.resolve("invalid/001")).isDirectoryContaining("glob:**history.csv.gz");
    assertThat(Summaries.load(directory).verdict())
        .anyMatch(sentence -> sentence.startsWith("A run was measured and left out (run 2,"));
  }

  @Test
  void theHistoryOfARunThatDoesNotCountIsContextForLaterOnes() throws Exception {
    study = Studies.load(folder, POWERED);
    backend.withoutEnergyOf(List.of(2));
    runner().run(study, directory);

    assertThat(StudyDirectory.open(directory).invalid().histories(1)).hasSize(1);
    assertThat(StudyDirectory.open(directory).invalid().histories(2)).isEmpty();
  }

  @Test
  void aRunThatDoesNotCountTwiceStaysMissingAndIsMeasuredAfterAResume() throws Exception {
    study = Studies.load(folder, POWERED);
    backend.withoutEnergyOf(List.of(2, 7));
    runner().run(study, directory);

    assertThat(results()).hasSize(11);
    assertThat(Summaries.load(directory).verdict())
        .anyMatch(sentence -> sentence.startsWith("2 runs were measured and left out; the last"))
        .contains("Only 11 of 12 runs have been measured so far.");

    runner().resume(directory);
    assertThat(results()).hasSize(12);
  }

  @Test
  void threeRunsInARowWithoutEnergyEndTheStudy() throws Exception {
    study = Studies.load(folder, POWERED);
    backend.withoutEnergyOf(List.of(3, 4, 5));

    assertThatThrownBy(() -> runner().run(study, directory))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("The energy of 3 runs in a row cannot be known")
        .hasMessageContaining("resume the study");
    assertThat(results()).hasSize(2);
    assertThat(backend.openSessions()).isZero();

    runner().resume(directory);
    assertThat(results()).hasSize(12);
  }

  @Test
  void runsWithoutEnergyBetweenOthersDoNotEndTheStudy() throws Exception {
    study = Studies.load(folder, POWERED);
    backend.withoutEnergyOf(List.of(2, 4, 6));
    runner().run(study, directory);

    assertThat(results()).hasSize(12);
  }

  @Test
  void aStudyGoesOnWithoutAnIdleBaseline() throws Exception {
    study = Studies.load(folder, POWERED);
    backend.withoutIdle();
    runner().run(study, directory);

    assertThat(results())
        .hasSize(12)
        .allSatisfy(
            run -> assertThat(Objects.requireNonNull(run.energy()).dynamicJoules()).isNull());
    assertThat(Summaries.load(directory).verdict())
        .anyMatch(
            sentence ->
                sentence.contains("idle baselines are not known")
                    && sentence.contains("The counter did not move in 3.0 s."));
  }
}
