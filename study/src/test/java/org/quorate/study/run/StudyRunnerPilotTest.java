package org.quorate.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Run;
import org.quorate.study.testing.Studies;

/** Delays that a pilot tries before the runs. */
final class StudyRunnerPilotTest extends StudyRunnerFixture {
  private static final String PILOT =
      """
      expects:
        - stale-reads: {write-level: ONE, read-level: ONE}
        - no-stale-reads: {read-level: ALL}
        - throughput-falls: {read-level: [ONE, QUORUM, ALL], write-level: ONE}
      pilot: {delay: [2ms, 5ms, 10ms, 20ms], duration: 1s}
      """;

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
}
