package org.quorate.report.sample;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.Counter;
import org.quorate.study.result.Environment;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;

/** Makes the summary of a sample study: its cells, how they differ, and its figures. */
final class SampleSummaries {
  private static final double[] STUDENT = {
    Double.NaN, Double.NaN, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26
  };

  private final SampleStudy study;

  private SampleSummaries(SampleStudy study) {
    this.study = study;
  }

  /** Runs the study, too. */
  static StudySummary of(SampleStudy study) {
    return new SampleSummaries(study).summarise();
  }

  private StudySummary summarise() {
    List<RunResult> runs = study.runs();
    List<CellSummary> cells = new ArrayList<>();
    for (Map<String, String> cell : study.cells()) {
      List<RunResult> own = runs.stream().filter(run -> run.cell().equals(cell)).toList();
      if (!own.isEmpty()) {
        cells.add(cell(cell, own));
      }
    }
    return new StudySummary(
        study.others.isEmpty() ? "demo" : "harmony",
        "What a weaker read level buys on three nodes",
        "Do reads at ONE buy throughput, and how many of them are stale, compared with QUORUM and"
            + " ALL?",
        List.of("This study has no verdict of its own."),
        List.of(),
        "./quorate study run demo --seed 42",
        SampleTexts.SETTINGS,
        SampleTexts.STUDY_FILE,
        new Environment(SampleTexts.ENVIRONMENT),
        allFactors(),
        cells,
        differences(cells),
        List.of(),
        null,
        List.of(),
        runs,
        study.complete,
        study.figures.stream()
            .map(figure -> SampleFigures.of(figure, study.factors, cells))
            .toList(),
        study.claimVerdicts,
        study.design,
        study.steadyState,
        study.staticGains,
        study.distances,
        study.predictions);
  }

  /** The factors with those that only some cells have. */
  private Map<String, List<String>> allFactors() {
    Map<String, List<String>> all = new LinkedHashMap<>(study.factors);
    study.others.keySet().forEach(cell -> cell.forEach((f, l) -> all.putIfAbsent(f, List.of(l))));
    return all;
  }

  private CellSummary cell(Map<String, String> cell, List<RunResult> runs) {
    Map<String, Latencies> response = new LinkedHashMap<>();
    Map<String, Latencies> service = new LinkedHashMap<>();
    Map<String, List<Long>> distribution = new LinkedHashMap<>();
    Map<String, Long> failures = new TreeMap<>();
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (RunResult run : runs) {
      for (OperationResult operation : run.operations()) {
        response.merge(operation.kind(), operation.response(), SampleSummaries::merge);
        service.merge(operation.kind(), operation.service(), SampleSummaries::merge);
        operation.errors().forEach((error, count) -> failures.merge(error, count, Long::sum));
      }
      run.nodes().forEach(n -> n.counters().forEach((c, v) -> counters.merge(c, v, Long::sum)));
    }
    response.forEach((kind, latencies) -> distribution.put(kind, quantiles(latencies)));
    int reads = SampleStudy.replicas(cell, "read-level");
    Long judged = study.history ? runs.stream().mapToLong(r -> verdict(r).reads()).sum() : null;
    Long stale = study.history ? runs.stream().mapToLong(r -> verdict(r).staleReads()).sum() : null;
    return new CellSummary(
        cell,
        new Cell(cell).label() + study.labelSuffix,
        runs.size(),
        estimate(runs.stream().map(RunResult::achievedPerSecond).toList()),
        study.offered == null
            ? null
            : new Mean(study.offered, study.offered, study.offered, runs.size()),
        response,
        service,
        distribution,
        runs.get(0).lag(),
        failures,
        judged == null || stale == null ? null : SampleStudy.staleness(judged, stale),
        study.history ? rate(runs, judged == null ? 1 : judged) : null,
        estimate(
            runs.stream().map(r -> reads * (1 + 0.004 * study.random.nextGaussian())).toList()),
        Map.of(),
        estimate(runs.stream().map(r -> 3 * (1 + 0.001 * study.random.nextGaussian())).toList()),
        counters,
        runs.stream()
                .flatMap(run -> run.nodes().stream())
                .anyMatch(node -> node.counters().isEmpty())
            ? counters.keySet()
            : Set.of(),
        estimate(
            runs.stream()
                .map(r -> (290 + 60 * reads) * (1 + 0.02 * study.random.nextGaussian()))
                .toList()),
        runs.stream().mapToDouble(r -> r.machine().busyShare()).average().orElse(0),
        runs.stream().mapToDouble(r -> r.machine().generatorShare()).average().orElse(0),
        SampleMonitor.means(runs, MonitorResult::meanEstimatesAtOne),
        SampleMonitor.means(runs, MonitorResult::meanEstimatesAtLevel),
        SampleMonitor.levelShares(runs),
        runs.get(0).secondReads() == null
            ? null
            : estimate(
                runs.stream()
                    .map(RunResult::secondReads)
                    .filter(Objects::nonNull)
                    .map(SecondReadResult::staleRate)
                    .toList()),
        study.energy == null ? null : study.energy.of(runs),
        0,
        study.deferral,
        study.phases,
        study.offload,
        study.windows.get(cell));
  }

