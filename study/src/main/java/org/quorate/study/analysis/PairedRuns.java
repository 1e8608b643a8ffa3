package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.PairedRatio;
import org.quorate.study.analysis.IndependentSamples.Sides;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/**
 * One measure of runs of some cells beside that of runs of other cells, each pair in the same
 * setting and the same repetition, averaged into independent {@link IndependentSamples}.
 *
 * @param sides one number per sample, of the runs and of those that they are beside
 * @param runPairs that they are made of
 * @param settings pairs of cells that they come from
 * @param acrossClusters whether a sample is a start of clusters that were started apart
 * @param energyRatio of a measure of energy, the ratio with what it may be off by; empty where a
 *     number has no logarithm, and of other measures
 * @param relativeError the largest that the ratio of two of these numbers may be off by, as a
 *     share, because of what the energy comes from, besides what replays say of it
 * @param estimated whether the energy of one of them was estimated
 */
record PairedRuns(
    Sides sides,
    List<RunPair> runPairs,
    int settings,
    boolean acrossClusters,
    Optional<EnergyRatio> energyRatio,
    double relativeError,
    boolean estimated) {
  /**
   * Pairs runs up in one measure; those that lack a partner or the number are left out.
   *
   * @param cells each with what it is compared with
   */
  static PairedRuns of(List<Map.Entry<Cell, Cell>> cells, List<RunResult> runs, Measure measure) {
    Map<Cell, Map<Integer, RunResult>> byCell = byCell(runs);
    List<RunPair> pairs = new ArrayList<>();
    int settings = 0;
    for (Map.Entry<Cell, Cell> each : cells) {
      List<RunPair> known = pairs(each, byCell, measure::of);
      pairs.addAll(known);
      settings += known.isEmpty() ? 0 : 1;
    }
    IndependentSamples samples = IndependentSamples.of(pairs);
    Sides sides = samples.sides(measure::of);
    List<RunResult> all = pairs.stream().flatMap(RunPair::runs).toList();
    Optional<EnergyRatio> energy = samples.energyRatio(measure, measure::of);
    return new PairedRuns(
        sides,
        pairs,
        settings,
        samples.acrossClusters(),
        energy,
        energy.map(EnergyRatio::relativeError).orElseGet(() -> measure.largestError(all)),
        all.stream()
            .map(RunResult::energy)
            .filter(Objects::nonNull)
            .anyMatch(EnergyResult::isEstimated));
  }

  /** Pairs the runs of two cells up in a number that is not of energy. */
  static PairedRuns of(
      Map.Entry<Cell, Cell> cells,
      List<RunResult> runs,
      Function<RunResult, @Nullable Double> measure) {
    List<RunPair> pairs = pairs(cells, byCell(runs), measure);
    IndependentSamples samples = IndependentSamples.of(pairs);
    Sides sides = samples.sides(measure);
    return new PairedRuns(
        sides,
        pairs,
        pairs.isEmpty() ? 0 : 1,
        samples.acrossClusters(),
        Optional.empty(),
        0,
        false);
  }

  private static Map<Cell, Map<Integer, RunResult>> byCell(List<RunResult> runs) {
    Map<Cell, Map<Integer, RunResult>> byCell = new HashMap<>();
    for (RunResult run : runs) {
      byCell
          .computeIfAbsent(new Cell(run.cell()), cell -> new TreeMap<>())
          .putIfAbsent(run.repetition(), run);
    }
    return byCell;
  }

  private static List<RunPair> pairs(
      Map.Entry<Cell, Cell> cells,
      Map<Cell, Map<Integer, RunResult>> byCell,
      Function<RunResult, @Nullable Double> measure) {
    Map<Integer, RunResult> others = byCell.getOrDefault(cells.getValue(), Map.of());
    List<RunPair> pairs = new ArrayList<>();
    byCell
        .getOrDefault(cells.getKey(), Map.of())
        .forEach(
            (repetition, run) -> {
              RunResult other = others.get(repetition);
              if (other != null && measure.apply(run) != null && measure.apply(other) != null) {
                pairs.add(new RunPair(run, other));
              }
            });
    return pairs;
  }

  /** Pairs of runs. */
  int pairs() {
    return runPairs.size();
  }

  /** Independent samples. */
  int size() {
    return sides.of().size();
  }

  /** Whether all that is known comes from one start of each cluster. */
  boolean isOneStart() {
    return acrossClusters && size() == 1;
  }

  /**
   * The geometric mean of the samples' ratios with its 95 % interval; where a number has no
   * logarithm the ratio of the means with Fieller's. There is at least one sample.
   */
  Mean ratio() {
    return logRatio()
        .map(ratio -> Mean.of(ratio, size()))
        .orElseGet(
            () -> Mean.of(PairedRatio.of(sides.of(), sides.against(), Mean.CONFIDENCE), size()));
  }

  /** The ratio with an interval that is widened by what the numbers may be off by. */
  Mean ratioWithError() {
    if (energyRatio.isPresent()) {
      return Mean.of(energyRatio.get(), size());
    }
    Mean ratio = ratio();
    if (!ratio.hasInterval()) {
      return ratio;
    }
    Interval bounds =
        EnergyRatio.widened(
            new Interval(ratio.low(), ratio.high(), Mean.CONFIDENCE), relativeError);
    return new Mean(ratio.mean(), bounds.low(), bounds.high(), ratio.runs());
  }

  /**
   * What the ratio becomes through the curves of published servers; null where it was not replayed.
   */
  @Nullable ServerRange servers() {
    return energyRatio.map(ServerRange::of).orElse(null);
  }

  /** Empty where a number has no logarithm, as a rate of zero, and where there is no sample. */
  Optional<PairedLogRatio> logRatio() {
    return sides.logRatio();
  }
}
