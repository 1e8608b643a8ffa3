package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.Counter;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellPhase;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** Adds the runs of one cell up. Not thread-safe. */
final class CellTally {
  private static final Set<String> READS = Set.of("READ");
  private static final Set<String> WRITES = Set.of("UPDATE", "INSERT");

  private final Cell cell;
  private final @Nullable PowerSettings power;
  private final List<RunResult> runs = new ArrayList<>();
  private final Map<String, Histogram> distributions = new LinkedHashMap<>();

  private final int countedFrom;
  private final CellWindowsTally windows;

  CellTally(Cell cell) {
    this(cell, null, 0, OptionalDouble.empty());
  }

  /**
   * @param countedFrom whole seconds that are left out of its runs' throughput and energy
   * @param tolerance the largest stale-read rate that the cell is judged by, where one is stated
   */
  CellTally(Cell cell, @Nullable PowerSettings power, int countedFrom, OptionalDouble tolerance) {
    this.cell = cell;
    this.power = power;
    this.countedFrom = countedFrom;
    this.windows = new CellWindowsTally(tolerance);
  }

  /**
   * Adds a run.
   *
   * @param ofRun its distributions by tag, see {@link LatencyLog}
   */
  void add(RunResult run, Map<String, Histogram> ofRun) {
    runs.add(run);
    ofRun.forEach(
        (tag, histogram) -> {
          Histogram sum = distributions.get(tag);
          if (sum == null) {
            sum = histogram.copy();
            sum.setAutoResize(true);
            distributions.put(tag, sum);
          } else {
            sum.add(histogram);
          }
        });
  }

  /** Takes the windows of the run's that were added, as far as they have any. */
  CellWindowsTally windows() {
    return windows;
  }

  /** What all runs say together; there is at least one. */
  CellSummary summary() {
    Map<String, Latencies> response = new LinkedHashMap<>();
    Map<String, Latencies> service = new LinkedHashMap<>();
    Map<String, List<Long>> charts = new LinkedHashMap<>();
    for (String kind : kinds()) {
      Histogram responses = distribution(LatencyLog.response(kind));
      response.put(kind, Latencies.of(responses));
      service.put(kind, Latencies.of(distribution(LatencyLog.service(kind))));
      charts.put(
          kind,
          CellSummary.CHART_QUANTILES.stream()
              .map(quantile -> responses.getValueAtPercentile(quantile * 100))
              .toList());
    }
    StalenessResult staleness = staleness();
    return new CellSummary(
        cell.levels(),
        cell.label(),
        runs.size(),
        Mean.ofPositive(runs.stream().map(RunResult::achievedPerSecond).toList()),
        offered(),
        response,
        service,
        charts,
        Latencies.of(distribution(LatencyLog.LAG)),
        failures(),
        staleness,
        staleness == null ? null : staleRate(staleness),
        perOperation(Counter.REPLICA_READS, READS),
        addedReplicaReads(),
        perOperation(Counter.REPLICA_WRITES, WRITES),
        counters(),
        incompleteCounters(),
        Mean.ofPositive(Measure.PROCESSOR_TIME.of(runs)),
        mean(run -> run.machine().busyShare()),
        mean(run -> run.machine().generatorShare()),
        estimated(MonitorResult::meanEstimatesAtOne),
        estimated(MonitorResult::meanEstimatesAtLevel),
        levelShares(),
        secondReadStaleRate(),
        CellEnergy.of(cell.label(), runs, power),
        countedFrom,
        CellDeferral.of(runs, this::distribution),
        CellPhase.of(runs, this::distribution),
        CellOffload.of(runs),
        windows.summary());
  }

  private List<MonitorResult> watched() {
    return runs.stream().map(RunResult::monitor).filter(Objects::nonNull).toList();
  }

  /** Means over runs by model; a model that a run has no number of is left out of that run. */
  private Map<String, Mean> estimated(Function<MonitorResult, Map<String, Double>> ofRun) {
    Map<String, List<Double>> values = new TreeMap<>();
    for (MonitorResult monitor : watched()) {
      ofRun
          .apply(monitor)
          .forEach(
              (model, rate) -> {
                if (!Double.isNaN(rate)) {
                  values.computeIfAbsent(model, name -> new ArrayList<>()).add(rate);
                }
              });
    }
    Map<String, Mean> estimated = new LinkedHashMap<>();
    values.forEach((model, rates) -> estimated.put(model, Mean.ofPositive(rates)));
    return estimated;
  }

  /** A level that a run did not use has the share 0 there. */
  private Map<String, Double> levelShares() {
    List<Map<String, Double>> shares =
        watched().stream().map(MonitorResult::levelShares).filter(of -> !of.isEmpty()).toList();
    Map<String, Double> means = new LinkedHashMap<>();
    for (Level level : Level.values()) {
      if (shares.stream().anyMatch(of -> of.containsKey(level.name()))) {
        means.put(
            level.name(),
            shares.stream()
                .mapToDouble(of -> of.getOrDefault(level.name(), 0.0))
                .average()
                .orElseThrow());
      }
    }
    return means;
  }

