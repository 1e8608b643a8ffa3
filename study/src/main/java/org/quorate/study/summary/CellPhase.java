package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

/**
 * What became of the operations that were due during one step of the load, all runs of one cell
 * together.
 *
 * @param number of the step, from 1
 * @param arrivals its rate, such as {@code 60/s}
 * @param from seconds since a run began
 * @param to its end, likewise
 * @param ok operations that succeeded
 * @param failed operations that did not
 * @param response times merged over the runs, by kind of operation
 * @param watts mean power of all hosts together during the step; null where it is not known
 */
public record CellPhase(
    int number,
    String arrivals,
    double from,
    double to,
    long ok,
    long failed,
    Map<String, Latencies> response,
    @Nullable Mean watts) {
  public CellPhase {
    response = Map.copyOf(response);
  }

  /**
   * The steps in their order, as many as every run has; empty where the load does not change in
   * steps.
   *
   * @param distributions of all runs merged, by tag; empty where there is none
   */
  public static List<CellPhase> of(
      List<RunResult> runs, Function<String, Histogram> distributions) {
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
    List<Double> known =
        runs.stream()
            .map(run -> watts(run, run.phases().get(phase)))
            .filter(Objects::nonNull)
            .toList();
    return known.isEmpty() ? null : Mean.ofPositive(known);
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
