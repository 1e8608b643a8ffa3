package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.Counter;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.testing.Results;

/** Numbers by hand: t(2) at 97.5 % is 4.30265. */
final class CellTallyTest {
  private static final Map<String, String> ONE = Map.of("read-level", "ONE");

  @Test
  void throughputIsTheMeanOverRunsWithStudentsInterval() {
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(Results.run(1, 1, ONE, 1000), Map.of());
    tally.add(Results.run(2, 2, ONE, 1100), Map.of());
    tally.add(Results.run(3, 3, ONE, 1200), Map.of());
    CellSummary summary = tally.summary();

    // s = 100, half = 4.30265 * 100 / sqrt(3)
    assertThat(summary.throughput().mean()).isEqualTo(1100);
    assertThat(summary.throughput().low()).isEqualTo(1100 - 248.414, within(0.01));
    assertThat(summary.throughput().high()).isEqualTo(1100 + 248.414, within(0.01));
    assertThat(summary.runs()).isEqualTo(3);
    assertThat(summary.label()).isEqualTo("ONE");
    assertThat(summary.offered()).isNull();
  }

  @Test
  void countersAreTakenPerOperationAndAddedUp() {
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(Results.run(1, 1, ONE, 1000), Map.of());
    tally.add(Results.run(2, 2, ONE, 1000), Map.of());
    CellSummary summary = tally.summary();

    assertThat(summary.replicaReadsPerRead().mean()).isEqualTo(150.0 / 100);
    assertThat(summary.replicaWritesPerWrite().mean()).isEqualTo(150.0 / 50);
    assertThat(summary.counters())
        .containsEntry(Counter.REPLICA_READS, 300L)
        .doesNotContainKey(Counter.HINTS);
    // 0.3 s of processor for 150 operations
    assertThat(summary.processorMicrosPerOperation().mean()).isEqualTo(2000, within(1e-9));
    assertThat(summary.failures()).isEqualTo(Map.of("ReadTimeout", 4L));
  }

  @Test
  void whatTheStudyAloneMeasuresIsNoReplicaReadOfAReadAndWhatAPolicyMeasuresIs() {
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(Results.watched(Results.run(1, 1, ONE, 1000), ADDED, null), Map.of());
    CellSummary summary = tally.summary();

    assertThat(summary.replicaReadsPerRead().mean())
        .as("evidence is in another table, which servers count apart")
        .isEqualTo((150.0 - 30 + 8) / 100);
    assertThat(summary.addedReplicaReadsPerRead().get(MonitorResult.PAIRED).mean()).isEqualTo(0.12);
    assertThat(summary.addedReplicaReadsPerRead().get(MonitorResult.STUDY).mean()).isEqualTo(0.3);
    assertThat(summary.counters())
        .as("the servers' own sum")
        .containsEntry(Counter.REPLICA_READS, 150L);
  }

  private static final MonitorResult ADDED =
      Results.added(
          Map.of(
              MonitorResult.PAIRED,
              12L,
              MonitorResult.MEASURING,
              7L,
              MonitorResult.EVIDENCE,
              8L,
              MonitorResult.STUDY,
              30L));

  @Test
  void aReadModifyWriteIsOneOperationAndTwoRequests() {
    // Workload F: 50 reads and 50 read-modify-writes at ONE and replication factor 3, 4 failures.
    List<OperationResult> operations =
        List.of(
            new OperationResult("READ", 50, 50, Map.of(), Results.p99(9), Results.p99(9)),
            new OperationResult("UPDATE", 0, 50, Map.of(), Results.p99(9), Results.p99(9)),
            new OperationResult(
                "READ_MODIFY_WRITE",
                50,
                0,
                Map.of("WriteTimeout", 4L),
                Results.p99(9),
                Results.p99(9)));
    RunResult run =
        Results.of(
            Results.run(1, 1, ONE, 1000),
            operations,
            List.of(
                new NodeResult(
                    "n1",
                    0.2,
                    Map.of(Counter.REPLICA_READS, 100L, Counter.REPLICA_WRITES, 150L),
                    true)));
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(run, Map.of());
    CellSummary summary = tally.summary();

    assertThat(run.succeeded()).isEqualTo(100);
    assertThat(run.failed()).isEqualTo(4);
    assertThat(summary.replicaReadsPerRead().mean()).isEqualTo(1);
    assertThat(summary.replicaWritesPerWrite().mean()).isEqualTo(3);
    assertThat(summary.processorMicrosPerOperation().mean()).isEqualTo(2000, within(1e-9));
    assertThat(summary.failures()).isEqualTo(Map.of("WriteTimeout", 4L));
    assertThat(summary.responseByKind()).containsOnlyKeys("READ", "UPDATE", "READ_MODIFY_WRITE");
  }

