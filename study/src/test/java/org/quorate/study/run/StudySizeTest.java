package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

final class StudySizeTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void countsWarmUpsAndRunsOfKnownLength() throws Exception {
    Study study = study(Studies.SIX_CELLS);
    StudySize size = StudySize.of(study);

    assertThat(size.cells()).isEqualTo(6);
    assertThat(size.runs()).isEqualTo(12);
    assertThat(size.sessions()).isEqualTo(1);
    // 6 warm-ups of 1 s, 12 runs of 2 s
    assertThat(size.atLeast()).isEqualTo(Duration.ofSeconds(30)).isEqualTo(size.atMost());
    assertThat(size.openEnded()).isZero();
    assertThat(size.bytes()).isEqualTo(DiskRoom.needed(study, Set.of(), true));
  }

  @Test
  void runsThatEndWithTheirOperationsAreReckonedAtAStatedRate() throws Exception {
    // 6 warm-ups of 1 s, 12 runs
    StudySize half = StudySize.of(study(ending("operations: 250")));
    assertThat(half.openEnded()).isEqualTo(12);
    assertThat(half.atLeast()).isEqualTo(Duration.ofSeconds(6 + 6)).isEqualTo(half.atMost());

    assertThat(StudySize.of(study(ending("operations: 2000000"))).atLeast())
        .as("never above the duration")
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(
            StudySize.of(
                    study(
                        ending("operations: 100").replace("threads: 2", "arrivals: poisson 100/s")))
                .atLeast())
        .as("no faster than operations arrive")
        .isEqualTo(Duration.ofSeconds(6 + 12));
    assertThat(
            StudySize.of(
                    study(ending("operations: 5").replace("threads: 2", "threads: 2, target: 5/s")))
                .atLeast())
        .isEqualTo(Duration.ofSeconds(6 + 12));
  }

  @Test
  void afterARunWithFaultsTheClusterIsMadeWhole() throws Exception {
    StudySize size = StudySize.of(study(Studies.SIX_CELLS + "faults: [{at: 1s, pause: node3}]\n"));

    // After each of the 12 runs but the last.
    assertThat(size.atLeast())
        .isEqualTo(Duration.ofSeconds(30).plus(StudySize.RECOVERY.multipliedBy(11)));
  }

  @Test
  void theRunAfterServersWereStartedIsWarmedUpAgain() throws Exception {
    StudySize size = StudySize.of(study(Studies.SIX_CELLS + "faults: [{at: 1s, kill: node3}]\n"));

    // 1 s before each of the 12 runs but the first.
    assertThat(size.atLeast())
        .isEqualTo(
            Duration.ofSeconds(30).plus(StudySize.RECOVERY.multipliedBy(11)).plusSeconds(11));
  }

  @Test
  void runsThatLoadRowsEndWithThem() throws Exception {
    StudySize size =
        StudySize.of(
            study(ending("empty-table: true").replace("recordcount: 10", "recordcount: 500")));

    assertThat(size.openEnded()).isEqualTo(12);
    assertThat(size.atLeast()).isEqualTo(Duration.ofSeconds(6 + 12)).isEqualTo(size.atMost());
  }

  private static String ending(String key) {
    return Studies.SIX_CELLS.replace("settle", key + ", settle");
  }

  @Test
  void aPilotTriesOneDelayAtLeastAndAllAtMost() throws Exception {
    StudySize size =
        StudySize.of(
            study(
                Studies.SIX_CELLS
                    + """
                    expects:
                      - throughput-falls: {read-level: [ONE, QUORUM, ALL], write-level: ONE}
                    pilot: {delay: [1ms, 5ms, 9ms], duration: 4s}
                    """));

    assertThat(size.atLeast()).isEqualTo(Duration.ofSeconds(30 + 3 * 4));
    assertThat(size.atMost()).isEqualTo(Duration.ofSeconds(30 + 3 * 3 * 4));
  }

  @Test
  void aPilotTriesNoCellWithFaults() throws Exception {
    String piloted =
        Studies.SIX_CELLS.replace("read-level: [ONE", "fault: [none, kill], read-level: [ONE")
            + """
            expects:
              - throughput-falls: {read-level: [ONE, QUORUM, ALL], write-level: ONE}
            pilot: {delay: [1ms, 5ms], duration: 4s}
            faults: {kill: [{at: 1s, kill: node3}]}
            """;

    StudySize size = StudySize.of(study(piloted));

    // Of one more delay the trials of the three cells without faults.
    assertThat(size.atMost()).isEqualTo(size.atLeast().plusSeconds(3 * 4));
  }

  @Test
  void theEndOfABlockIsTheIdleBaselineOfTheNext() throws Exception {
    // Two blocks of one cluster: before, between and after.
    assertThat(StudySize.of(study(Studies.SIX_CELLS + "power: {idle: 10s}\n")).atLeast())
        .isEqualTo(Duration.ofSeconds(30 + 3 * 10));
  }

  @Test
  void everyTurnOfAClusterHasTwoIdleBaselines() throws Exception {
    String turns =
        (Studies.SIX_CELLS + "power: {idle: 10s}\n")
            .replace("read-level: [ONE, QUORUM, ALL]", "nodes: [3, 4]")
            .replace("runs: {", "runs: {clusters: in-turn, ")
            .replace("baseline: {read-level: ONE}\n", "");
    StudySize row = StudySize.of(study(turns.replace("in-turn", "in-row")));
    StudySize turn = StudySize.of(study(turns));

    assertThat(row.sessions()).isEqualTo(2);
    // 4 cells, 8 runs; in a row each of two clusters has 3 baselines.
    assertThat(row.atLeast()).isEqualTo(Duration.ofSeconds(4 + 16 + 2 * 3 * 10));
    // In turn each has two of its own in each of two blocks, but where one has two turns on end.
    assertThat(turn.atLeast())
        .isBetween(Duration.ofSeconds(20 + 7 * 10), Duration.ofSeconds(20 + 8 * 10));
  }

  @Test
  void everyFurtherStartOfAClusterWarmsItsCellsUpAndHasABaselineMore() throws Exception {
    StudySize once = StudySize.of(study(Studies.SIX_CELLS + "power: {idle: 10s}\n"));
    StudySize twice =
        StudySize.of(
            study(
                (Studies.SIX_CELLS + "power: {idle: 10s}\n")
                    .replace("runs: {", "runs: {restart-every: 1, ")));

    assertThat(once.sessions()).isEqualTo(1);
    assertThat(twice.sessions()).isEqualTo(2);
    assertThat(twice.atLeast()).isEqualTo(once.atLeast().plusSeconds(6 + 10));
    assertThat(twice.bytes()).isGreaterThan(once.bytes());
  }

  @Test
  void aCheckAsksTheBackendAndTheDiskAndStartsNothing() throws Exception {
    FakeBackend backend = new FakeBackend();
    StudyRunner runner = new StudyRunner(backend, Progress.silent());
    Study study = study(Studies.SIX_CELLS);

    assertThatCode(() -> runner.check(study, folder)).doesNotThrowAnyException();
    assertThat(backend.calls()).containsExactly("check 12");
    assertThatThrownBy(
            () ->
                runner.check(
                    study(Studies.SIX_CELLS.replace("duration: 2s", "duration: 7d")), folder))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("but this study may need");
    assertThatThrownBy(
            () -> runner.check(study(Studies.SIX_CELLS.replace("fake", "local")), folder))
        .isInstanceOf(StudyException.class);
  }

  private Study study(String text) throws Exception {
    return Studies.load(folder, text).study();
  }
}
