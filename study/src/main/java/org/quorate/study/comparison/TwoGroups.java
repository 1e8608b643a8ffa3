package org.quorate.study.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.statistics.BootstrapRatio;
import org.quorate.core.statistics.EffectSize;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.core.statistics.Holm;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.MannWhitney;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.core.statistics.WelchDifference;
import org.quorate.core.statistics.WelchLogRatio;
import org.quorate.study.analysis.Replays;
import org.quorate.study.comparison.StudyComparison.CellComparison;
import org.quorate.study.comparison.StudyComparison.FurtherTests;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/**
 * One measure of the runs of one study beside that of another's, cell by cell; the cells with at
 * least two runs of each form a family for Holm's correction. Not thread-safe.
 */
final class TwoGroups {
  /** The change that a comparison should be able to see. */
  private static final double SMALL_EFFECT = 0.05;

  private static final int RESAMPLES = 10_000;
  private static final long SEED = 42;

  private final Measure measure;
  private final String kind;
  private final List<Groups> cells = new ArrayList<>();

  /**
   * @param kind of operation that response times are taken of
   */
  TwoGroups(Measure measure, String kind) {
    this.measure = measure;
    this.kind = kind;
  }

  /** The runs of one cell; one of which a study does not know the measure is left out. */
  void add(Cell cell, List<RunResult> first, List<RunResult> second) {
    List<Double> one = values(first);
    List<Double> two = values(second);
    if (!one.isEmpty() && !two.isEmpty()) {
      cells.add(new Groups(cell, first, one, second, two));
    }
  }

  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** Whether some run has a number of this measure. */
  boolean isKnown(List<RunResult> runs) {
    return !values(runs).isEmpty();
  }

  /** The measure's name, with the kind of operation where it is of one. */
  String name() {
    return measure.comparedAs(kind);
  }

  private List<Double> values(List<RunResult> runs) {
    return measure.of(runs, kind);
  }

  /**
   * What meters or power models may err by in the worst of these cells, as a share, besides what
   * replays say of it; 0 of what is not energy.
   */
  double relativeError() {
    return cells.stream().mapToDouble(Groups::relativeError).max().orElse(0);
  }

  /** All cells, in the order they were added. */
  List<CellComparison> compare() {
    List<Groups> family = cells.stream().filter(Groups::repeated).toList();
    List<Double> adjusted = Holm.adjust(family.stream().map(Groups::pValue).toList());
    List<Double> beyond = Holm.adjust(family.stream().map(Groups::pValueBeyondError).toList());
    List<CellComparison> comparisons = new ArrayList<>();
    for (Groups groups : cells) {
      int place = family.indexOf(groups);
      comparisons.add(
          groups.comparison(
              place < 0 ? 1 : adjusted.get(place),
              place < 0 ? 1 : beyond.get(place),
              family.size()));
    }
    return comparisons;
  }

  private final class Groups {
    private final Cell cell;
    private final Mean first;
    private final Mean second;
    private final List<Double> firstValues;
    private final List<Double> secondValues;
    private final boolean repeated;
    private final Optional<WelchLogRatio> ratio;
    private final WelchDifference difference;
    private final Optional<EnergyRatio> energyRatio;

    Groups(
        Cell cell,
        List<RunResult> firstRuns,
        List<Double> one,
        List<RunResult> secondRuns,
        List<Double> two) {
      this.cell = cell;
      this.first = estimate(firstRuns, one);
      this.second = estimate(secondRuns, two);
      this.firstValues = one;
      this.secondValues = two;
      this.repeated = one.size() > 1 && two.size() > 1;
      this.ratio = logRatio(one, two);
      this.energyRatio =
          measure.isEnergy()
              ? ratio.map(
                  of ->
                      Replays.energyRatio(
                          of,
                          measure,
                          Stream.concat(firstRuns.stream(), secondRuns.stream()).toList(),
                          change ->
                              logRatio(
                                  values(firstRuns.stream().map(change).toList()),
                                  values(secondRuns.stream().map(change).toList()))))
              : Optional.empty();
      this.difference = WelchDifference.of(one, two, Mean.CONFIDENCE);
    }

    boolean repeated() {
      return repeated;
    }

    double pValue() {
      return ratio.map(WelchLogRatio::pValue).orElseGet(difference::pValue);
    }

