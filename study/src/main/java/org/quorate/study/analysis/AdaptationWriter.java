package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.core.policy.PolicyParser;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.NumberText;

/**
 * Writes at which levels adaptive policies sent their reads: one that never changes its level is a
 * fixed level at a monitor's cost, and a reader must be told. Stateless.
 */
final class AdaptationWriter {
  /** More changing cells than this are only counted. */
  private static final int MOST_NAMED = 2;

  private static final double WHOLE = 0.9995;

  private AdaptationWriter() {}

  /** None where no policy adapts. */
  static List<String> sentences(List<CellSummary> cells) {
    List<CellSummary> adaptive =
        cells.stream()
            .filter(cell -> PolicyParser.isAdaptive(cell.cell().getOrDefault("policy", "")))
            .filter(cell -> !cell.levelShares().isEmpty())
            .toList();
    Map<String, Integer> stayed = new TreeMap<>();
    List<CellSummary> changed = new ArrayList<>();
    for (CellSummary cell : adaptive) {
      cell.levelShares().entrySet().stream()
          .filter(share -> share.getValue() >= WHOLE)
          .findFirst()
          .ifPresentOrElse(
              share -> stayed.merge(share.getKey(), 1, Integer::sum), () -> changed.add(cell));
    }
    List<String> sentences = new ArrayList<>();
    stayed.forEach(
        (level, count) ->
            sentences.add(
                "In "
                    + count
                    + " of "
                    + cells(adaptive)
                    + " every read went out at "
                    + level
                    + ": there the policy was static "
                    + level
                    + "."));
    if (changed.size() <= MOST_NAMED) {
      changed.forEach(cell -> sentences.add("The level changed under " + shares(cell) + "."));
    } else {
      sentences.add("The level changed in " + changed.size() + " of " + cells(adaptive) + ".");
    }
    return sentences;
  }

  private static String cells(List<CellSummary> adaptive) {
    return adaptive.size()
        + (adaptive.size() == 1 ? " cell" : " cells")
        + " with a policy that adapts";
  }

  private static String shares(CellSummary cell) {
    List<Map.Entry<String, Double>> shares =
        cell.levelShares().entrySet().stream()
            .filter(share -> share.getValue() > 0)
            .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
            .toList();
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, Double> share : shares) {
      words.add(
          NumberText.percent(share.getValue())
              + (words.isEmpty() ? " of its reads at " : " at ")
              + share.getKey());
    }
    return cell.label() + ": " + String.join(", ", words);
  }
}
