package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.Study;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.Mean;

/**
 * Writes what the study says about energy: each level against the baseline, in a sentence for each
 * part of the study, over all settings that the part has. Closed loops come before load on a
 * schedule, since to finish sooner and to save at equal load are two matters. A saving is claimed
 * only where it is distinguishable: p values are those of the study's differences where a single
 * pair of cells is spoken of, else corrected by Holm's method over all that these sentences
 * compare. Used once.
 */
final class EnergyWriter {
  private static final int FEWEST_PAIRS = 2;
  private static final int MOST_LEVELS = 4;
  private static final int MOST_SENTENCES = 6;

  private final Study study;
  private final List<RunResult> runs;
  private final List<Difference> differences;

  EnergyWriter(Study study, List<RunResult> runs, List<Difference> differences) {
    this.study = study;
    this.runs = runs;
    this.differences =
        differences.stream()
            .filter(each -> each.measure().equals(Measure.ENERGY_PER_OPERATION.comparedAs()))
            .toList();
  }

  /** Levels of one part against the baseline, not judged yet; all in one kind of loop. */
  private record Topic(String part, boolean open, List<Levels> levels) {}

  /**
   * Some levels against the baseline.
   *
   * @param single the study's own comparison where only one pair of cells is compared, or null
   */
  private record Levels(
      Map<String, String> levels,
      PairedRuns pairs,
      EnergyRatio ratio,
      @Nullable Difference single) {}

  /** At most six sentences; none where energy is not known or nothing is compared. */
  List<String> sentences() {
    if (study.baselines().isEmpty() || runs.stream().allMatch(run -> run.energy() == null)) {
      return List.of();
    }
    Map<String, String> baseline = study.baselines().get(0);
    List<Topic> closed = topics(baseline, false);
    List<Topic> open = topics(baseline, true);
    int ofOpen =
        Math.min(open.size(), MOST_SENTENCES - Math.min(closed.size(), MOST_SENTENCES / 2));
    List<Topic> topics = new ArrayList<>(closed.stream().limit(MOST_SENTENCES - ofOpen).toList());
    topics.addAll(open.subList(0, ofOpen));

    List<EnergyRatio> ratios =
        topics.stream().flatMap(topic -> topic.levels().stream()).map(Levels::ratio).toList();
    List<EnergyComparison> comparisons = EnergyComparison.family(ratios, Mean.CONFIDENCE);
    List<String> sentences = new ArrayList<>();
    int judged = 0;
    for (Topic topic : topics) {
      List<EnergySentence.Judged> all = new ArrayList<>();
      for (Levels levels : topic.levels()) {
        all.add(judged(levels, comparisons.get(judged++)));
      }
      sentences.add(opening(topic, closed, open) + new EnergySentence(baseline, all).text() + ".");
    }
    return sentences.stream().map(Phrases::capitalized).toList();
  }

  /** Where the sentence holds, as far as that tells it from the others. */
  private static String opening(Topic topic, List<Topic> closed, List<Topic> open) {
    String load = topic.open() ? "at equal load" : open.isEmpty() ? "" : "in a closed loop";
    boolean named = (topic.open() ? open : closed).size() > 1;
    return load.isEmpty()
        ? named ? "in part " + topic.part() + ", " : ""
        : load + (named ? " (part " + topic.part() + "), " : ", ");
  }

  private List<Topic> topics(Map<String, String> baseline, boolean open) {
    List<Topic> topics = new ArrayList<>();
    Set<Map.Entry<Cell, Cell>> seen = new HashSet<>();
    for (Part part : study.parts()) {
      List<Levels> all = new ArrayList<>();
      boolean anew = false;
      for (Map<String, String> levels : others(part, baseline)) {
        List<Map.Entry<Cell, Cell>> pairs = pairs(part, baseline, levels, open);
        anew |= seen.addAll(pairs);
        compared(levels, pairs).ifPresent(all::add);
      }
      if (anew && !all.isEmpty()) {
        topics.add(new Topic(part.name(), open, all));
      }
    }
    return topics;
  }

  /**
   * The levels of the baseline's factors that a part has beside the baseline, in its order; of many
   * the one that stands farthest from it.
   */
  private static List<Map<String, String>> others(Part part, Map<String, String> baseline) {
    List<Map<String, String>> levels = new ArrayList<>();
    for (Cell cell : part.cells()) {
      Map<String, String> own = new LinkedHashMap<>(cell.levels());
      own.keySet().retainAll(baseline.keySet());
      if (own.size() == baseline.size() && !levels.contains(own)) {
        levels.add(own);
      }
    }
    int at = levels.indexOf(baseline);
    if (levels.size() - 1 > MOST_LEVELS && at >= 0) {
      return List.of(levels.get(at > levels.size() - 1 - at ? 0 : levels.size() - 1));
    }
    levels.remove(baseline);
    return levels;
  }

  private List<Map.Entry<Cell, Cell>> pairs(
      Part part, Map<String, String> baseline, Map<String, String> levels, boolean open) {
    List<Map.Entry<Cell, Cell>> pairs = new ArrayList<>();
    for (Cell cell : part.cells()) {
      Cell other = cell.with(baseline);
      if (cell.has(levels) && part.cells().contains(other) && isOpen(cell) == open) {
        pairs.add(Map.entry(cell, other));
      }
    }
    return pairs;
  }

  private boolean isOpen(Cell cell) {
    var settings = study.cells().get(cell);
    return settings != null && settings.load() instanceof LoadShape.Open;
  }

  private Optional<Levels> compared(Map<String, String> levels, List<Map.Entry<Cell, Cell>> cells) {
    PairedRuns pairs = PairedRuns.of(cells, runs, Measure.ENERGY_PER_OPERATION);
    Difference single =
        pairs.settings() == 1
            ? cells.stream().flatMap(pair -> difference(pair).stream()).findFirst().orElse(null)
            : null;
    return pairs.pairs() < FEWEST_PAIRS
        ? Optional.empty()
        : pairs.energyRatio().map(ratio -> new Levels(levels, pairs, ratio, single));
  }

  private Optional<Difference> difference(Map.Entry<Cell, Cell> pair) {
    return differences.stream()
        .filter(
            each ->
                each.cell().equals(pair.getKey().levels())
                    && each.baseline().equals(pair.getValue().levels()))
        .findFirst();
  }

  private EnergySentence.Judged judged(Levels levels, EnergyComparison among) {
    Difference single = levels.single();
    Double beyond = single == null ? null : single.pValueBeyondError();
    return new EnergySentence.Judged(
        levels.levels(),
        levels.pairs(),
        single == null || beyond == null
            ? among
            : EnergyComparison.corrected(
                levels.ratio(), single.pValue(), beyond, differences.size(), Mean.CONFIDENCE),
        single == null ? null : single.runsNeeded(),
        JointVerdicts.of(
            levels.pairs().runPairs(),
            JointVerdicts.margins(study),
            OperationResult.mainKind(runs)));
  }
}
