package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.quorate.core.statistics.Comparison;
import org.quorate.core.statistics.PairedDifference;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.PairedRatio;
import org.quorate.core.statistics.Verdict;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;

/**
 * Compares every cell with its baseline: the cell whose levels are the same but for those of the
 * baseline. Pairs are the runs of the same repetition; the comparisons of one measure form a family
 * for Holm's correction. Throughputs and times are compared by the geometric mean of the pairs'
 * ratios, rates by the mean of the pairs' differences. Pure.
 */
final class Differences {
  private Differences() {}

  /**
   * The differences, measure by measure, cells in their order. A pair of cells with fewer than two
   * repetitions in common is left out.
   *
   * @param baseline factor to the level compared with; nothing is compared where it is empty
   */
  static List<Difference> of(List<Cell> cells, Map<String, String> baseline, List<RunResult> runs) {
    if (baseline.isEmpty()) {
      return List.of();
    }
    String kind = mainKind(runs);
    Map<Cell, List<RunResult>> byCell = new LinkedHashMap<>();
    for (RunResult run : runs) {
      byCell.computeIfAbsent(new Cell(run.cell()), c -> new ArrayList<>()).add(run);
    }
    List<Difference> differences = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      List<Pair> family = new ArrayList<>();
      for (Cell cell : cells) {
        Cell other = cell.with(baseline);
        if (!other.equals(cell)) {
          pair(
                  measure,
                  cell,
                  values(measure, kind, byCell.getOrDefault(cell, List.of())),
                  other,
                  values(measure, kind, byCell.getOrDefault(other, List.of())))
              .ifPresent(family::add);
        }
      }
      List<Comparison> comparisons = Comparison.family(family.stream().map(Pair::test).toList());
      for (int i = 0; i < family.size(); i++) {
        differences.add(family.get(i).difference(comparisons.get(i), kind));
      }
    }
    return differences;
  }

  /** READ where there are reads, else the most frequent kind of operation. */
  static String mainKind(List<RunResult> runs) {
    Map<String, Long> counts = new TreeMap<>();
    for (RunResult run : runs) {
      for (OperationResult operation : run.operations()) {
        counts.merge(operation.kind(), operation.ok(), Long::sum);
      }
    }
    return counts.getOrDefault("READ", 0L) > 0
        ? "READ"
        : counts.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("READ");
  }

  /** Values of two cells in the same repetitions, in the same order. */
  private record Pair(
      Measure measure, Cell cell, List<Double> values, Cell baseline, List<Double> base) {
    /** What Holm's correction is over. */
    PairedDifference test() {
      return logRatio().map(PairedLogRatio::logarithms).orElseGet(this::absolute);
    }

    /** Empty for a rate, and for a cell whose store did nothing for a whole run. */
    private Optional<PairedLogRatio> logRatio() {
      return measure.isMultiplicative()
          ? PairedLogRatio.ifPositive(base, values, Estimates.CONFIDENCE)
          : Optional.empty();
    }

    private PairedDifference absolute() {
      return PairedDifference.of(base, values, Estimates.CONFIDENCE);
    }

    Difference difference(Comparison comparison, String kind) {
      String name =
          measure == Measure.RESPONSE_P99
              ? kind.toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + " " + measure.text()
              : measure.text();
      Optional<PairedLogRatio> logRatio = logRatio();
      Estimate absolute = Estimates.of(absolute().difference());
      return new Difference(
          name,
          cell.levels(),
          baseline.levels(),
          logRatio
              .map(ratio -> Estimates.of(ratio, values.size()))
              .orElseGet(
                  () ->
                      Estimates.of(
                          PairedRatio.of(values, base, Estimates.CONFIDENCE), values.size())),
          logRatio.isPresent() ? Estimates.withoutInterval(absolute) : absolute,
          comparison.adjustedPValue(),
          comparison.verdict() != Verdict.NOT_DISTINGUISHABLE);
    }
  }

  private static Optional<Pair> pair(
      Measure measure,
      Cell cell,
      SortedMap<Integer, Double> values,
      Cell baseline,
      SortedMap<Integer, Double> base) {
    List<Double> paired = new ArrayList<>();
    List<Double> pairedBase = new ArrayList<>();
    values.forEach(
        (repetition, value) -> {
          Double other = base.get(repetition);
          if (other != null) {
            paired.add(value);
            pairedBase.add(other);
          }
        });
    return paired.size() < 2
        ? Optional.empty()
        : Optional.of(new Pair(measure, cell, paired, baseline, pairedBase));
  }

  private static SortedMap<Integer, Double> values(
      Measure measure, String kind, List<RunResult> runs) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    for (RunResult run : runs) {
      measure.of(run, kind).ifPresent(value -> values.put(run.repetition(), value));
    }
    return values;
  }
}
