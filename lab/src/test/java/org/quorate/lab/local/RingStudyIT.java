package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.result.Counter;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.summary.WindowVerdict;

/**
 * A run in which a server joins a ring of three that is under load, and another leaves it, while
 * the level of reads adapts; and then one of the whole ring, in which every row is found at all its
 * replicas.
 */
@Tag("faults")
@Tag("parallel")
class RingStudyIT {
  private static final String STUDY =
      """
      title: A server joins, and another leaves
      cluster: {nodes: 4, heap: 256MiB, quick-compiler: true}
      workload: {properties: {recordcount: 1000, requestdistribution: uniform, readproportion: 0.5, updateproportion: 0.5}}
      load: {arrivals: poisson 50/s}
      levels: {write: QUORUM}
      faults:
        changed: [{at: 1s, add: node4}, {at: 2s, remove: node1}]
      parts:
        changed: {factors: {fault: [changed], policy: [quorate 1%]}, runs: {duration: 20s}}
        whole: {factors: {fault: [none], policy: [ALL], read-proportion: ['1']}, runs: {duration: 20s}}
      runs: {repetitions: 1, warm-up: 0s, settle: 0s}
      """;

  @Test
  void theRingIsWholeAgainBeforeTheNextRun(@TempDir Path folder) throws Exception {
    StudySummary study = LocalStudies.run(FaultsFirst.load(folder, STUDY), folder);

    assertThat(study.runs())
        .extracting(run -> run.cell().get("fault"))
        .containsExactly("changed", "none");
    RunResult changed = study.runs().get(0);
    assertThat(changed.faults())
        .extracting(FaultResult::text)
        .containsExactlyInAnyOrder("add node4", "remove node1");
    assertThat(changed.succeeded()).isPositive();
    assertThat(windows(study)).isNotEmpty();
    assertThat(windows(study)).allSatisfy(windows -> assertThat(windows.broken()).isZero());
    RunResult whole = study.runs().get(1);
    assertThat(whole.failed()).as("beside other servers").isLessThan(whole.succeeded() / 10);
    assertThat(whole.nodes()).hasSize(4).allMatch(NodeResult::up);
    assertThat(whole.nodes())
        .allSatisfy(node -> assertThat(node.counters().get(Counter.DIGEST_MISMATCHES)).isZero());
    assertThat(Objects.requireNonNull(whole.staleness()).staleReads()).isZero();
  }

  /**
   * Those of ten seconds, of the policy with a tolerance. Three stale reads break one of a second,
   * which is as long as it may take until reads of a server that has just joined are raised.
   */
  private static List<WindowVerdict> windows(StudySummary study) {
    return study.cells().stream()
        .map(CellSummary::windows)
        .filter(Objects::nonNull)
        .flatMap(windows -> windows.verdicts().stream())
        .filter(windows -> windows.seconds() == 10)
        .toList();
  }
}
