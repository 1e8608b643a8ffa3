package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.study.StudyException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.file.StudyFile;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.Summaries;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

final class StudyRunnerTest {
  private static final String PILOT =
      """
      expects:
        - stale-reads: {write-level: ONE, read-level: ONE}
        - no-stale-reads: {read-level: ALL}
        - throughput-falls: {read-level: [ONE, QUORUM, ALL], write-level: ONE}
      pilot: {delay: [2ms, 5ms, 10ms, 20ms], duration: 1s}
      """;

  private static final String POWERED =
      Studies.SIX_CELLS + "cluster: {processor-quota: 0.5}\npower: {idle: 1s}\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final FakeBackend backend = new FakeBackend();

  @SuppressWarnings("NullAway.Init")
  private StudyFile study;

  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeEach
  void loadStudy() throws Exception {
    study = Studies.load(folder, Studies.SIX_CELLS);
    directory = folder.resolve("results");
  }

  @Test
  void warmsEveryCellUpThenMeasuresInTheOrderOfThePlan() throws Exception {
    runner().run(study, directory);

    assertThat(backend.calls().subList(0, 8))
        .startsWith("check 12", "open 1")
        .filteredOn(call -> call.startsWith("warm-up"))
        .doesNotHaveDuplicates()
        .hasSize(6);
    assertThat(backend.measured()).isEqualTo(Plan.of(study.study()).runs());
    assertThat(backend.openSessions()).isZero();
  }

  @Test
  void whatTheBackendRefusesIsNotKeptAnywhere() {
    backend.lacking("The meter scrape has no option \"passwort\".");

    assertThatThrownBy(() -> runner().run(study, directory))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("passwort");
    assertThat(directory).doesNotExist();
  }

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

  @Test
  void clustersTakeTurnsAndAllButOneArePaused() throws Exception {
    study =
        Studies.load(
            folder,
            Studies.SIX_CELLS
                .replace("runs: {", "runs: {clusters: in-turn, ")
                .replace("factors: {", "factors: {nodes: [3, 4], "));
    runner().run(study, directory);

    Set<String> running = new HashSet<>();
    for (String call : backend.calls()) {
      String session = call.replaceAll("[^0-9]*([0-9]+).*", "$1");
      if (call.startsWith("open") || call.startsWith("resume")) {
        assertThat(running).as("running at: " + call).isEmpty();
        running.add(session);
      } else if (call.startsWith("pause")) {
        running.remove(session);
      }
    }
    assertThat(backend.measured()).isEqualTo(Plan.of(study.study()).runs());
    assertThat(backend.openSessions()).isZero();
  }

  @Test
  void everyClusterIsClosedAlsoWhereOneFailsTo() throws Exception {
    study =
        Studies.load(
            folder,
            Studies.SIX_CELLS
                .replace("runs: {", "runs: {clusters: in-turn, ")
                .replace("factors: {", "factors: {nodes: [3, 4], "));
    backend.failingToClose();

    assertThatThrownBy(() -> runner().run(study, directory))
        .hasMessageMatching("session [12] cannot be closed")
        .satisfies(first -> assertThat(first.getSuppressed()).hasSize(1));
    assertThat(backend.openSessions()).isZero();
  }

  @Test
  void theBackendIsToldWhetherClustersAreUpTogether() throws Exception {
    runner().check(study.study(), folder);
    StudyFile inTurn =
        Studies.load(folder, Studies.SIX_CELLS.replace("runs: {", "runs: {clusters: in-turn, "));
    runner().check(inTurn.study(), folder);

    assertThat(backend.calls()).containsExactly("check 12", "check 12 together");
  }

  @Test
  void judgesEveryRunWithItsSessionAsContext() throws Exception {
    runner().run(study, directory);

    for (RunResult run : results()) {
      StalenessResult staleness = staleness(run);
      assertThat(staleness.reads()).isEqualTo(3);
      assertThat(staleness.staleReads()).isEqualTo(isOneOne(run) ? 1 : 0);
      assertThat(staleness.unknownVersions()).isZero();
      assertThat(run.timeline().stream().mapToLong(point -> point.reads())).containsExactly(3L, 0L);
    }
  }