  private @Nullable Mean secondReadStaleRate() {
    List<SecondReadResult> counted =
        runs.stream()
            .map(RunResult::secondReads)
            .filter(Objects::nonNull)
            .filter(each -> each.pairs() > 0)
            .toList();
    return counted.isEmpty()
        ? null
        : Mean.ofRates(
            counted.stream().map(SecondReadResult::staleRate).toList(),
            counted.stream().mapToLong(SecondReadResult::differing).sum(),
            counted.stream().mapToLong(SecondReadResult::pairs).sum());
  }

  private List<String> kinds() {
    return runs.stream()
        .flatMap(run -> run.operations().stream())
        .map(OperationResult::kind)
        .distinct()
        .sorted()
        .toList();
  }

  private Histogram distribution(String tag) {
    Histogram histogram = distributions.get(tag);
    return histogram == null ? new Histogram(3) : histogram;
  }

  private @Nullable Mean offered() {
    List<Double> offered = new ArrayList<>();
    for (RunResult run : runs) {
      Double ofRun = run.offeredPerSecond();
      if (ofRun == null) {
        return null;
      }
      offered.add(ofRun);
    }
    return Mean.ofPositive(offered);
  }

  private Map<String, Long> failures() {
    Map<String, Long> failures = new TreeMap<>();
    for (RunResult run : runs) {
      for (OperationResult operation : run.operations()) {
        operation.errors().forEach((error, count) -> failures.merge(error, count, Long::sum));
      }
      DeferralResult deferral = run.deferral();
      if (deferral != null) {
        deferral.failed().forEach((error, count) -> failures.merge(error, count, Long::sum));
      }
    }
    return failures;
  }

  /** The findings of the judged runs added up, or null where none was judged. */
  private @Nullable StalenessResult staleness() {
    List<StalenessResult> judged = new ArrayList<>();
    for (RunResult run : runs) {
      StalenessResult staleness = run.staleness();
      if (staleness != null) {
        judged.add(staleness);
      }
    }
    if (judged.isEmpty()) {
      return null;
    }
    Map<Integer, Long> behind = new TreeMap<>();
    judged.forEach(
        staleness ->
            staleness
                .versionsBehind()
                .forEach((versions, count) -> behind.merge(versions, count, Long::sum)));
    return new StalenessResult(
        sum(judged, StalenessResult::reads),
        sum(judged, StalenessResult::staleReads),
        behind,
        Latencies.of(distribution(LatencyLog.T_STALENESS)),
        sum(judged, StalenessResult::readYourWritesViolations),
        sum(judged, StalenessResult::monotonicReadsViolations),
        sum(judged, StalenessResult::unknownVersions),
        sum(judged, StalenessResult::emptyReads),
        sum(judged, StalenessResult::undecided));
  }

  private static long sum(
      List<StalenessResult> judged, java.util.function.ToLongFunction<StalenessResult> count) {
    return judged.stream().mapToLong(count).sum();
  }

  private Mean staleRate(StalenessResult all) {
    return Mean.ofRates(Measure.STALE_RATE.of(runs), all.staleReads(), all.reads());
  }

  /** A counter of all nodes over the requests that cause it, run by run. */
  private Mean perOperation(Counter counter, Set<String> kinds) {
    List<Double> ratios = new ArrayList<>();
    for (RunResult run : runs) {
      long requests = requests(run, kinds);
      Long counted = run.total(counter);
      if (requests > 0 && counted != null) {
        long ofRun =
            counter == Counter.REPLICA_READS
                ? MonitorResult.ofRun(run.monitor(), counted)
                : counted;
        ratios.add((double) ofRun / requests);
      }
    }
    return Mean.ofPositive(ratios);
  }

  private static long requests(RunResult run, Set<String> kinds) {
    return run.operations().stream()
        .filter(operation -> kinds.contains(operation.kind()))
        .mapToLong(OperationResult::requests)
        .sum();
  }

  private Map<String, Mean> addedReplicaReads() {
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    for (RunResult run : runs) {
      MonitorResult monitor = run.monitor();
      long requests = requests(run, READS);
      if (monitor != null && requests > 0) {
        monitor
            .addedReplicaReads()
            .forEach(
                (why, reads) ->
                    ratios
                        .computeIfAbsent(why, any -> new ArrayList<>())
                        .add((double) reads / requests));
      }
    }
    Map<String, Mean> estimates = new LinkedHashMap<>();
    ratios.forEach((why, each) -> estimates.put(why, Mean.ofPositive(each)));
    return estimates;
  }

  private Map<Counter, Long> counters() {
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (RunResult run : runs) {
      for (NodeResult node : run.nodes()) {
        node.counters().forEach((counter, count) -> counters.merge(counter, count, Long::sum));
      }
    }
    return counters;
  }

  /** Counters that some node of some run knows and another does not. */
  private Set<Counter> incompleteCounters() {
    Set<Counter> known = counters().keySet();
    Set<Counter> incomplete = EnumSet.noneOf(Counter.class);
    for (RunResult run : runs) {
      for (NodeResult node : run.nodes()) {
        known.stream()
            .filter(counter -> !node.counters().containsKey(counter))
            .forEach(incomplete::add);
      }
    }
    return incomplete;
  }

  private double mean(ToDoubleFunction<RunResult> share) {
    return runs.stream().mapToDouble(share).average().orElse(Double.NaN);
  }
}