  private static StalenessResult verdict(RunResult run) {
    StalenessResult result = run.staleness();
    return result == null ? SampleStudy.staleness(0, 0) : result;
  }

  private static Mean rate(List<RunResult> runs, long reads) {
    Mean rate = estimate(runs.stream().map(r -> verdict(r).staleRate()).toList());
    return rate.mean() == 0
        ? new Mean(0, 0, 3.0 / Math.max(1, reads), runs.size())
        : new Mean(rate.mean(), Math.max(0, rate.low()), rate.high(), rate.runs());
  }

  private static Latencies merge(Latencies a, Latencies b) {
    return new Latencies(
        a.count() + b.count(),
        (a.mean() + b.mean()) / 2,
        (a.p50() + b.p50()) / 2,
        (a.p90() + b.p90()) / 2,
        (a.p95() + b.p95()) / 2,
        (a.p99() + b.p99()) / 2,
        (a.p999() + b.p999()) / 2,
        Math.max(a.max(), b.max()));
  }

  private static List<Long> quantiles(Latencies l) {
    double m = l.p50();
    return List.of(
        (long) (m * 0.45),
        (long) (m * 0.66),
        (long) (m * 0.8),
        l.p50(),
        (long) (m * 1.4),
        l.p90(),
        l.p95(),
        (long) (m * 4.1),
        l.p99(),
        (long) (m * 7.1),
        (long) (m * 9.4),
        l.p999(),
        (long) (m * 13.0),
        (long) (m * 15.2));
  }

  static Mean estimate(List<Double> values) {
    int n = values.size();
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    if (n < 2) {
      return new Mean(mean, Double.NaN, Double.NaN, n);
    }
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    double half = STUDENT[Math.min(n, STUDENT.length - 1)] * Math.sqrt(squares / (n - 1) / n);
    return new Mean(mean, mean - half, mean + half, n);
  }

  /** Every cell against the one with the same levels, but for the first level of factor one. */
  private List<Difference> differences(List<CellSummary> cells) {
    List<Difference> differences = new ArrayList<>();
    if (cells.size() < 2 || study.repetitions < 2) {
      return differences;
    }
    if (study.factors.containsKey("policy")) {
      differences.addAll(differences(cells, "policy", "ALL"));
      differences.addAll(differences(cells, "policy", "ONE"));
      return differences;
    }
    String factor = study.factors.keySet().iterator().next();
    return differences(cells, factor, study.factors.getOrDefault(factor, List.of()).get(0));
  }

  private List<Difference> differences(List<CellSummary> cells, String factor, String level) {
    List<Difference> differences = new ArrayList<>();
    Map<String, ToDoubleFunction<CellSummary>> measures = new LinkedHashMap<>();
    measures.put("throughput", c -> c.throughput().mean());
    if (study.history) {
      measures.put("stale rate", c -> c.staleRate() == null ? 0 : c.staleRate().mean());
    }
    measures.put(
        "read p99 response time, ms",
        c -> c.responseByKind().getOrDefault("READ", Latencies.NONE).p99() / 1e6);
    measures.put(
        "processor time per operation, \u00b5s", c -> c.processorMicrosPerOperation().mean());
    SampleEnergy drawn = study.energy;
    if (drawn != null) {
      measures.putAll(SampleEnergy.measures());
    }
    measures.forEach(
        (measure, value) -> {
          for (CellSummary cell : cells) {
            Map<String, String> base = new LinkedHashMap<>(cell.cell());
            base.put(factor, level);
            if (!base.equals(cell.cell())) {
              cells.stream()
                  .filter(other -> other.cell().equals(base))
                  .map(other -> difference(measure, other, cell, value))
                  .map(
                      each ->
                          drawn != null && SampleEnergy.measures().containsKey(measure)
                              ? drawn.judged(each)
                              : each)
                  .forEach(differences::add);
            }
          }
        });
    return differences;
  }

  private Difference difference(
      String measure, CellSummary base, CellSummary cell, ToDoubleFunction<CellSummary> value) {
    double a = value.applyAsDouble(base);
    double b = value.applyAsDouble(cell);
    double ratio = a > 0 ? b / a : Double.NaN;
    double width = 1 + 0.03 + 0.05 * study.random.nextDouble();
    boolean clear = a != b && (Double.isNaN(ratio) || ratio > width || ratio < 1 / width);
    return new Difference(
        measure,
        cell.cell(),
        base.cell(),
        new Mean(ratio, ratio / width, ratio * width, study.repetitions),
        new Mean(b - a, b - a - Math.abs(a) * 0.04, b - a + Math.abs(a) * 0.04, study.repetitions),
        clear ? 0.0004 : 0.31,
        clear,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
