package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.FigureMeasure;
import org.quorate.study.plan.Study;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;

/** Fills the figures of a study with the numbers of its cells. Stateless. */
final class FigureSummaries {
  private static final String MODEL = "harmony";

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
      case READ_P99 -> mean(runs, run -> Measure.RESPONSE_P99.of(run, "READ").orElse(null));
      case STALE_RATE -> cell.staleRate();
      case STALE_READS -> mean(runs, FigureSummaries::staleReads);
      case ESTIMATED_STALE_RATE -> cell.estimatedStaleAtOne().get(MODEL);
      case SECOND_READ_STALE_RATE -> cell.secondReadStaleRate();
      case PROCESSOR_TIME -> cell.processorMicrosPerOperation();
      case ENERGY -> mean(runs, run -> energy(run, EnergyResult::joules));
      case ENERGY_PER_OPERATION -> mean(runs, Measure.ENERGY_PER_OPERATION);
      case DYNAMIC_ENERGY_PER_OPERATION -> mean(runs, Measure.DYNAMIC_ENERGY_PER_OPERATION);
      case ENERGY_PER_FRESH_READ -> mean(runs, Measure.ENERGY_PER_FRESH_READ);
      case FRESH_OPERATIONS_PER_JOULE -> mean(runs, CellEnergies::freshOperationsPerJoule);
      case HOST_POWER ->
          mean(runs, run -> energy(run, each -> each.meanWatts() / each.hosts().size()));
      case HOST_POWER_SPREAD ->
          mean(runs, run -> energy(run, each -> spread(each, HostResult::wattsBySecond)));
      case HOST_UTILISATION ->
          mean(runs, run -> energy(run, each -> mean(each, HostResult::utilisationBySecond)));
      case HOST_UTILISATION_SPREAD ->
          mean(runs, run -> energy(run, each -> spread(each, HostResult::utilisationBySecond)));
      case RUN_TIME -> mean(runs, RunResult::seconds);
      case MEAN_LATENCY -> mean(runs, FigureSummaries::meanLatency);
    };
  }

  private static @Nullable Double staleReads(RunResult run) {
    StalenessResult staleness = run.staleness();
    return staleness == null ? null : (double) staleness.staleReads();
  }

  private static Estimate mean(List<RunResult> runs, Measure measure) {
    return mean(runs, run -> measure.of(run, "").orElse(null));
  }

  private static @Nullable Double energy(
      RunResult run, Function<EnergyResult, @Nullable Double> number) {
    EnergyResult energy = run.energy();
    return energy == null ? null : number.apply(energy);
  }

  private static DoubleStream seconds(
      EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    return energy.hosts().stream()
        .flatMap(host -> ofHost.apply(host).stream())
        .mapToDouble(Double::doubleValue);
  }

  private static @Nullable Double spread(
      EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    DoubleSummaryStatistics all = seconds(energy, ofHost).summaryStatistics();
    return all.getCount() == 0 ? null : all.getMax() - all.getMin();
  }

  private static @Nullable Double mean(
      EnergyResult energy, Function<HostResult, List<Double>> ofHost) {
    DoubleSummaryStatistics all = seconds(energy, ofHost).summaryStatistics();
    return all.getCount() == 0 ? null : all.getAverage();
  }

  /** Over all kinds of operations, each as often as it succeeded. */
  private static @Nullable Double meanLatency(RunResult run) {
    double sum = 0;
    long count = 0;
    for (OperationResult operation : run.operations()) {
      sum += operation.response().mean() * (double) operation.response().count();
      count += operation.response().count();
    }
    return count == 0 ? null : sum / count / 1e6;
  }

  private static Estimate mean(List<RunResult> runs, Function<RunResult, @Nullable Double> ofRun) {
    return Estimates.ofPositive(runs.stream().map(ofRun).filter(Objects::nonNull).toList());
  }
}
