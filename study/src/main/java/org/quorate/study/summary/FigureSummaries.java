package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.FigureMeasure;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;

/** Fills the figures of a study with the numbers of its cells. Stateless. */
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
      Map<Cell, Estimate> values = new HashMap<>();
      for (Cell cell : figure.cells(study.parts())) {
        CellSummary summary = byCell.get(cell);
        Estimate value =
            summary == null
                ? null
                : value(figure.measure(), summary, runsOf.getOrDefault(cell, List.of()));
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

  private static FigureSummary figure(Figure figure, Study study, Map<Cell, Estimate> values) {
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
    return new FigureSummary(figure, figure.measure().axis(), figure.measure().unit(), xs, series);
  }

  private static List<String> levels(Study study, String factor) {
    return study.factors().getOrDefault(factor, List.of());
  }

  private static @Nullable Estimate value(
      FigureMeasure measure, CellSummary cell, List<RunResult> runs) {
    return switch (measure) {
      case THROUGHPUT -> cell.throughput();
      case STALE_RATE -> cell.staleRate();
      case ESTIMATED_STALE_RATE -> cell.estimatedStaleAtOne().get(RunMeasures.MODEL);
      case SECOND_READ_STALE_RATE -> cell.secondReadStaleRate();
      case PROCESSOR_TIME -> cell.processorMicrosPerOperation();
      default ->
          Estimates.ofPositive(
              runs.stream()
                  .map(run -> RunMeasures.of(measure, run))
                  .filter(Objects::nonNull)
                  .toList());
    };
  }
}
