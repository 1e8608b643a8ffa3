package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.CountedPart;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.PhaseResult;
import org.quorate.study.result.RunResult;

/** Puts the steps of a cell's runs together. Stateless. */
final class CellPhases {
  private CellPhases() {}

  /**
   * The steps in their order, as many as every run has; empty where the load does not change in
   * steps.
   *
   * @param distributions of all runs merged, by tag; empty where there is none
   */
  static List<CellPhase> of(List<RunResult> runs, Function<String, Histogram> distributions) {
    int count = runs.stream().mapToInt(run -> run.phases().size()).min().orElse(0);
    List<CellPhase> phases = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      int phase = index;
      List<PhaseResult> all = runs.stream().map(run -> run.phases().get(phase)).toList();
      PhaseResult first = all.get(0);
      Map<String, Latencies> response = new TreeMap<>();
      for (PhaseResult each : all) {
        for (String kind : each.response().keySet()) {
          response.computeIfAbsent(
              kind, any -> Latencies.of(distributions.apply(LatencyLog.phase(phase + 1, any))));
        }
      }
      phases.add(
          new CellPhase(
              phase + 1,
              first.arrivals(),
              first.from(),
              first.to(),
              all.stream().mapToLong(PhaseResult::ok).sum(),
              all.stream().mapToLong(PhaseResult::failed).sum(),
              response,
              watts(runs, phase)));
    }
    return phases;
  }

  private static @Nullable Mean watts(List<RunResult> runs, int phase) {
    List<Double> known = new ArrayList<>();
    for (RunResult run : runs) {
      Double watts = watts(run, run.phases().get(phase));
      if (watts != null) {
        known.add(watts);
      }
    }
    return known.isEmpty() ? null : Means.ofPositive(known);
  }

  /** Of all hosts, over the whole seconds of a step; null where some host has none of them. */
  private static @Nullable Double watts(RunResult run, PhaseResult phase) {
    EnergyResult energy = run.energy();
    if (energy == null) {
      return null;
    }
    CountedPart part = run.counted();
    int left = part == null ? 0 : part.fromSecond();
    int from = Math.max(0, (int) Math.ceil(phase.from()) - left);
    double sum = 0;
    for (HostResult host : energy.hosts()) {
      List<Double> seconds = host.wattsBySecond();
      int to = Math.min(seconds.size(), (int) phase.to() - left);
      if (to <= from) {
        return null;
      }
      sum +=
          seconds.subList(from, to).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElseThrow();
    }
    return sum;
  }
}
