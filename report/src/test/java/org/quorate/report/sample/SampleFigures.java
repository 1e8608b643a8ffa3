package org.quorate.report.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Figure;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.FigureSummary;
import org.quorate.study.summary.Mean;

/** Puts the numbers of sample cells into figures. */
final class SampleFigures {
  private SampleFigures() {}

  static FigureSummary of(
      Figure figure, Map<String, List<String>> factors, List<CellSummary> cells) {
    List<FigureSummary.Series> series = new ArrayList<>();
    String factor = figure.series();
    for (String name : factor == null ? List.of("") : factors.getOrDefault(factor, List.of())) {
      List<FigureSummary.Point> points = new ArrayList<>();
      for (String x : factors.getOrDefault(figure.x(), List.of())) {
        for (CellSummary cell : cells) {
          Mean value = figure.isRelative() ? ratio(figure, cell, cells) : value(figure, cell);
          if (value != null
              && x.equals(cell.cell().get(figure.x()))
              && (factor == null || name.equals(cell.cell().get(factor)))
              && figure.where().entrySet().stream()
                  .allMatch(e -> e.getValue().contains(cell.cell().get(e.getKey())))) {
            points.add(new FigureSummary.Point(x, value));
          }
        }
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
        factors.getOrDefault(figure.x(), List.of()),
        series);
  }

  private static @Nullable Mean ratio(Figure figure, CellSummary cell, List<CellSummary> cells) {
    Cell reference = figure.reference(new Cell(cell.cell())).orElseThrow();
    for (CellSummary other : cells) {
      Mean value = value(figure, cell);
      Mean one = value(figure, other);
      if (other.cell().equals(reference.levels()) && value != null && one != null) {
        double ratio = value.mean() / one.mean();
        return other.equals(cell)
            ? new Mean(1, Double.NaN, Double.NaN, cell.runs())
            : new Mean(ratio, ratio * 0.96, ratio * 1.04, cell.runs());
      }
    }
    return null;
  }

  private static @Nullable Mean value(Figure figure, CellSummary cell) {
    return switch (figure.measure()) {
      case THROUGHPUT -> cell.throughput();
      case RESPONSE_P99 -> {
        double p99 = cell.responseByKind().getOrDefault("READ", Latencies.NONE).p99() / 1e6;
        yield new Mean(p99, p99 * 0.94, p99 * 1.07, cell.runs());
      }
      case STALE_RATE -> cell.staleRate();
      case STALE_READS -> new Mean(12, 9, 15, cell.runs());
      case ESTIMATED_STALE_RATE -> cell.estimatedStaleAtOne().get("harmony");
      case SECOND_READ_STALE_RATE -> cell.secondReadStaleRate();
      case PROCESSOR_TIME -> cell.processorMicrosPerOperation();
      case ENERGY_PER_OPERATION ->
          cell.energy() == null ? null : cell.energy().joulesPerOperation();
      case HOST_POWER ->
          cell.energy() == null
              ? null
              : new Mean(
                  cell.energy().meanWatts().mean() / cell.energy().hosts().size(),
                  Double.NaN,
                  Double.NaN,
                  cell.runs());
      default -> null;
    };
  }
}
