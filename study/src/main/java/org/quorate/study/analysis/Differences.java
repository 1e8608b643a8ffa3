package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.Comparison;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.core.statistics.Holm;
import org.quorate.core.statistics.PairedDifference;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.PairedRatio;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.core.statistics.Verdict;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.JointVerdict;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/**
 * Compares every cell with its baselines: the cells whose levels are the same but for those of a
 * baseline. Pairs are the runs of the same repetition; the comparisons of one measure form a family
 * for Holm's correction, over all baselines. Throughputs and response times are compared by the
 * geometric mean of the pairs' ratios, rates and the time of a run by the mean of the pairs'
 * differences. Pure.
 */
final class Differences {
  /** The change that a study should be able to see. */
  private static final double SMALL_EFFECT = 0.05;

  /** The energy above idle of a run may lie below its baseline. */
  private static final String WITHOUT_RATIO =
      EnergyVerdict.NOT_DISTINGUISHABLE.text()
          + " (a run drew no more than its idle baseline, so that there is no ratio)";

  private Differences() {}

  /** The differences of a study's runs. */
  static List<Difference> of(Study study, List<RunResult> runs) {
    Set<Cell> ending = new HashSet<>();
    study
        .cells()
        .forEach(
            (cell, settings) -> {
              if (settings.isOfUnknownLength()) {
                ending.add(cell);
              }
            });
    return of(
        List.copyOf(study.cells().keySet()),
        study.baselines(),
        ending,
        JointVerdicts.margins(study),
        runs);
  }

  /** The same with the usual margins of what saves energy. */
  static List<Difference> of(
      List<Cell> cells,
      List<Map<String, String>> baselines,
      Set<Cell> ending,
      List<RunResult> runs) {
    return of(cells, baselines, ending, PowerSettings.Margins.USUAL, runs);
  }

