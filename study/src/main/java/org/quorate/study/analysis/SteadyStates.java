package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EffectiveSampleSize;
import org.quorate.core.statistics.WarmUpCut;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.TimePoint;
import org.quorate.study.summary.SteadyState;

/** Looks for warm-ups that reach into measured time. Pure. */
final class SteadyStates {
  private static final Pattern CHANGING = Pattern.compile("\\b(step|ramp|growth)\\b");

  private SteadyStates() {}

  /**
   * What is found of the runs that count.
   *
   * @param runs as they were measured
   * @param warmUp what is cut of them
   */
  static SteadyState of(Study study, List<RunResult> runs, WarmUpCuts warmUp) {
    int judged = 0;
    int tooShort = 0;
    int changing = 0;
    List<SteadyState.Cut> cuts = new ArrayList<>();
    List<SteadyState.EffectiveSeconds> effective = new ArrayList<>();
    for (RunResult run : runs) {
      Cell cell = new Cell(run.cell());
      double[] throughput = throughput(run);
      if (isChanging(study.cells().get(cell))) {
        changing++;
      } else if (throughput.length < SteadyState.FEWEST_SECONDS) {
        tooShort++;
      } else {
        judged++;
        double[] power = power(run);
        SteadyState.Cut cut = cut(run, cell, throughput, power);
        effective.add(effective(cut, throughput, power));
        Integer ofPower = cut.powerSeconds();
        if (!cut.steady() || cut.throughputSeconds() > 0 || (ofPower != null && ofPower > 0)) {
          cuts.add(cut);
        }
      }
    }
    return new SteadyState(judged, tooShort, changing, cuts, effective, warmUp.cells());
  }

  private static SteadyState.EffectiveSeconds effective(
      SteadyState.Cut cut, double[] throughput, double[] power) {
    Integer ofPower = cut.powerSeconds();
    int from = Math.max(cut.throughputSeconds(), ofPower == null ? 0 : ofPower);
    return new SteadyState.EffectiveSeconds(
        cut.run(),
        throughput.length - from,
        EffectiveSampleSize.of(Arrays.copyOfRange(throughput, from, throughput.length)),
        ofPower == null
            ? null
            : EffectiveSampleSize.of(Arrays.copyOfRange(power, from, power.length)));
  }

  private static SteadyState.Cut cut(
      RunResult run, Cell cell, double[] throughput, double[] power) {
    WarmUpCut ofThroughput = WarmUpCut.mser5(throughput);
    @Nullable WarmUpCut ofPower =
        power.length < SteadyState.FEWEST_SECONDS ? null : WarmUpCut.mser5(power);
    return new SteadyState.Cut(
        run.sequence(),
        cell.label(),
        ofThroughput.dropped(),
        ofPower == null ? null : ofPower.dropped(),
        throughput.length,
        ofThroughput.steady() && (ofPower == null || ofPower.steady()));
  }

  static boolean isChanging(@Nullable RunSettings settings) {
    return settings != null
        && settings.load() instanceof LoadShape.Open open
        && CHANGING.matcher(open.arrivals()).find();
  }

  /** Operations that succeeded in each whole second. */
  static double[] throughput(RunResult run) {
    int length =
        Math.min(
            (int) run.seconds(),
            run.timeline().stream().mapToInt(TimePoint::second).max().orElse(-1) + 1);
    double[] seconds = new double[length];
    for (TimePoint point : run.timeline()) {
      if (point.second() < length) {
        seconds[point.second()] = point.ok();
      }
    }
    return seconds;
  }

  /** Watts of all hosts together in each whole second that all of them know. */
  static double[] power(RunResult run) {
    EnergyResult energy = run.energy();
    if (energy == null) {
      return new double[0];
    }
    int length =
        energy.hosts().stream().mapToInt(host -> host.wattsBySecond().size()).min().orElse(0);
    double[] seconds = new double[length];
    for (HostResult host : energy.hosts()) {
      for (int second = 0; second < length; second++) {
        seconds[second] += host.wattsBySecond().get(second);
      }
    }
    return seconds;
  }
}
