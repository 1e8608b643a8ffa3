package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.PairedRatio;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;

/**
 * One measure of runs of some cells beside that of runs of other cells, each pair in the same
 * setting and the same repetition.
 *
 * @param of one number per pair
 * @param against as many, in the same order
 * @param settings pairs of cells that they come from
 * @param relativeError the largest that the ratio of two of these numbers may be off by, as a
 *     share, because of what the energy comes from
 * @param estimated whether the energy of one of them was estimated
 */
record PairedRuns(
    List<Double> of, List<Double> against, int settings, double relativeError, boolean estimated) {
  /** Pairs runs up in one measure. */
  static PairedRuns of(List<Map.Entry<Cell, Cell>> cells, List<RunResult> runs, Measure measure) {
    return of(cells, runs, measure::of, measure::error);
  }

  /**
   * Pairs runs up; those that lack a partner or the number are left out.
   *
   * @param cells each with what it is compared with
   * @param error how far off the ratio of a run's number to another's may be
   */
  static PairedRuns of(
      List<Map.Entry<Cell, Cell>> cells,
      List<RunResult> runs,
      Function<RunResult, @Nullable Double> measure,
      ToDoubleFunction<EnergyResult> error) {
    Map<Cell, Map<Integer, RunResult>> byCell = new HashMap<>();
    for (RunResult run : runs) {
      byCell
          .computeIfAbsent(new Cell(run.cell()), cell -> new TreeMap<>())
          .putIfAbsent(run.repetition(), run);
    }
    List<Double> of = new ArrayList<>();
    List<Double> against = new ArrayList<>();
    List<EnergyResult> energies = new ArrayList<>();
    int settings = 0;
    for (Map.Entry<Cell, Cell> pair : cells) {
      int before = of.size();
      Map<Integer, RunResult> others = byCell.getOrDefault(pair.getValue(), Map.of());
      byCell
          .getOrDefault(pair.getKey(), Map.of())
          .forEach(
              (repetition, run) -> {
                RunResult other = others.get(repetition);
                Double number = measure.apply(run);
                Double otherNumber = other == null ? null : measure.apply(other);
                if (other != null && number != null && otherNumber != null) {
                  of.add(number);
                  against.add(otherNumber);
                  Optional.ofNullable(run.energy()).ifPresent(energies::add);
                  Optional.ofNullable(other.energy()).ifPresent(energies::add);
                }
              });
      settings += of.size() > before ? 1 : 0;
    }
    return new PairedRuns(
        of,
        against,
        settings,
        energies.stream().mapToDouble(error).max().orElse(0),
        energies.stream().anyMatch(EnergyResult::isEstimated));
  }

  int size() {
    return of.size();
  }

  /**
   * The geometric mean of the pairs' ratios with its 95 % interval; where a number has no logarithm
   * the ratio of the means with Fieller's. There is at least one pair.
   */
  Mean ratio() {
    return logRatio()
        .map(ratio -> Means.of(ratio, size()))
        .orElseGet(() -> Means.of(PairedRatio.of(of, against, Means.CONFIDENCE), size()));
  }

  /** Empty where {@link #logRatio} is. */
  Optional<EnergyRatio> energyRatio() {
    return logRatio().map(ratio -> new EnergyRatio(ratio, relativeError));
  }

  /** The ratio with an interval that is widened by what the numbers may be off by. */
  Mean ratioWithError() {
    Mean ratio = ratio();
    if (!Phrases.known(ratio)) {
      return ratio;
    }
    Interval bounds =
        EnergyRatio.widened(
            new Interval(ratio.low(), ratio.high(), Means.CONFIDENCE), relativeError);
    return new Mean(ratio.mean(), bounds.low(), bounds.high(), ratio.runs());
  }

  /** Empty where a number has no logarithm, as a rate of zero, and where there is no pair. */
  Optional<PairedLogRatio> logRatio() {
    return of.isEmpty()
        ? Optional.empty()
        : PairedLogRatio.ifPositive(against, of, Means.CONFIDENCE);
  }
}
