package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;

/**
 * A study of three region servers of which two rest, or are stopped, while little is asked, and
 * come back when much is.
 */
@Tag("faults")
@Isolated
class HBaseOffloadIT {
  /**
   * What a server is said to do, so that 20/s need one of three and 300/s all, for several windows,
   * of which a busy machine may serve too little in the first.
   */
  private static final String STUDY =
      """
      title: Can servers rest?
      cluster: {engine: hbase, nodes: 3, quick-compiler: true, processor-quota: 0.5}
      workload:
        properties: {recordcount: 300, readproportion: 0.5, updateproportion: 0.5}
      load: {arrivals: 'poisson step 20/s 8s, 300/s 17s', max-in-flight: 32}
      power: {profile: server-2012-2-sockets, idle: 0s}
      offload: {capacity: 120/s, window: 2s, shortest-stay: 3s, time-scale: 500}
      parts:
        unbuffered:
          factors: {offload: [idle], arrivals: ['poisson step 20/s 8s, 300/s 14s']}
          runs: {duration: 22s}
        deferred:
          factors: {offload: [stop], buffering: [bounded 500ms]}
          runs: {duration: 25s}
      runs: {repetitions: 1, warm-up: 2s, settle: 500ms}
      """;

  @Test
  void serversRestAndComeBackAndNoAcknowledgedWriteIsLost(@TempDir Path folder) throws Exception {
    StudySummary study = LocalStudies.run(STUDY, folder);

    assertThat(study.runs()).hasSize(2);
    for (RunResult run : study.runs()) {
      OffloadResult offload = offload(run);
      ReadBackResult readBack = offload.readBack();
      assertThat(readBack.lost()).as("%s: %s", run.cell(), readBack.examples()).isZero();
      assertThat(readBack.unread()).isZero();
      assertThat(readBack.rows()).isBetween(1L, 300L);
      assertThat(readBack.writes()).isEqualTo(acknowledged(run));
      StalenessResult staleness = Objects.requireNonNull(run.staleness());
      assertThat(staleness.unknownVersions()).isZero();
      assertThat(staleness.emptyReads()).isZero();
      assertThat(staleness.readYourWritesViolations()).isZero();
      assertThat(run.phases()).extracting(PhaseResult::arrivals).containsExactly("20/s", "300/s");
      assertThat(run.phases().get(0).ok()).isBetween(100L, 240L);
      assertThat(run.phases()).allMatch(phase -> phase.response().containsKey("READ"));
    }
    idle(run(study, "idle"));
    stopped(run(study, "stop"));
    summaries(study);
  }

  private static void idle(RunResult run) {
    OffloadResult offload = offload(run);

    rested(run);
    assertThat(offload.rests()).noneMatch(OffloadResult.Rest::stopped);
    assertThat(run.nodes()).allMatch(NodeResult::up);
    assertThat(run.nodes()).allMatch(node -> node.processorSeconds() != null);
    assertThat(staleness(run)).isZero();
  }

  private static void stopped(RunResult run) {
    rested(run);
    assertThat(offload(run).rests()).allMatch(OffloadResult.Rest::stopped);
    assertThat(run.events())
        .extracting(RunEvent::text)
        .contains("node2 was stopped, holding no region.", "node3 was stopped, holding no region.")
        .as("the other may take longer than the run")
        .anyMatch(text -> text.matches("node[23] serves again, .*"));
  }

  /** In the first step two of three servers rest, and in the second all are awake again. */
  private static void rested(RunResult run) {
    OffloadResult offload = offload(run);
    EnergyResult energy = Objects.requireNonNull(run.energy());

    assertThat(offload.choices()).extracting(OffloadResult.Choice::awake).startsWith(1).contains(3);
    assertThat(offload.choices()).allMatch(choice -> choice.reason().endsWith("."));
    assertThat(offload.rests())
        .extracting(OffloadResult.Rest::node)
        .contains("node2", "node3")
        .doesNotContain("node1");
    assertThat(offload.rests()).allMatch(rest -> rest.from() < rest.to() && rest.to() <= 26);
    assertThat(offload.moves()).isPositive();
    assertThat(offload.restedSeconds()).isBetween(4.0, 45.0);
    OffloadResult.Standby standby = Objects.requireNonNull(offload.standby());
    assertThat(standby.watts()).as("half a core of 16").isCloseTo(9.75 / 32, within(1e-9));
    assertThat(Measure.ENERGY_IF_ASLEEP.of(run)).isLessThan(energy.joules());
    assertThat(run.failed()).as("%s", run.operations()).isZero();
  }

  private static void summaries(StudySummary study) {
    for (CellSummary cell : study.cells()) {
      CellOffload offload = Objects.requireNonNull(cell.offload());
      assertThat(offload.readBack().lost()).isZero();
      assertThat(offload.joulesIfAsleep()).isNotNull();
      assertThat(cell.phases()).hasSize(2);
    }
  }

  /** Updates that a server has: those of calls that returned, or of deferred ones that it told. */
  private static long acknowledged(RunResult run) {
    DeferralResult deferral = run.deferral();
    return deferral != null
        ? deferral.acknowledged()
        : run.operations().stream()
            .filter(operation -> operation.kind().equals("UPDATE"))
            .mapToLong(OperationResult::ok)
            .sum();
  }

  private static long staleness(RunResult run) {
    return Objects.requireNonNull(run.staleness()).staleReads();
  }

  private static OffloadResult offload(RunResult run) {
    return Objects.requireNonNull(run.offload());
  }

  private static RunResult run(StudySummary study, String rest) {
    List<RunResult> found =
        study.runs().stream().filter(run -> rest.equals(run.cell().get("offload"))).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
