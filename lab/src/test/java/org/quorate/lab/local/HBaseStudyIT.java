package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.result.Counter;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.StudySummary;

/** A study of two region servers with every way of keeping writes back. */
@Tag("faults")
@Tag("parallel")
class HBaseStudyIT {
  private static final long OPERATIONS = 4000;
  private static final Duration BOUND = Duration.ofMillis(500);

  private static final String STUDY =
      """
      title: What does a buffer do?
      cluster: {engine: hbase, nodes: 2, quick-compiler: true}
      workload:
        properties: {recordcount: 300, readproportion: 0.5, updateproportion: 0.5}
      load: {threads: 8}
      parts:
        bufferings: {factors: {buffering: [none, stock, stock 200ms, bounded 500ms]}}
        durable: {factors: {buffering: [bounded 500ms], durability: [process-crash]}}
        on-schedule:
          factors: {buffering: [bounded 500ms], arrivals: [poisson 200/s]}
          runs: {operations: 0, duration: 3s}
      runs: {repetitions: 1, warm-up: 2s, settle: 500ms, operations: 4000, duration: 1m}
      """;

  @Test
  void everyWriteThatWasAcceptedIsAcknowledgedAndLatenciesAreKeptApart(@TempDir Path folder)
      throws Exception {
    Path results = folder.resolve("study");
    StudySummary study = LocalStudies.run(STUDY, folder);

    assertThat(study.runs()).hasSize(6);
    assertThat(study.environment().facts().get("server")).startsWith("Apache HBase 2.6");
    for (RunResult run : study.runs()) {
      assertThat(run.failed()).as("%s", run.cell()).isZero();
      assertThat(run.nodes()).allMatch(node -> node.up() && node.processorSeconds() > 0);
      long updates = updates(run).ok();
      boolean bounded = run.cell().getOrDefault("buffering", "").startsWith("bounded");
      // A request may be sent again; deferral sends writes of one row that wait together as one.
      assertThat(sum(run, Counter.REPLICA_WRITES))
          .as("%s", run.cell())
          .isBetween(bounded ? 1 : updates, updates + updates / 50);
      assertThat(sum(run, Counter.REPLICA_READS))
          .as("%s", run.cell())
          .isGreaterThanOrEqualTo(run.succeeded() - updates);
      assertThat(run.links()).hasSize(4).allMatch(link -> link.bytes() > 0);
    }
    nothingIsKeptBack(run(study, Map.of("buffering", "none")));
    theStockBufferHidesWrites(run(study, Map.of("buffering", "stock")));
    theStockBufferHidesWrites(run(study, Map.of("buffering", "stock 200ms")));
    whatMissesTheBoundIsCounted(run(study, Map.of("buffering", "bounded 500ms")));
    whatMissesTheBoundIsCounted(
        run(study, Map.of("buffering", "bounded 500ms", "durability", "process-crash")));
    whatMissesTheBoundIsCounted(
        run(study, Map.of("buffering", "bounded 500ms", "arrivals", "poisson 200/s")));
    assertThat(results.resolve("sessions/1/cluster"))
        .as("with the spill in it")
        .isDirectoryNotContaining("glob:**/{shared,spill}");
    assertThat(LatencyLog.read(results.resolve("runs/002").resolve(LatencyLog.FILE_NAME)))
        .containsKey("UPDATE-response");
  }

  private static void nothingIsKeptBack(RunResult run) {
    assertThat(run.deferral()).isNull();
    assertThat(staleness(run).staleReads()).isZero();
    assertThat(run.succeeded()).isEqualTo(OPERATIONS);
  }

  private static void theStockBufferHidesWrites(RunResult run) {
    DeferralResult deferral = deferral(run);

    assertThat(run.succeeded()).isEqualTo(OPERATIONS);
    assertThat(deferral.boundSeconds()).isNull();
    assertThat(staleness(run).staleReads()).isPositive();
    assertThat(deferral.acceptance().p50()).isLessThan(deferral.acknowledgement().p50());
  }

  /** How many miss it on a machine that is busy is for a study to find, and not for a test. */
  private static void whatMissesTheBoundIsCounted(RunResult run) {
    DeferralResult deferral = deferral(run);
    StalenessResult staleness = staleness(run);

    assertThat(deferral.boundSeconds()).isEqualTo(BOUND.toMillis() / 1e3);
    assertThat(deferral.late() > 0)
        .as("%s", deferral.missed())
        .isEqualTo(deferral.acknowledgement().max() > BOUND.toNanos());
    assertThat(deferral.inTime()).isEqualTo(deferral.accepted() - deferral.late());
    assertThat(deferral.latestMisses())
        .hasSizeLessThanOrEqualTo((int) deferral.late())
        .allMatch(miss -> miss.delaySeconds() > BOUND.toMillis() / 1e3);
    assertThat(deferral.acceptance().p50()).isLessThan(deferral.acknowledgement().p50());
    assertThat(staleness.readYourWritesViolations()).isZero();
    assertThat(staleness.monotonicReadsViolations()).isZero();
  }

  private static DeferralResult deferral(RunResult run) {
    DeferralResult deferral = Objects.requireNonNull(run.deferral());
    assertThat(deferral.accepted()).isEqualTo(updates(run).ok());
    assertThat(deferral.acknowledged()).isEqualTo(deferral.accepted());
    assertThat(deferral.acknowledgement().count()).isEqualTo(deferral.accepted());
    assertThat(deferral.visibility().count()).isPositive();
    return deferral;
  }

  private static StalenessResult staleness(RunResult run) {
    StalenessResult staleness = Objects.requireNonNull(run.staleness());
    assertThat(staleness.unknownVersions()).isZero();
    assertThat(staleness.emptyReads()).isZero();
    return staleness;
  }

  private static RunResult run(StudySummary study, Map<String, String> cell) {
    return study.runs().stream().filter(run -> run.cell().equals(cell)).findFirst().orElseThrow();
  }

  private static OperationResult updates(RunResult run) {
    return run.operations().stream()
        .filter(operation -> operation.kind().equals("UPDATE"))
        .findFirst()
        .orElseThrow();
  }

  private static long sum(RunResult run, Counter counter) {
    return run.nodes().stream().mapToLong(node -> node.counters().get(counter)).sum();
  }
}
