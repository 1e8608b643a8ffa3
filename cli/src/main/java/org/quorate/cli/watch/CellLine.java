package org.quorate.cli.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Kinds;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Study;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;

/**
 * What is known of a cell some of whose runs are complete. Immutable.
 *
 * @param runs that are complete and count
 * @param planned runs that will count
 * @param throughput operations that succeeded per second, over runs
 * @param readP99 99th percentile of its reads' response times, nanoseconds; NaN where it has none
 * @param writeP99 likewise of its writes
 * @param failed operations that did not succeed
 * @param stale stale reads over reads, over runs; null where that is not known
 * @param unknown why it is not known; empty where it is
 */
record CellLine(
    String label,
    int runs,
    int planned,
    Mean throughput,
    double readP99,
    double writeP99,
    long failed,
    @Nullable Mean stale,
    String unknown) {
  /** All cells as the report has them. */
  static List<CellLine> of(Study study, StudySummary summary) {
    String read = Kinds.read(summary.cells());
    String write = Kinds.write(summary.cells());
    return summary.cells().stream()
        .map(
            cell ->
                new CellLine(
                    cell.label(),
                    cell.runs(),
                    planned(study, new Cell(cell.cell())),
                    cell.throughput(),
                    p99(cell, read),
                    p99(cell, write),
                    cell.failed(),
                    cell.staleRate(),
                    cell.staleRate() == null ? "no history was kept" : ""))
        .toList();
  }

  /** How many runs of a cell will count. */
  static int planned(Study study, Cell cell) {
    return Math.max(0, study.repetitions(cell) - study.design().dropped());
  }

  private static double p99(CellSummary cell, @Nullable String kind) {
    Latencies known = cell.responseByKind().getOrDefault(kind == null ? "" : kind, Latencies.NONE);
    return known.count() == 0 ? Double.NaN : (double) known.p99();
  }
}