  @Test
  void keepsTheRunAsMeasuredAndWhatTheOracleFoundApart() throws Exception {
    runner().run(study, directory);

    assertThat(Files.readString(directory.resolve("runs/001/run.json")))
        .contains("\"staleness\" : null");
    assertThat(directory.resolve("runs/001/staleness.json")).exists();
    assertThat(directory.resolve("environment.json")).exists();
    assertThat(directory.resolve("study.yaml")).hasContent(study.text());
  }

  /** 1 opening, 6 warm-ups and 12 runs: one failure at each of them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7, 8, 9, 13, 18, 19})
  void goesOnWhereAFailureStoppedIt(int step) throws Exception {
    backend.failingAt(step, BackendException::new);
    int before = Math.max(0, step - 8);

    assertThatThrownBy(() -> runner().run(study, directory))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining(step == 1 ? "did not start" : "a node died");
    assertThat(StudyDirectory.open(directory).results()).hasSize(before);
    assertThat(backend.openSessions()).isZero();

    runner().resume(directory);
    assertEachRunOnce(before);
  }

  @Test
  void aStudyThatDropsFirstRunsDropsAsManyOnServersStartedAnew() throws Exception {
    study =
        Studies.load(
            folder, Studies.SIX_CELLS.replace("repetitions: 2", "repetitions: 4, drop-first: 2"));
    // 1 opening, 6 warm-ups, and 15 runs: 2 blocks and a half.
    backend.failingAt(23, BackendException::new);
    assertThatThrownBy(() -> runner().run(study, directory)).isInstanceOf(BackendException.class);
    assertThat(backend.measured()).noneMatch(run -> run.sequence() < 1);
    int before = backend.calls().size();

    runner().resume(directory);

    assertThat(backend.calls().subList(before, before + 8 + 12))
        .startsWith("check 9", "open 2")
        .endsWith("measure -11", "measure -12");
    List<Run> again = backend.measured().stream().filter(run -> run.sequence() < 1).toList();
    assertThat(again).hasSize(12);
    assertThat(again.stream().map(Run::cell).collect(Collectors.groupingBy(cell -> cell)).values())
        .hasSize(6)
        .allMatch(cells -> cells.size() == 2);
    assertThat(results())
        .extracting(RunResult::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 24).boxed().toList());
    assertThat(results()).allMatch(run -> run.staleness() != null);
    assertThat(Summaries.load(directory).verdict())
        .noneMatch(sentence -> sentence.contains("have been measured so far"));
  }

  @Test
  void onlyWhatIsLackingIsDroppedAgain() throws Exception {
    Study dropping =
        Studies.load(
                folder,
                Studies.SIX_CELLS.replace("repetitions: 2", "repetitions: 4, drop-first: 2"))
            .study();
    List<Run> runs = Plan.of(dropping).runs();

    assertThat(DroppedRuns.again(2, runs, Set.of())).isEmpty();
    // After 8 runs all cells have lost their first one, and two of them their second.
    Set<Integer> eight = IntStream.rangeClosed(1, 8).boxed().collect(Collectors.toSet());
    assertThat(DroppedRuns.again(2, runs, eight)).hasSize(6 + 2);
    // One cell is left.
    Set<Integer> most = IntStream.rangeClosed(1, 23).boxed().collect(Collectors.toSet());
    assertThat(DroppedRuns.again(2, runs, most))
        .extracting(Run::cell)
        .containsOnly(runs.get(23).cell())
        .hasSize(2);
    assertThat(DroppedRuns.again(0, runs, most)).isEmpty();
  }

  @Test
  void goesOnAfterManyKills() throws Exception {
    int kills = 0;
    while (true) {
      backend.failingAt(9 + kills % 2, IllegalStateException::new);
      try {
        runner().run(study, directory);
        break;
      } catch (IllegalStateException e) {
        kills++;
      }
    }

    assertThat(kills).isGreaterThan(5);
    assertThat(backend.measured())
        .extracting(Run::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 12).boxed().toList());
    assertThat(results()).allMatch(run -> run.staleness() != null);
  }

  @Test
  void anInterruptionEndsTheSessionAndKeepsWhatWasMeasured() throws Exception {
    backend.failingAt(10, InterruptedException::new);

    assertThatThrownBy(() -> runner().run(study, directory))
        .isInstanceOf(InterruptedException.class);
    assertThat(backend.openSessions()).isZero();
    assertThat(results()).hasSize(2);
  }

  @Test
  void foldersThatAKillLeftHalfWrittenAreMeasuredAgain() throws Exception {
    backend.failingAt(12, IllegalStateException::new);
    assertThatThrownBy(() -> runner().run(study, directory))
        .isInstanceOf(IllegalStateException.class);
    assertThat(directory.resolve("runs/005.part/begun")).exists();
    Files.writeString(directory.resolve("runs/005.part/run.json"), "{");
    Files.writeString(directory.resolve("plan.json.part"), "{");

    runner().resume(directory);
    assertEachRunOnce(4);
    assertThat(directory.resolve("runs/005.part")).doesNotExist();
  }

  @Test
  void aKillWhileTheDirectoryIsMadeLeavesItUsable() throws Exception {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("study.yaml"), study.text());
    Files.writeString(directory.resolve("plan.json.part"), "{");

    runner().run(study, directory);
    assertThat(results()).hasSize(12);
  }

  @Test
  void aCompleteStudyIsNotRunAgain() throws Exception {
    runner().run(study, directory);
    backend.calls().clear();
    runner().resume(directory);
    runner().run(study, directory);

    assertThat(backend.calls()).isEmpty();
  }

  @Test
  void aStudyWithoutHistoriesIsNotJudged() throws Exception {
    study = Studies.load(folder, Studies.SIX_CELLS.replace("warm-up", "history: false, warm-up"));
    runner().run(study, directory);

    assertThat(results()).hasSize(12).allMatch(run -> run.staleness() == null);
  }

  @Test
  void refusesADirectoryOfAnotherStudy() throws Exception {
    runner().run(study, directory);
    StudyFile other =
        Studies.load(folder, Studies.SIX_CELLS.replace("repetitions: 2", "repetitions: 3"));

    assertThatThrownBy(() -> runner().run(other, directory))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("holds a study made from another study file");
  }

  @Test
  void refusesAStudyFileThatWasChanged() throws Exception {
    backend.failingAt(10, BackendException::new);
    assertThatThrownBy(() -> runner().run(study, directory)).isInstanceOf(BackendException.class);
    Files.writeString(
        directory.resolve("study.yaml"), study.text().replace("threads: 2", "threads: 3"));

    assertThatThrownBy(() -> runner().resume(directory))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("study.yaml was changed since the study began");
  }

  @Test
  void refusesADirectoryThatHoldsSomethingElse() throws Exception {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("thesis.tex"), "");

    assertThatThrownBy(() -> runner().run(study, directory))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("is not empty (it holds thesis.tex)");
    assertThatThrownBy(() -> runner().resume(directory))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("holds no study");
  }

  @Test
  void namesARunThatCannotBeRead() throws Exception {
    runner().run(study, directory);
    Files.writeString(directory.resolve("runs/003/run.json"), "{\"sequence\":");

    assertThatThrownBy(() -> runner().resume(directory))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("runs/003/run.json cannot be read")
        .hasMessageContaining("move its folder away");
  }

  @Test
  void refusesAStudyThatIsBeingRun() throws Exception {
    Files.createDirectories(directory);
    try (StudyLock lock = StudyLock.acquire(directory)) {
      assertThatThrownBy(() -> runner().run(study, directory))
          .isInstanceOf(StudyException.class)
          .hasMessageContaining("is being run by process " + ProcessHandle.current().pid());
    }
    runner().run(study, directory);
  }

  @Test
  void theLockOfADeadProcessDoesNotCount() throws Exception {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(".lock"), "process 1, started 2020-01-01T00:00:00Z\n");

    runner().run(study, directory);
    assertThat(results()).hasSize(12);
  }

  @Test
  void refusesABackendThatTheStudyDoesNotAskFor() throws Exception {
    StudyFile other = Studies.load(folder, Studies.SIX_CELLS.replace("fake", "local"));

    assertThatThrownBy(() -> runner().run(other, directory))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("asks for the backend local");
  }

  @Test
  void clustersOfDifferentSettingsAreSessionsOfTheirOwn() throws Exception {
    study =
        Studies.load(
            folder,
            Studies.SIX_CELLS
                .replace("write-level: [ONE, QUORUM]", "nodes: [3, 4]")
                .replace("baseline: {read-level: ONE}", ""));
    runner().run(study, directory);

    assertThat(backend.calls()).contains("open 1", "open 2").doesNotContain("open 3");
    assertThat(results()).extracting(RunResult::session).containsOnly(1, 2);
  }

  @Test
  void thePilotKeepsTheFirstDelayAtWhichAllHolds() throws Exception {
    study = Studies.load(folder, Studies.SIX_CELLS + PILOT);
    backend.staleFrom(10);
    runner().run(study, directory);
    PilotOutcome outcome = StudyDirectory.open(directory).pilot().orElseThrow();

    assertThat(outcome.delay()).isEqualTo("10ms");
    assertThat(outcome.holds()).isTrue();
    assertThat(outcome.trials())
        .extracting(PilotOutcome.Trial::delay)
        .containsExactly("2ms", "5ms", "10ms");
    assertThat(outcome.trials().get(0).held()).isEqualTo(2);
    assertThat(backend.measured().stream().filter(run -> run.sequence() > 0))
        .hasSize(12)
        .allMatch(run -> run.settings().linkDelay().equals("10ms"));
    assertThat(backend.measured().stream().filter(run -> run.sequence() <= 0))
        .extracting(Run::sequence)
        .doesNotHaveDuplicates()
        .hasSize(12);
    assertThat(results()).allMatch(run -> staleness(run).unknownVersions() == 0);
  }

  @Test
  void aPilotThatFindsNothingKeepsTheBestDelayAndSaysSo() throws Exception {
    study = Studies.load(folder, Studies.SIX_CELLS + PILOT);
    backend.staleFrom(1000);
    runner().run(study, directory);
    PilotOutcome outcome = StudyDirectory.open(directory).pilot().orElseThrow();

    assertThat(outcome.delay()).isEqualTo("2ms");
    assertThat(outcome.holds()).isFalse();
    assertThat(outcome.trials()).hasSize(4);
    assertThat(results()).hasSize(12);
  }

  @Test
  void thePilotIsNotRunAgainAfterAResume() throws Exception {
    study = Studies.load(folder, Studies.SIX_CELLS + PILOT);
    backend.staleFrom(5).failingAt(20, BackendException::new);
    assertThatThrownBy(() -> runner().run(study, directory)).isInstanceOf(BackendException.class);
    assertThat(StudyDirectory.open(directory).pilot()).isPresent();
    backend.calls().clear();

    runner().resume(directory);
    assertThat(backend.calls()).doesNotContain("measure 0");
    assertThat(results()).hasSize(12);
  }

  private void assertEachRunOnce(int before) throws Exception {
    assertThat(backend.measured())
        .extracting(Run::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 12).boxed().toList());
    List<RunResult> results = results();
    assertThat(results)
        .extracting(RunResult::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 12).boxed().toList());
    assertThat(results.stream().filter(run -> run.session() == 1)).hasSize(before);
    assertThat(results.get(11).session()).isEqualTo(2);
    assertThat(results).allMatch(run -> run.staleness() != null);
  }

  private List<RunResult> results() throws StudyException {
    return List.copyOf(StudyDirectory.open(directory).results().values());
  }

  private static boolean isOneOne(RunResult run) {
    return run.cell().equals(Map.of("write-level", "ONE", "read-level", "ONE"));
  }

  private static StalenessResult staleness(RunResult run) {
    @Nullable StalenessResult staleness = run.staleness();
    if (staleness == null) {
      throw new AssertionError("Run " + run.sequence() + " was not judged.");
    }
    return staleness;
  }

  private StudyRunner runner() {
    return new StudyRunner(backend, Progress.silent());
  }
}
