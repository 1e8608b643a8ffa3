package org.quorate.report.sample;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.JointVerdict;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/**
 * Makes up energy that fits runs: every host idles at 44 W and draws up to 50 W more under load.
 */
final class SampleEnergy {
  private static final double IDLE = 44;
  private static final double BUSY = 50;

  /** Of the power model; 0 for meters. */
  private final double error;

  private final boolean priced;
  private final Random random;

  SampleEnergy(double error, boolean priced, long seed) {
    this.error = error;
    this.priced = priced;
    random = new Random(seed);
  }

  EnergyResult of(RunResult run, int nodes, int replicas) {
    List<HostResult> hosts = new ArrayList<>();
    Map<String, Double> idle = new LinkedHashMap<>();
    for (int node = 1; node <= nodes; node++) {
      String name = "host" + node;
      idle.put(name, IDLE + 0.3 * node);
      hosts.add(host(run, name, node, replicas, nodes));
    }
    return new EnergyResult(
        run.startedAt(),
        run.startedAt().plusSeconds((long) run.seconds()),
        hosts,
        idle,
        0.0,
        null,
        null);
  }

  private HostResult host(RunResult run, String name, int node, int replicas, int nodes) {
    List<Double> watts = new ArrayList<>();
    List<Double> use = new ArrayList<>();
    double load = run.achievedPerSecond() * (0.4 + 0.25 * replicas) / (1300.0 * nodes);
    for (int second = 0; second < (int) run.seconds(); second++) {
      double now =
          Math.min(
              1, Math.max(0.02, load * (0.85 + 0.15 * node) * (1 + 0.1 * random.nextGaussian())));
      use.add(now);
      watts.add(IDLE + 0.3 * node + BUSY * now);
    }
    double joules = watts.stream().mapToDouble(Double::doubleValue).sum();
    boolean estimated = error > 0;
    return new HostResult(
        name,
        List.of("node" + node),
        joules,
        estimated ? HostResult.ESTIMATED : HostResult.MEASURED,
        error,
        error,
        null,
        estimated ? 0 : 0.5 * run.seconds(),
        watts,
        use,
        0.3 * run.seconds(),
        estimated ? (long) (run.seconds() * 4) : (long) run.seconds() - 2,
        estimated ? 0.25 : 1.04,
        estimated || node > 1 || run.sequence() != 4 ? 0 : 3.5,
        List.of(
            new HostResult.ChannelResult(
                estimated ? "model server-2010" : "snmp 10.0.0." + node,
                estimated ? "model" : "outlet 3",
                estimated ? "energy" : "power",
                "wall",
                true,
                null,
                joules)),
        estimated || node > 1 || run.sequence() != 4
            ? List.of()
            : List.of("snmp 10.0.0.1: outlet 3 had 1 gap; 3.5 s of 60.0 s were bridged."));
  }

  CellEnergy of(List<RunResult> runs) {
    Set<String> notes = new LinkedHashSet<>();
    runs.forEach(run -> energy(run).hosts().forEach(host -> notes.addAll(host.notes())));
    boolean judged = runs.get(0).staleness() != null;
    return new CellEnergy(
        error > 0,
        error,
        mean(runs, run -> energy(run).seconds()),
        mean(runs, run -> energy(run).joules()),
        mean(runs, run -> energy(run).joules() / run.succeeded()),
        mean(runs, run -> Objects.requireNonNull(energy(run).dynamicJoules()) / run.succeeded()),
        judged
            ? mean(runs, run -> energy(run).joules() / Objects.requireNonNull(run.freshReads()))
            : new Mean(Double.NaN, Double.NaN, Double.NaN, 0),
        judged
            ? mean(
                runs, run -> Objects.requireNonNull(run.freshOperations()) / energy(run).joules())
            : new Mean(Double.NaN, Double.NaN, Double.NaN, 0),
        mean(runs, run -> energy(run).meanWatts()),
        mean(
            runs,
            run -> energy(run).idleWatts().values().stream().mapToDouble(watts -> watts).sum()),
        hosts(runs),
        priced ? mean(runs, run -> energy(run).joules() / run.succeeded() / 3.6 * 0.25) : null,
        priced ? "EUR" : null,
        priced ? mean(runs, run -> energy(run).joules() / run.succeeded() / 3.6 * 320) : null,
        List.copyOf(notes));
  }

