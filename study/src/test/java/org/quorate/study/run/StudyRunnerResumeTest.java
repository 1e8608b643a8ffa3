package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.study.StudyException;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Studies;

/** Studies that were stopped, killed or damaged or are being run, and how they go on. */
final class StudyRunnerResumeTest extends StudyRunnerFixture {
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
}
