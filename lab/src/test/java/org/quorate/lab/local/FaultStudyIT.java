package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.result.Counter;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.StudySummary;

/**
 * A study in whose first run a server dies and comes back while nobody keeps hints for it, so that
 * it would lack rows for good; and in whose second run nothing but reads at every replica is sent,
 * which would find them.
 */
@Tag("faults")
@Tag("parallel")
class FaultStudyIT {
  private static final String STUDY =
      """
      title: A server dies and comes back
      cluster: {quick-compiler: true}
      workload: {properties: {recordcount: 2000, requestdistribution: uniform, readproportion: 0.5, updateproportion: 0.5}}
      load: {arrivals: poisson 200/s}
      levels: {write: QUORUM}
      links: {delay: 2ms}
      faults:
        harm:
          - {at: 0s, hints: off}
          - {at: 1s, slow: node2, delay: 20ms}
          - {at: 2s, kill: node3}
          - {at: 2s, load: x2}
          - {at: 6s, heal: node2}
          - {at: 8s, start: node3}
          - {at: 9s, load: x1}
      parts:
        harmed: {factors: {fault: [harm], policy: [ONE]}, runs: {duration: 12s}}
        looked-at: {factors: {fault: [none], policy: [ALL], read-proportion: ['1']}, runs: {duration: 15s}}
      runs: {repetitions: 1, warm-up: 1s, settle: 0s}
      """;

  @Test
  void noRunBeginsOnAClusterThatIsBehind(@TempDir Path folder) throws Exception {
    StudySummary study = LocalStudies.run(FaultsFirst.load(folder, STUDY), folder);

    assertThat(study.runs())
        .extracting(run -> run.cell().get("fault"))
        .containsExactly("harm", "none");
    harmed(study.runs().get(0));
    lookedAt(study.runs().get(1));
  }

  private static void harmed(RunResult run) {
    assertThat(run.faults())
        .extracting(FaultResult::text)
        .containsExactlyInAnyOrder(
            "hints off",
            "slow node2 20ms",
            "kill node3",
            "load x2",
            "heal node2",
            "start node3",
            "load x1");
    assertThat(run.faults())
        .allMatch(fault -> fault.plannedSecond() <= fault.begunSecond())
        .allMatch(fault -> fault.begunSecond() <= fault.doneSecond())
        .isSortedAccordingTo(java.util.Comparator.comparingDouble(FaultResult::begunSecond));
    assertThat(run.events()).as("that the study asked for it is no death").isEmpty();
    assertThat(run.succeeded()).isPositive();
    assertThat(run.timeline().get(5).ok()).as("the others serve while it is down").isPositive();
    assertThat(counters(run, "node3")).as("of a process that is gone").isEmpty();
    assertThat(counters(run, "node1").get(Counter.HINTS)).isZero();
  }

  /** Digests of replicas are compared for every read, and there is no write to tell them apart. */
  private static void lookedAt(RunResult run) {
    assertThat(run.faults()).isEmpty();
    assertThat(run.failed()).isZero();
    assertThat(run.succeeded()).as("reads of most rows").isGreaterThan(2000);
    assertThat(run.nodes()).allMatch(NodeResult::up);
    for (String node : List.of("node1", "node2", "node3")) {
      assertThat(counters(run, node).get(Counter.DIGEST_MISMATCHES)).as(node).isZero();
      assertThat(counters(run, node).get(Counter.READ_REPAIRS)).as(node).isZero();
    }
    assertThat(Objects.requireNonNull(run.staleness()).staleReads()).isZero();
  }

  private static Map<Counter, Long> counters(RunResult run, String node) {
    return run.nodes().stream()
        .filter(each -> each.node().equals(node))
        .findFirst()
        .orElseThrow()
        .counters();
  }
}