  private static Mean mean(List<RunResult> runs, ToDoubleFunction<RunResult> number) {
    return SampleSummaries.estimate(runs.stream().mapToDouble(number).boxed().toList());
  }

  private static EnergyResult energy(RunResult run) {
    return Objects.requireNonNull(run.energy());
  }

  private static List<CellEnergy.Host> hosts(List<RunResult> runs) {
    List<CellEnergy.Host> hosts = new ArrayList<>();
    for (HostResult host : energy(runs.get(0)).hosts()) {
      List<HostResult> all =
          runs.stream()
              .flatMap(run -> energy(run).hosts().stream())
              .filter(each -> each.host().equals(host.host()))
              .toList();
      hosts.add(
          new CellEnergy.Host(
              host.host(),
              host.nodes(),
              range(all, HostResult::wattsBySecond),
              range(all, HostResult::utilisationBySecond)));
    }
    return hosts;
  }

  private static CellEnergy.Range range(
      List<HostResult> hosts, Function<HostResult, List<Double>> seconds) {
    DoubleSummaryStatistics all =
        hosts.stream()
            .flatMap(host -> seconds.apply(host).stream())
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    return new CellEnergy.Range(all.getMin(), all.getAverage(), all.getMax());
  }

  /** The measures of energy that cells are compared in. */
  static Map<String, ToDoubleFunction<CellSummary>> measures() {
    Map<String, ToDoubleFunction<CellSummary>> measures = new LinkedHashMap<>();
    measures.put("energy per operation, J", cell -> joules(cell, CellEnergy::joulesPerOperation));
    measures.put("mean power, W", cell -> joules(cell, CellEnergy::meanWatts));
    return measures;
  }

  private static double joules(CellSummary cell, Function<CellEnergy, Mean> number) {
    CellEnergy energy = cell.energy();
    return energy == null ? Double.NaN : number.apply(energy).mean();
  }

  /** The difference with what may be said of energy. */
  Difference judged(Difference difference) {
    double ratio = difference.ratio().mean();
    Mean wide =
        new Mean(
            ratio,
            difference.ratio().low() * (1 - error),
            difference.ratio().high() / (1 - error),
            difference.ratio().runs());
    boolean coarse = Math.abs(Math.log(ratio)) <= -Math.log1p(-error);
    boolean shown = difference.distinguishable();
    boolean claimed = shown && (wide.low() > 1 || wide.high() < 1);
    @Nullable RunsNeeded needed = shown || coarse ? null : new RunsNeeded(23, 0.81, 0.05);
    return new Difference(
        difference.measure(),
        difference.cell(),
        difference.baseline(),
        difference.ratio(),
        difference.difference(),
        difference.pValue(),
        claimed,
        claimed
            ? ratio < 1 ? "saves" : "costs"
            : coarse
                ? "not distinguishable (too coarse a meter: the change is smaller than the error of"
                    + " the meter or model)"
                : shown
                    ? "not distinguishable (too few runs: with the error of the meter or model the"
                        + " interval includes no change; more runs may show one)"
                    : "not distinguishable (too few runs: the interval includes no change; more"
                        + " runs may show one)",
        needed,
        wide,
        claimed ? 0.0007 : 0.42,
        new ServerRange(12, ratio * 0.97, ratio * 1.02),
        null,
        claimed && ratio < 1
            ? new JointVerdict(
                PowerSettings.Margins.USUAL,
                new Mean(1.02, 0.96, 1.09, 5),
                new Mean(0.052, 0.047, 0.058, 5),
                true,
                false)
            : null);
  }
}