    private Optional<WelchLogRatio> logRatio(List<Double> one, List<Double> two) {
      return measure.isMultiplicative()
              && Stream.concat(one.stream(), two.stream()).allMatch(v -> v > 0)
          ? Optional.of(WelchLogRatio.of(one, two, Mean.CONFIDENCE))
          : Optional.empty();
    }

    double pValueBeyondError() {
      return energyRatio.map(EnergyRatio::pValue).orElseGet(this::pValue);
    }

    double relativeError() {
      return energyRatio.map(EnergyRatio::relativeError).orElse(0.0);
    }

    CellComparison comparison(double adjusted, double beyond, int comparisons) {
      boolean shown = adjusted < 1 - Mean.CONFIDENCE;
      @Nullable EnergyComparison energy =
          energyRatio
              .map(
                  of ->
                      EnergyComparison.corrected(
                          of, adjusted, beyond, comparisons, Mean.CONFIDENCE))
              .orElse(null);
      return new CellComparison(
          cell.levels(),
          cell.label(),
          first,
          second,
          ratio.map(of -> estimate(of.ratio(), of.interval())).orElse(null),
          ratio.isPresent() ? null : estimate(difference.difference(), interval()),
          adjusted,
          energy == null ? shown : energy.verdict() != EnergyVerdict.NOT_DISTINGUISHABLE,
          energy == null ? null : energy.verdict().text(),
          energy == null ? null : energy.reasonText().orElse(null),
          repeated ? further(shown, comparisons) : null,
          energyRatio.map(ServerRange::of).orElse(null));
    }

    private FurtherTests further(boolean shown, int family) {
      MannWhitney ranks = MannWhitney.of(firstValues, secondValues, Mean.CONFIDENCE);
      Interval bounds =
          EffectSize.hedgesInterval(firstValues, secondValues, Mean.CONFIDENCE).orElse(null);
      return new FurtherTests(
          ranks.pValue(),
          estimate(
              ranks.shift(),
              Double.isInfinite(ranks.interval().low())
                  ? Optional.empty()
                  : Optional.of(ranks.interval())),
          EffectSize.hedgesG(firstValues, secondValues)
              .map(g -> estimate(g, Optional.ofNullable(bounds)))
              .orElse(null),
          EffectSize.cliffsDelta(firstValues, secondValues),
          ratio.map(of -> bootstrap()).orElse(null),
          shown || ratio.isEmpty() ? null : runsNeeded(family));
    }

    private Mean bootstrap() {
      BootstrapRatio resampled =
          BootstrapRatio.unpaired(
              firstValues, secondValues, Mean.CONFIDENCE, RESAMPLES, new SeededRandom(SEED));
      return estimate(resampled.ratio(), Optional.of(resampled.interval()));
    }

    private @Nullable RunsNeeded runsNeeded(int family) {
      try {
        RunsNeeded needed =
            RunsNeeded.fromIndependentPilot(firstValues, secondValues, SMALL_EFFECT, family);
        // Where there are enough for that, the change, if there is one, is smaller.
        return needed.runs() > Math.min(firstValues.size(), secondValues.size()) ? needed : null;
      } catch (IllegalArgumentException e) {
        // A million runs would not do.
        return null;
      }
    }

    /** Empty for single runs, and where no run differs from the others of its study. */
    private Optional<Interval> interval() {
      return difference.degreesOfFreedom() == 0
          ? Optional.empty()
          : Optional.of(difference.interval());
    }

    private Mean estimate(double mean, Optional<Interval> interval) {
      return new Mean(
          mean,
          interval.map(Interval::low).orElse(Double.NaN),
          interval.map(Interval::high).orElse(Double.NaN),
          first.runs() + second.runs());
    }

    private Mean estimate(List<RunResult> runs, List<Double> values) {
      if (measure != Measure.STALE_RATE) {
        return Mean.ofPositive(values);
      }
      List<StalenessResult> judged =
          runs.stream().map(RunResult::staleness).flatMap(Stream::ofNullable).toList();
      return Mean.ofRates(
          values,
          judged.stream().mapToLong(StalenessResult::staleReads).sum(),
          judged.stream().mapToLong(StalenessResult::reads).sum());
    }
  }
}
