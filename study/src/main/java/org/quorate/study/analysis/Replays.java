package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.LogRatio;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;

/**
 * Runs as they would have drawn on each published server of their hosts' kind: how far off a power
 * model may be in a ratio of such runs. Where a run cannot be replayed, as one whose hosts have
 * meters, one of an earlier version, or one of a model of which no servers were published, the
 * constant error of models and meters stands. Stateless.
 */
public final class Replays {
  private Replays() {}

  /**
   * A ratio of the energy of runs, with what it may be off by.
   *
   * @param ratio of these runs in the measure
   * @param runs all that it is of
   * @param again the same ratio of the same runs, each of them changed first; empty where there is
   *     none, as where a number is below zero
   */
  public static EnergyRatio energyRatio(
      LogRatio ratio,
      Measure measure,
      List<RunResult> runs,
      Function<UnaryOperator<RunResult>, Optional<? extends LogRatio>> again) {
    List<LogRatio> replays = new ArrayList<>();
    for (String server : servers(runs)) {
      Optional<? extends LogRatio> replay = again.apply(run -> through(server, run));
      if (replay.isEmpty()) {
        return new EnergyRatio(ratio, measure.largestError(runs));
      }
      replays.add(replay.get());
    }
    return replays.isEmpty()
        ? new EnergyRatio(ratio, measure.largestError(runs))
        : new EnergyRatio(ratio, replays, stepError(measure, runs));
  }

  /** Those that all of the runs know, with the same curves. */
  private static Set<String> servers(List<RunResult> runs) {
    Map<String, List<Double>> common = null;
    for (RunResult run : runs) {
      EnergyResult energy = run.energy();
      Map<String, List<Double>> curves = energy == null ? Map.of() : energy.publishedCurves();
      if (common != null && !common.equals(curves)) {
        return Set.of();
      }
      common = curves;
    }
    return common == null ? Set.of() : common.keySet();
  }

  private static RunResult through(String server, RunResult run) {
    return run.withEnergy(Objects.requireNonNull(run.energy()).replayed(server));
  }

  private static double stepError(Measure measure, List<RunResult> runs) {
    return runs.stream()
        .map(RunResult::energy)
        .filter(Objects::nonNull)
        .mapToDouble(measure::stepError)
        .max()
        .orElse(0);
  }
}
