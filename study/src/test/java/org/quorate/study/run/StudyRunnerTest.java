package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.study.StudyException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

/** The order of runs over clusters, what is kept of them, and what is refused. */
final class StudyRunnerTest extends StudyRunnerFixture {
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
  void clustersAreStartedAnewAfterEverySoManyBlocks() throws Exception {
    study =
        Studies.load(
            folder,
            Studies.SIX_CELLS.replace("repetitions: 2", "repetitions: 5, restart-every: 2"));
    runner().run(study, directory);

    assertThat(results())
        .hasSize(30)
        .allSatisfy(run -> assertThat(run.session()).isEqualTo((run.repetition() + 1) / 2));
    assertThat(backend.calls().stream().filter(call -> call.startsWith("open"))).hasSize(3);
    assertThat(backend.openSessions()).isZero();
  }

  @Test
  void clustersInTurnAreStartedAnewTogether() throws Exception {
    study =
        Studies.load(
            folder,
            Studies.SIX_CELLS
                .replace("repetitions: 2", "repetitions: 2, restart-every: 1, clusters: in-turn")
                .replace("factors: {", "factors: {nodes: [3, 4], "));
    runner().run(study, directory);

    assertThat(results()).hasSize(24);
    for (int repetition = 1; repetition <= 2; repetition++) {
      int block = repetition;
      assertThat(
              results().stream()
                  .filter(run -> run.repetition() == block)
                  .map(RunResult::session)
                  .distinct())
          .containsExactlyInAnyOrder(2 * block - 1, 2 * block);
    }
    assertThat(backend.openSessions()).isZero();
  }

  @Test
  void aStudyThatIsGoneOnWithStartsNoClusterThatItDoesNotUse() throws Exception {
    study =
        Studies.load(
            folder,
            Studies.SIX_CELLS.replace("repetitions: 2", "repetitions: 4, restart-every: 1"));
    backend.failingAt(47, BackendException::new);
    assertThatThrownBy(() -> runner().run(study, directory)).isInstanceOf(BackendException.class);
    FakeBackend again = new FakeBackend();
    new StudyRunner(again, Progress.silent()).resume(directory);

    assertThat(results()).hasSize(24);
    // The fourth block, of which one run was left out, is gone on with on one new cluster.
    assertThat(again.calls().stream().filter(call -> call.startsWith("open"))).hasSize(1);
  }

  @Test
  void whoListensIsToldOfEachRunAlsoOfThoseThatWereCompleteBefore() throws Exception {
    Listener first = new Listener();
    backend.failingAt(17, BackendException::new);
    assertThatThrownBy(
            () -> new StudyRunner(backend, Progress.silent(), first).run(study, directory))
        .isInstanceOf(BackendException.class);
    int complete = results().size();
    assertThat(complete).isBetween(1, 11);
    assertThat(first.told).hasSize(2 * complete + 1);
    Listener second = new Listener();
    new StudyRunner(new FakeBackend(), Progress.silent(), second).resume(directory);
    List<String> expected = new ArrayList<>();
    for (int sequence = 1; sequence <= 12; sequence++) {
      if (sequence > complete) {
        expected.add("begins " + sequence);
      }
      expected.add("measured " + sequence);
    }
    assertThat(second.told).isEqualTo(expected);
  }

  @Test
  void whoListensIsToldOfARunThatDoesNotCount() throws Exception {
    Listener listener = new Listener();
    backend.withoutEnergyOf(List.of(2));
    new StudyRunner(backend, Progress.silent(), listener).run(study, directory);
    assertThat(listener.told)
        .containsSequence("begins 2", "discarded 2", "begins 3")
        .containsSequence("begins 2", "measured 2", "begins 7");
  }

  private static final class Listener implements StudyListener {
    private final List<String> told = new ArrayList<>();

    @Override
    public void begins(Run run) {
      told.add("begins " + run.sequence());
    }

    @Override
    public void measured(RunResult run) {
      told.add("measured " + run.sequence());
    }

    @Override
    public void discarded(Run run) {
      told.add("discarded " + run.sequence());
    }
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

  private static boolean isOneOne(RunResult run) {
    return run.cell().equals(Map.of("write-level", "ONE", "read-level", "ONE"));
  }
}
