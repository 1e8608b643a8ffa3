package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;

/**
 * Writes what the study says about energy in a sentence: the levels farthest from the baseline
 * against it, over all settings together. Where cells have load on a schedule and others are closed
 * loops there is a sentence for each, since to finish sooner and to save at equal load are two
 * matters. A saving is claimed only where it is distinguishable. Used once.
 */
final class EnergyWriter {
  private static final int FEWEST_PAIRS = 2;
  private static final double SMALL_EFFECT = 0.05;

  private final Study study;
  private final List<RunResult> runs;
  private final List<Difference> differences;

  EnergyWriter(Study study, List<RunResult> runs, List<Difference> differences) {
    this.study = study;
    this.runs = runs;
    this.differences = differences;
  }

  /** One sentence, or two; none where energy is not known or nothing is compared. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (study.baselines().isEmpty() || runs.stream().allMatch(run -> run.energy() == null)) {
      return sentences;
    }
    Map<String, String> baseline = study.baselines().get(0);
    Map<String, String> farthest = farthest(baseline);
    if (farthest.equals(baseline)) {
      return sentences;
    }
    List<Map.Entry<Cell, Cell>> closed = pairs(baseline, farthest, false);
    List<Map.Entry<Cell, Cell>> open = pairs(baseline, farthest, true);
    sentence(closed, open.isEmpty() ? "" : "In a closed loop, ", baseline, farthest)
        .ifPresent(sentences::add);
    sentence(open, "At equal load, ", baseline, farthest).ifPresent(sentences::add);
    return sentences;
  }

  /** The levels of the baseline's factors that stand farthest from it in the study's order. */
  private Map<String, String> farthest(Map<String, String> baseline) {
    List<Map<String, String>> levels =
        study.cells().keySet().stream()
            .filter(cell -> cell.levels().keySet().containsAll(baseline.keySet()))
            .map(
                cell -> {
                  Map<String, String> own = new LinkedHashMap<>(cell.levels());
                  own.keySet().retainAll(baseline.keySet());
                  return own;
                })
            .distinct()
            .toList();
    int at = levels.indexOf(baseline);
    return at < 0
        ? baseline
        : at > levels.size() - 1 - at ? levels.get(0) : levels.get(levels.size() - 1);
  }

  private List<Map.Entry<Cell, Cell>> pairs(
      Map<String, String> baseline, Map<String, String> levels, boolean open) {
    List<Map.Entry<Cell, Cell>> pairs = new ArrayList<>();
    study
        .cells()
        .forEach(
            (cell, settings) -> {
              Cell other = cell.with(baseline);
              if (cell.has(levels)
                  && study.cells().containsKey(other)
                  && isOpen(settings) == open) {
                pairs.add(Map.entry(cell, other));
              }
            });
    return pairs;
  }

  private static boolean isOpen(RunSettings settings) {
    return settings.load() instanceof LoadShape.Open;
  }

  private Optional<String> sentence(
      List<Map.Entry<Cell, Cell>> cells,
      String opening,
      Map<String, String> baseline,
      Map<String, String> levels) {
    PairedRuns pairs =
        PairedRuns.of(cells, runs, run -> Measure.ENERGY_PER_OPERATION.of(run, "").orElse(null));
    Optional<PairedLogRatio> ratio = pairs.logRatio();
    if (pairs.size() < FEWEST_PAIRS || ratio.isEmpty()) {
      return Optional.empty();
    }
    Optional<Difference> single =
        pairs.settings() == 1
            ? cells.stream().flatMap(this::difference).findFirst()
            : Optional.empty();
    EnergyComparison comparison =
        single
            .map(
                difference ->
                    EnergyComparison.corrected(
                        ratio.get(),
                        difference.pValue(),
                        Estimates.CONFIDENCE,
                        pairs.relativeError()))
            .orElseGet(
                () ->
                    EnergyComparison.of(ratio.get(), Estimates.CONFIDENCE, pairs.relativeError()));
    String against = opening + (opening.isEmpty() ? "Against " : "against ");
    String own = new Cell(levels).label();
    Estimate estimate = Estimates.of(ratio.get(), pairs.size());
    String sentence =
        against
            + new Cell(baseline).label()
            + ", "
            + (comparison.verdict() == EnergyVerdict.NOT_DISTINGUISHABLE
                ? undecided(own, comparison, estimate, pairs, single.orElse(null))
                : claimed(own, comparison, estimate, pairs));
    return Optional.of(sentence + ".");
  }

  private java.util.stream.Stream<Difference> difference(Map.Entry<Cell, Cell> pair) {
    return differences.stream()
        .filter(
            each ->
                each.measure().equals(Measure.ENERGY_PER_OPERATION.text())
                    && each.cell().equals(pair.getKey().levels())
                    && each.baseline().equals(pair.getValue().levels()));
  }

  private static String claimed(
      String own, EnergyComparison comparison, Estimate ratio, PairedRuns pairs) {
    boolean saves = comparison.verdict() == EnergyVerdict.SAVED;
    return own
        + (saves ? " saves " : " costs ")
        + NumberText.percent(Math.abs(1 - ratio.mean()))
        + (saves ? " of the" : " more")
        + " energy per operation ("
        + (saves
            ? NumberText.percents(1 - ratio.high(), 1 - ratio.low())
            : NumberText.percents(ratio.low() - 1, ratio.high() - 1))
        + ")"
        + over(pairs)
        + ", "
        + (pairs.estimated()
            ? "estimated by a power model whose ratios may err by "
                + NumberText.percent(pairs.relativeError())
            : "measured by meters");
  }

  private static String undecided(
      String own,
      EnergyComparison comparison,
      Estimate ratio,
      PairedRuns pairs,
      @Nullable Difference single) {
    String size =
        change(ratio.mean())
            + " ("
            + change(ratio.low())
            + " to "
            + change(ratio.high())
            + ")"
            + over(pairs);
    if (comparison.reason().equals(Optional.of(EnergyComparison.Reason.TOO_COARSE_METER))) {
      return "the energy per operation of "
          + own
          + " is not distinguishable: "
          + size
          + " is less than the "
          + NumberText.percent(pairs.relativeError())
          + (pairs.estimated()
              ? " that the power model behind it may err by"
              : " that its meters may err by");
    }
    RunsNeeded needed = single == null ? null : single.runsNeeded();
    return "the energy per operation of "
        + own
        + " is not distinguishable: "
        + size
        + ", from too few runs"
        + (needed == null
            ? ""
            : "; about "
                + NumberText.count(needed.runs())
                + " per cell would show a change of "
                + NumberText.percent(needed.effect())
                + (pairs.relativeError() >= SMALL_EFFECT ? " to a meter" : ""));
  }

  private static String change(double ratio) {
    return NumberText.percent(Math.abs(ratio - 1)) + (ratio < 1 ? " less" : " more");
  }

  private static String over(PairedRuns pairs) {
    return pairs.settings() == 1 ? "" : " over " + pairs.settings() + " settings";
  }
}
