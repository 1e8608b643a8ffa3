package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.core.policy.PolicyParser;
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
                  case "policy" ->
                      PolicyParser.isAdaptive(level) ? "under " + level : "at " + level;
                  case "second-read" ->
                      level.equals(RunSettings.NO_SECOND_READ)
                          ? "without second reads"
                          : "with second reads at " + level;
                  case "write-level", "threads", "processes", "pools", "coordinators", "cold-cap" ->
                      "with " + thing(Map.of(factor, level));
                  case "buffering" ->
                      level.equals("none")
                          ? "without a buffer"
                          : "with " + thing(Map.of(factor, level));
                  case "durability" -> "with durability " + level;
                  case "fault" -> level.equals("none") ? "without a fault" : "with fault " + level;
                  case "offload" -> "with " + thing(Map.of(factor, level));
                  case "nodes" -> "on " + thing(Map.of(factor, level));
                  case "delay" -> "at a link delay of " + level;
                  case "arrivals" -> "with arrivals " + level;
                  case "workload" -> "under " + level;
                  default -> "with " + factor.replace('-', ' ') + " " + level;
                }));
    return words.isEmpty() ? "here" : String.join(" ", words);
  }

  /**
   * The levels of some factors as what a sentence is about: {@code ONE}, {@code hot-cold pools}.
   */
  static String thing(Map<String, String> levels) {
    if (levels.size() != 1) {
      return new Cell(levels).label();
    }
    String factor = levels.keySet().iterator().next();
    String level = levels.values().iterator().next();
    return switch (factor) {
      case "pools", "coordinators" -> level + " " + factor;
      case "nodes", "threads" ->
          level + " " + (level.equals("1") ? factor.substring(0, factor.length() - 1) : factor);
      case "write-level" ->
          level.equals("as-read") ? "writes at the level of reads" : "writes at " + level;
      case "buffering" ->
          level.equals("none")
              ? "no buffer"
              : level.startsWith("stock") ? "the " + Cell.buffering(level) : "deferral " + level;
      case "offload" -> Cell.offload(level);
      case "cold-cap" ->
          level.equals("none")
              ? "no cap on the cold pool"
              : "a cap of " + level + " on the cold pool";
      default -> new Cell(levels).label();
    };
  }

  /** Whether {@link #thing} is followed by a verb in the plural. */
  static boolean isPlural(Map<String, String> levels) {
    String words = thing(levels);
    return levels.size() == 1
        && (words.matches(".* (pools|coordinators|nodes|threads|processes|servers)")
            || words.startsWith("writes "));
  }

  /** {@code a}, {@code a and b}, {@code a, b and c}. */
  static String listed(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /**
   * The levels of some factors in front of a sentence, with its comma: {@code With writes at ONE,
   * }, {@code At a link delay of 5ms, with read proportion 0.6 and 70 threads, }.
   */
  static String context(Map<String, String> levels) {
    if (levels.isEmpty()) {
      return "";
    }
    List<String> others = new ArrayList<>();
    List<String> with = new ArrayList<>();
    for (Map.Entry<String, String> level : levels.entrySet()) {
      String words = at(Map.of(level.getKey(), level.getValue()));
      boolean reads = level.getKey().equals("read-level") || level.getKey().equals("policy");
      String place = reads ? words.replaceFirst("^at ", "with reads at ") : words;
      if (place.startsWith("with ")) {
        with.add(place.substring("with ".length()));
      } else {
        others.add(place);
      }
    }
    if (!with.isEmpty()) {
      others.add("with " + listed(with));
    }
    return capitalized(String.join(", ", others)) + ", ";
  }

  static String capitalized(String words) {
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