  @Test
  void aNodeThatDiedMakesSumsIncompleteAndProcessorTimeUnknown() {
    RunResult whole = Results.run(1, 1, ONE, 1000);
    RunResult died =
        Results.of(
            Results.run(2, 2, ONE, 1000),
            whole.operations(),
            List.of(
                new NodeResult(
                    "n1",
                    0.2,
                    Map.of(Counter.REPLICA_READS, 90L, Counter.REPLICA_WRITES, 75L),
                    true),
                new NodeResult("n2", null, Map.of(), false)));
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(whole, Map.of());
    tally.add(died, Map.of());
    CellSummary summary = tally.summary();

    assertThat(died.serverProcessorSeconds()).isNull();
    assertThat(died.processorMicrosPerOperation()).isNull();
    assertThat(summary.processorMicrosPerOperation().mean()).isEqualTo(2000, within(1e-9));
    assertThat(summary.processorMicrosPerOperation().runs()).isEqualTo(1);
    assertThat(summary.counters()).containsEntry(Counter.REPLICA_READS, 240L);
    assertThat(summary.incompleteCounters())
        .containsExactlyInAnyOrder(Counter.REPLICA_READS, Counter.REPLICA_WRITES);
    assertThat(summary.replicaReadsPerRead().runs()).isEqualTo(1);
  }

  @Test
  void theStaleRateIsTheMeanOfTheRunsAndNotOfTheReads() {
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(Results.judged(Results.run(1, 1, ONE, 1000), 1000, 50), Map.of());
    tally.add(Results.judged(Results.run(2, 2, ONE, 1000), 3000, 210), Map.of());
    tally.add(Results.judged(Results.run(3, 3, ONE, 1000), 1000, 60), Map.of());
    CellSummary summary = tally.summary();

    // rates 5, 7 and 6 %: s = 1 %, half = 4.30265 * 1 % / sqrt(3)
    Mean rate = known(summary.staleRate());
    assertThat(rate.mean()).isEqualTo(0.06, within(1e-12));
    assertThat(rate.low()).isEqualTo(0.06 - 0.0248414, within(1e-6));
    assertThat(rate.high()).isEqualTo(0.06 + 0.0248414, within(1e-6));
    assertThat(summary.staleness())
        .satisfies(
            staleness -> {
              assertThat(staleness.reads()).isEqualTo(5000);
              assertThat(staleness.staleReads()).isEqualTo(320);
              assertThat(staleness.versionsBehind()).isEqualTo(Map.of(1, 320L));
            });
  }

  @Test
  void aRateIsNeverBelowZeroAndNoneSeenHasTheRuleOfThree() {
    CellTally few = new CellTally(new Cell(ONE));
    few.add(Results.judged(Results.run(1, 1, ONE, 1000), 1000, 0), Map.of());
    few.add(Results.judged(Results.run(2, 2, ONE, 1000), 1000, 2), Map.of());
    CellTally none = new CellTally(new Cell(ONE));
    none.add(Results.judged(Results.run(1, 1, ONE, 1000), 1000, 0), Map.of());
    none.add(Results.judged(Results.run(2, 2, ONE, 1000), 2000, 0), Map.of());

    assertThat(known(few.summary().staleRate()).low()).isZero();
    assertThat(known(none.summary().staleRate())).isEqualTo(new Mean(0, 0, 0.001, 2));
  }

  @Test
  void distributionsAreMergedAndNotAveraged() {
    Histogram fast = new Histogram(3);
    fast.recordValueWithCount(1_000_000, 98);
    Histogram slow = new Histogram(3);
    slow.recordValueWithCount(50_000_000, 2);
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(Results.run(1, 1, ONE, 1000), Map.of(LatencyLog.response("READ"), fast));
    tally.add(Results.run(2, 2, ONE, 1000), Map.of(LatencyLog.response("READ"), slow));
    CellSummary summary = tally.summary();

    assertThat(summary.responseByKind()).containsOnlyKeys("READ", "UPDATE");
    assertThat(summary.responseByKind().get("READ"))
        .satisfies(
            latencies -> {
              assertThat(latencies.count()).isEqualTo(100);
              assertThat(latencies.p90()).isCloseTo(1_000_000L, within(1000L));
              assertThat(latencies.p99()).isCloseTo(50_000_000L, within(50_000L));
            });
    assertThat(summary.distributionByKind().get("READ"))
        .hasSameSizeAs(CellSummary.CHART_QUANTILES)
        .isSorted();
    assertThat(fast.getTotalCount()).isEqualTo(98);
  }

  @Test
  void oneRunHasNoInterval() {
    CellTally tally = new CellTally(new Cell(ONE));
    tally.add(Results.run(1, 1, ONE, 1000), Map.of());

    assertThat(tally.summary().throughput().mean()).isEqualTo(1000);
    assertThat(tally.summary().throughput().low()).isNaN();
    assertThat(tally.summary().staleRate()).isNull();
  }

  private static Mean known(@Nullable Mean estimate) {
    if (estimate == null) {
      throw new AssertionError("The estimate is missing.");
    }
    return estimate;
  }
}
