package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.WarmUpCut;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.SteadyState;

/**
 * Leaves the warm-up out of runs where a study has it cut by a detector: MSER-5 on the mean
 * throughput, and on the mean power, of each second over all runs of a cell; the later of the two
 * counts for all of its runs, and no more than half a run is left out. Runs that end with their
 * operations are measured as a whole, and a load that changes on purpose has no warm-up to be told
 * from. Pure.
 */
final class WarmUpCuts {
  private final Map<Cell, SteadyState.CellCut> cuts = new LinkedHashMap<>();

  private WarmUpCuts() {}

  /**
   * What is to be cut.
   *
   * @param runs that count, as they were measured
   */
  static WarmUpCuts of(Study study, List<RunResult> runs) {
    WarmUpCuts cuts = new WarmUpCuts();
    if (study.design().warmUpCut()) {
      study
          .cells()
          .forEach(
              (cell, settings) -> {
                List<RunResult> own =
                    runs.stream().filter(run -> run.cell().equals(cell.levels())).toList();
                if (!own.isEmpty()) {
                  cuts.cuts.put(cell, cut(cell, settings, own));
                }
              });
    }
    return cuts;
  }

  private static SteadyState.CellCut cut(Cell cell, RunSettings settings, List<RunResult> runs) {
    double[] throughput = mean(runs.stream().map(SteadyStates::throughput).toList());
    if (settings.isOfUnknownLength()) {
      return whole(cell, runs, throughput, "they end with their operations");
    }
    if (SteadyStates.isChanging(settings)) {
      return whole(cell, runs, throughput, "their load changes on purpose");
    }
    if (throughput.length < SteadyState.FEWEST_SECONDS) {
      return whole(
          cell,
          runs,
          throughput,
          "they are too short to judge, which takes " + SteadyState.FEWEST_SECONDS + " seconds");
    }
    double[] power = mean(runs.stream().map(SteadyStates::power).toList());
    int ofThroughput = WarmUpCut.mser5(throughput).dropped();
    @Nullable Integer ofPower =
        power.length < SteadyState.FEWEST_SECONDS ? null : WarmUpCut.mser5(power).dropped();
    return new SteadyState.CellCut(
        cell.label(),
        runs.size(),
        throughput.length,
        ofPower == null ? ofThroughput : Math.max(ofThroughput, ofPower),
        ofThroughput,
        ofPower,
        null);
  }

  private static SteadyState.CellCut whole(
      Cell cell, List<RunResult> runs, double[] throughput, String because) {
    return new SteadyState.CellCut(
        cell.label(), runs.size(), throughput.length, 0, 0, null, because);
  }

  /** Second by second, for as long as all of them go on. */
  private static double[] mean(List<double[]> series) {
    int length = series.stream().mapToInt(each -> each.length).min().orElse(0);
    double[] mean = new double[length];
    for (double[] each : series) {
      for (int second = 0; second < length; second++) {
        mean[second] += each[second] / series.size();
      }
    }
    return mean;
  }

  /** What is cut of each cell; empty where the study does not ask for it. */
  List<SteadyState.CellCut> cells() {
    return new ArrayList<>(cuts.values());
  }

  /** Whole seconds that are left out of a cell's runs. */
  int countedFrom(Cell cell) {
    SteadyState.CellCut cut = cuts.get(cell);
    return cut == null ? 0 : cut.countedFrom();
  }

  /** A run as it counts. One of a repetition that was dropped may be too short, and stays whole. */
  RunResult apply(RunResult run) {
    int second = countedFrom(new Cell(run.cell()));
    boolean isLongEnough =
        SteadyStates.throughput(run).length > second
            && (run.energy() == null || SteadyStates.power(run).length >= second);
    return second > 0 && isLongEnough ? run.countedFrom(second) : run;
  }

  /** Runs as they count. */
  List<RunResult> apply(List<RunResult> runs) {
    return runs.stream().map(this::apply).toList();
  }
}