  /**
   * The differences, measure by measure, cells in their order. A pair of cells with fewer than two
   * repetitions in common is left out.
   *
   * @param baselines each factor to the level compared with; cells that lack one of the factors are
   *     not compared, and two cells that are each other's baseline are compared once
   * @param ending cells whose runs end with their operations or rows; of others the time of a run
   *     says nothing
   * @param margins within which what saves energy is as good
   */
  static List<Difference> of(
      List<Cell> cells,
      List<Map<String, String>> baselines,
      Set<Cell> ending,
      PowerSettings.Margins margins,
      List<RunResult> runs) {
    List<Map.Entry<Cell, Cell>> compared = pairs(cells, baselines);
    String kind = OperationResult.mainKind(runs);
    Map<Cell, List<RunResult>> byCell = new LinkedHashMap<>();
    for (RunResult run : runs) {
      byCell.computeIfAbsent(new Cell(run.cell()), c -> new ArrayList<>()).add(run);
    }
    List<Difference> differences = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      if (measure.comparedAs().isEmpty()) {
        continue;
      }
      List<Pair> family = new ArrayList<>();
      for (Map.Entry<Cell, Cell> each : compared) {
        if (measure.isOfEqualWork()
            && !(ending.contains(each.getKey()) && ending.contains(each.getValue()))) {
          continue;
        }
        pair(
                measure,
                kind,
                each.getKey(),
                known(measure, kind, byCell.getOrDefault(each.getKey(), List.of())),
                each.getValue(),
                known(measure, kind, byCell.getOrDefault(each.getValue(), List.of())))
            .ifPresent(family::add);
      }
      List<Comparison> comparisons = Comparison.family(family.stream().map(Pair::test).toList());
      List<Double> beyond = Holm.adjust(family.stream().map(Pair::pValueBeyondError).toList());
      for (int i = 0; i < family.size(); i++) {
        differences.add(
            family
                .get(i)
                .difference(comparisons.get(i), beyond.get(i), family.size(), kind, margins));
      }
    }
    return differences;
  }

  /** Cells with the cells they are compared with, baseline by baseline. */
  private static List<Map.Entry<Cell, Cell>> pairs(
      List<Cell> cells, List<Map<String, String>> baselines) {
    List<Map.Entry<Cell, Cell>> pairs = new ArrayList<>();
    Set<Set<Cell>> seen = new HashSet<>();
    for (Map<String, String> baseline : baselines) {
      for (Cell cell : cells) {
        if (cell.levels().keySet().containsAll(baseline.keySet())) {
          Cell other = cell.with(baseline);
          if (!other.equals(cell) && seen.add(Set.of(cell, other))) {
            pairs.add(Map.entry(cell, other));
          }
        }
      }
    }
    return pairs;
  }

  /** Values of two cells in the same independent samples, in the same order. */
  private record Pair(
      Measure measure,
      Cell cell,
      Cell baseline,
      IndependentSamples.Sides sides,
      Optional<EnergyRatio> energyRatio,
      IndependentSamples samples) {
    /** What Holm's correction is over. */
    PairedDifference test() {
      return logRatio().map(PairedLogRatio::logarithms).orElseGet(this::absolute);
    }

    /**
     * Empty for a rate or the time of a run, and for a cell whose store did nothing for a whole
     * run.
     */
    private Optional<PairedLogRatio> logRatio() {
      return sides.logRatio();
    }

    private List<Double> values() {
      return sides.of();
    }

    private List<Double> base() {
      return sides.against();
    }

    private @Nullable String energyVerdict(@Nullable EnergyComparison energy) {
      return !measure.isEnergy()
          ? null
          : energy == null
              ? WITHOUT_RATIO
              : samples.acrossClusters() && values().size() == 1
                  ? energy.verdict().text() + " (" + IndependentSamples.ONE_START + ")"
                  : text(energy);
    }

    private PairedDifference absolute() {
      return PairedDifference.of(base(), values(), Mean.CONFIDENCE);
    }

    /** That of the test, where no error is known that something could lie beyond. */
    double pValueBeyondError() {
      return energyRatio.map(EnergyRatio::pValue).orElseGet(() -> test().pValue());
    }

    /** What may be said of energy; the family's correction is in the p values already. */
    private @Nullable EnergyComparison energy(
        Comparison comparison, double beyond, int comparisons) {
      return energyRatio
          .map(
              ratio ->
                  EnergyComparison.corrected(
                      ratio, comparison.adjustedPValue(), beyond, comparisons, Mean.CONFIDENCE))
          .orElse(null);
    }

    private @Nullable JointVerdict joint(
        @Nullable EnergyComparison energy, PowerSettings.Margins margins, String kind) {
      return measure == Measure.ENERGY_PER_OPERATION
              && energy != null
              && energy.verdict() == EnergyVerdict.SAVED
          ? JointVerdicts.of(samples.pairs().stream().flatMap(List::stream).toList(), margins, kind)
          : null;
    }

    Difference difference(
        Comparison comparison,
        double beyond,
        int comparisons,
        String kind,
        PowerSettings.Margins margins) {
      EnergyComparison energy = energy(comparison, beyond, comparisons);
      Optional<PairedLogRatio> logRatio = logRatio();
      Mean absolute = Mean.of(absolute().difference());
      return new Difference(
          measure.comparedAs(kind),
          cell.levels(),
          baseline.levels(),
          logRatio
              .map(ratio -> Mean.of(ratio, values().size()))
              .orElseGet(
                  () ->
                      Mean.of(PairedRatio.of(values(), base(), Mean.CONFIDENCE), values().size())),
          logRatio.isPresent() ? absolute.withoutInterval() : absolute,
          comparison.adjustedPValue(),
          energy == null
              ? !measure.isEnergy() && comparison.verdict() != Verdict.NOT_DISTINGUISHABLE
              : energy.verdict() != EnergyVerdict.NOT_DISTINGUISHABLE,
          energyVerdict(energy),
          energy == null ? null : runsNeeded(energy, base(), values(), comparisons),
          energy == null ? null : Mean.of(energy.energy(), values().size()),
          energy == null ? null : Double.valueOf(beyond),
          energy == null ? null : ServerRange.of(energy.energy()),
          samples.acrossClusters() ? values().size() : null,
          joint(energy, margins, kind));
    }
  }

  /**
   * How many runs per cell would show a small change among so many comparisons, where more runs are
   * what is lacking.
   */
  static @Nullable RunsNeeded runsNeeded(
      EnergyComparison energy, List<Double> base, List<Double> values, int comparisons) {
    if (energy.reason().filter(EnergyComparison.Reason::asksForMoreRuns).isEmpty()) {
      return null;
    }
    try {
      RunsNeeded needed = RunsNeeded.fromPilot(base, values, SMALL_EFFECT, comparisons);
      // There are enough for that: the change, if there is one, is smaller.
      return needed.runs() > values.size() ? needed : null;
    } catch (IllegalArgumentException e) {
      // A million runs would not do.
      return null;
    }
  }

  private static String text(EnergyComparison energy) {
    return energy
        .reasonText()
        .map(reason -> energy.verdict().text() + " (" + reason + ")")
        .orElse(energy.verdict().text());
  }

  private static Optional<Pair> pair(
      Measure measure,
      String kind,
      Cell cell,
      SortedMap<Integer, RunResult> runs,
      Cell baseline,
      SortedMap<Integer, RunResult> others) {
    List<RunPair> pairs = new ArrayList<>();
    runs.forEach(
        (repetition, run) -> {
          RunResult other = others.get(repetition);
          if (other != null) {
            pairs.add(new RunPair(run, other));
          }
        });
    if (pairs.size() < 2) {
      return Optional.empty();
    }
    IndependentSamples samples = IndependentSamples.of(pairs);
    Function<RunResult, @Nullable Double> number = run -> measure.of(run, kind);
    return Optional.of(
        new Pair(
            measure,
            cell,
            baseline,
            sides(measure, samples, number),
            samples.energyRatio(measure, number),
            samples));
  }

  private static IndependentSamples.Sides sides(
      Measure measure, IndependentSamples samples, Function<RunResult, @Nullable Double> number) {
    return measure.isMultiplicative() ? samples.sides(number) : samples.means(number);
  }

  /** Runs that have the number, by their repetition. */
  private static SortedMap<Integer, RunResult> known(
      Measure measure, String kind, List<RunResult> runs) {
    SortedMap<Integer, RunResult> known = new TreeMap<>();
    for (RunResult run : runs) {
      if (measure.of(run, kind) != null) {
        known.put(run.repetition(), run);
      }
    }
    return known;
  }
}
