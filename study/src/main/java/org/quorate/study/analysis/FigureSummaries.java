package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.FigureSummary;
import org.quorate.study.summary.Mean;

/**
 * Fills the figures of a study with the numbers of its cells. In a figure of ratios a point is the
 * geometric mean of the ratios of pairs of runs of the same repetition, or, where a number may be
 * zero, the ratio of the means with Fieller's interval; a cell that others are shown as a ratio to
 * is exactly 1. Stateless.
 */
final class FigureSummaries {
  private FigureSummaries() {}

  /** The figures of which at least one point is known, in the order of the study file. */
  static List<FigureSummary> of(Study study, List<CellSummary> cells, List<RunResult> runs) {
    Map<Cell, CellSummary> byCell = new HashMap<>();
    cells.forEach(cell -> byCell.put(new Cell(cell.cell()), cell));
    Map<Cell, List<RunResult>> runsOf = new HashMap<>();
    runs.forEach(
        run -> runsOf.computeIfAbsent(new Cell(run.cell()), c -> new ArrayList<>()).add(run));
    List<FigureSummary> figures = new ArrayList<>();
    for (Figure figure : study.figures()) {
      Map<Cell, Mean> values = new HashMap<>();
      for (Cell cell : figure.cells(study.parts())) {
        CellSummary summary = byCell.get(cell);
        List<RunResult> own = runsOf.getOrDefault(cell, List.of());
        Mean value =
            summary == null
                ? null
                : figure.isRelative()
                    ? ratio(figure, cell, own, runs)
                    : value(figure.measure(), summary, own);
        if (value != null && !Double.isNaN(value.mean())) {
          values.put(cell, value);
        }
      }
      if (!values.isEmpty()) {
        figures.add(figure(figure, study, values));
      }
    }
    return figures;
  }

  private static FigureSummary figure(Figure figure, Study study, Map<Cell, Mean> values) {
    List<String> xs =
        levels(study, figure.x()).stream()
            .filter(x -> values.keySet().stream().anyMatch(cell -> figure.x(cell).equals(x)))
            .toList();
    String factor = figure.series();
    List<FigureSummary.Series> series = new ArrayList<>();
    for (String name : factor == null ? List.of("") : levels(study, factor)) {
      List<FigureSummary.Point> points = new ArrayList<>();
      for (String x : xs) {
        values.forEach(
            (cell, value) -> {
              if (figure.x(cell).equals(x) && figure.series(cell).equals(name)) {
                points.add(new FigureSummary.Point(x, value));
              }
            });
      }
      if (!points.isEmpty()) {
        series.add(new FigureSummary.Series(name, points));
      }
    }
    return new FigureSummary(
        figure,
        figure.measure().axis(),
        figure.isRelative()
            ? "ratio to " + new Cell(figure.relativeTo()).label()
            : figure.measure().unit(),
        xs,
        series);
  }

  /** Null where the cell has no partner to be compared with, or no pair of runs has the number. */
  private static @Nullable Mean ratio(
      Figure figure, Cell cell, List<RunResult> own, List<RunResult> runs) {
    Cell reference = figure.reference(cell).orElse(null);
    if (reference == null) {
      return null;
    }
    if (reference.equals(cell)) {
      int known = figure.measure().of(own).size();
      return known == 0 ? null : new Mean(1, Double.NaN, Double.NaN, known);
    }
    PairedRuns pairs = PairedRuns.of(List.of(Map.entry(cell, reference)), runs, figure.measure());
    return pairs.size() == 0 ? null : pairs.ratio();
  }

  private static List<String> levels(Study study, String factor) {
    return study.factors().getOrDefault(factor, List.of());
  }

  private static @Nullable Mean value(Measure measure, CellSummary cell, List<RunResult> runs) {
    return switch (measure) {
      case THROUGHPUT -> cell.throughput();
      case STALE_RATE -> cell.staleRate();
      case ESTIMATED_STALE_RATE -> cell.estimatedStaleAtOne().get(Measure.SHOWN_MODEL);
      case SECOND_READ_STALE_RATE -> cell.secondReadStaleRate();
      case PROCESSOR_TIME -> cell.processorMicrosPerOperation();
      default -> Mean.ofPositive(measure.of(runs));
    };
  }
}
