package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;

/** How sentences speak of factor levels and estimates. Stateless. */
final class Phrases {
  private Phrases() {}

  /** The levels of some factors behind what they are about: {@code at ONE with 40 threads}. */
  static String at(Map<String, String> levels) {
    List<String> words = new ArrayList<>();
    levels.forEach(
        (factor, level) ->
            words.add(
                switch (factor) {
                  case "read-level" -> "at " + level;
                  case "policy" -> Cell.isAdaptive(level) ? "under " + level : "at " + level;
                  case "second-read" ->
                      level.equals(RunSettings.NO_SECOND_READ)
                          ? "without second reads"
                          : "with second reads at " + level;
                  case "write-level" -> "with writes at " + level;
                  case "threads" -> "with " + level + (level.equals("1") ? " thread" : " threads");
                  case "nodes" -> "on " + level + " nodes";
                  case "delay" -> "at a link delay of " + level;
                  case "arrivals" -> "with arrivals " + level;
                  case "workload" -> "under " + level;
                  default -> "with " + factor.replace('-', ' ') + " " + level;
                }));
    return words.isEmpty() ? "here" : String.join(" ", words);
  }

  /**
   * The levels of some factors in front of a sentence, with its comma: {@code With writes at ONE,
   * }.
   */
  static String context(Map<String, String> levels) {
    if (levels.isEmpty()) {
      return "";
    }
    String words =
        levels.containsKey("read-level") || levels.containsKey("policy")
            ? at(levels).replaceFirst("\\bat ", "with reads at ")
            : at(levels);
    return capitalized(words) + ", ";
  }

  static String capitalized(String words) {
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  /** {@code 2,310 operations/s (2,250 to 2,370)}. */
  static String throughput(Estimate throughput) {
    return NumberText.rate(throughput.mean())
        + " operations/s"
        + (known(throughput)
            ? " ("
                + NumberText.rate(throughput.low())
                + " to "
                + NumberText.rate(throughput.high())
                + ")"
            : "");
  }

  /**
   * The ratio of two cells as a change: {@code 42 % less (36 to 47 %)}, or that there is none to be
   * told.
   *
   * @param less the word for a fall, such as less or lower
   * @param more the word for a rise
   */
  static String change(Difference difference, String less, String more) {
    double ratio = difference.ratio().mean();
    if (!difference.distinguishable() || Double.isNaN(ratio)) {
      return "not distinguishable";
    }
    boolean falls = ratio < 1;
    double low = falls ? 1 - difference.ratio().high() : difference.ratio().low() - 1;
    double high = falls ? 1 - difference.ratio().low() : difference.ratio().high() - 1;
    return NumberText.percent(Math.abs(1 - ratio))
        + " "
        + (falls ? less : more)
        + (known(difference.ratio()) ? " (" + NumberText.percents(low, high) + ")" : "");
  }

  static boolean known(Estimate estimate) {
    return Double.isFinite(estimate.low()) && Double.isFinite(estimate.high());
  }
}
