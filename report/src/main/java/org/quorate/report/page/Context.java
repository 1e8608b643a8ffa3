package org.quorate.report.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.report.chart.Look;
import org.quorate.report.chart.Looks;
import org.quorate.report.format.Kinds;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.plan.Claim;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.StudySummary;

/** A study and what all sections need to know of it. */
final class Context {
  /** Cells that a chart of rows has room for. */
  private static final int MOST_ROWS = 30;

  private final StudySummary study;
  private final Looks looks;
  private final Map<Map<String, String>, CellSummary> cells = new HashMap<>();
  private final TimeUnits latencyUnit;
  private final List<CellGroup> groups;

  Context(StudySummary study) {
    this.study = study;
    looks = Looks.of(study);
    study.cells().forEach(cell -> cells.putIfAbsent(cell.cell(), cell));
    double largest = 0;
    for (CellSummary cell : study.cells()) {
      for (Latencies latencies : cell.responseByKind().values()) {
        largest = Math.max(largest, (double) latencies.p99());
      }
    }
    latencyUnit = TimeUnits.forTable(largest);
    groups = groups(MOST_ROWS);
  }

  StudySummary study() {
    return study;
  }

  List<CellSummary> cells() {
    return study.cells();
  }

  /** The cells as charts of rows show them: all in one, or divided where they are many. */
  List<CellGroup> groups() {
    return groups;
  }

  /**
   * Whether cells are so many that sections on details leave their charts out and have only tables.
   */
  boolean crowded() {
    return groups.size() > 1;
  }

  /** The cells in groups of at most so many, as far as factors can divide them. */
  final List<CellGroup> groups(int most) {
    return CellGroup.of(study.factors().keySet(), study.cells(), looks, most);
  }

  Looks looks() {
    return looks;
  }

  Look look(CellSummary cell) {
    return looks.of(cell.cell());
  }

  /** Unit of all latency columns. */
  TimeUnits latencyUnit() {
    return latencyUnit;
  }

  /** The name of a cell, also of one that has no summary. */
  String label(Map<String, String> cell) {
    CellSummary summary = cells.get(cell);
    return summary != null ? summary.label() : String.join(" / ", cell.values());
  }

  @Nullable CellSummary summary(Map<String, String> cell) {
    return cells.get(cell);
  }

  /** How far off a ratio of estimated joules or watts may be, as a share; 0 where none is. */
  double comparisonError() {
    return runs().stream()
        .map(RunResult::energy)
        .flatMap(Stream::ofNullable)
        .mapToDouble(EnergyResult::comparisonError)
        .max()
        .orElse(0);
  }

  /** What the study says on a claim. */
  Optional<ClaimVerdict> verdict(Claim claim) {
    return study.claimVerdicts().stream()
        .filter(verdict -> verdict.claim().equals(claim))
        .findFirst();
  }

  /** The runs that count: all but the first repetitions that the study drops. */
  List<RunResult> runs() {
    int dropped = study.design().dropped();
    return study.runs().stream().filter(run -> run.repetition() > dropped).toList();
  }

  /** The runs of a cell that count, in their order. */
  List<RunResult> runs(CellSummary cell) {
    return runs().stream().filter(run -> run.cell().equals(cell.cell())).toList();
  }

  boolean openLoop() {
    return cells().stream().anyMatch(cell -> cell.offered() != null);
  }

  /** Whether some cells had load on a schedule and others in a closed loop. */
  boolean mixedLoops() {
    return openLoop() && cells().stream().anyMatch(cell -> cell.offered() == null);
  }

  /**
   * What is to be said beside times of all operations where some cells defer writes and others do
   * not, a sentence behind others; empty where none does.
   */
  String untilAccepted() {
    return cells().stream().anyMatch(cell -> cell.deferral() != null)
        ? " Of deferred writes this is the time until they are accepted; see Deferred writes."
        : "";
  }

  boolean hasHistory() {
    return cells().stream().anyMatch(cell -> cell.staleRate() != null);
  }

  /** The kind that stands for reads in short tables, or null where nothing was read. */
  @Nullable String readKind() {
    return Kinds.read(cells());
  }

  /** The kind that stands for writes in short tables, or null where nothing was written. */
  @Nullable String writeKind() {
    return Kinds.write(cells());
  }
}
