package org.quorate.study.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.quorate.core.policy.PolicyParser;

/**
 * One combination of factor levels.
 *
 * @param levels factor name to its level as text, in the order of the study file
 */
public record Cell(Map<String, String> levels) {
  private static final Pattern STEPS = Pattern.compile("(poisson\\s+)?step\\s.*");

  public Cell {
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
  }

  /**
   * A short name for tables and legends, such as {@code read QUORUM, write ONE}: the read level
   * first, then the write level, then the other factors in their order. A study of one factor gives
   * the level alone, one of none {@code the only cell}.
   */
  public String label() {
    if (levels.isEmpty()) {
      return "the only cell";
    }
    if (levels.size() == 1 && (levels.containsKey("read-level") || levels.containsKey("policy"))) {
      return levels.values().iterator().next();
    }
    List<String> words = new ArrayList<>();
    levels.forEach(
        (factor, level) -> {
          switch (factor) {
            case "read-level" -> words.add(0, "read " + level);
            case "policy" -> words.add(0, PolicyParser.isAdaptive(level) ? level : "read " + level);
            case "write-level" -> words.add(Math.min(reads(), words.size()), "write " + level);
            case "second-read" ->
                words.add(
                    level.equals(RunSettings.NO_SECOND_READ)
                        ? "no second read"
                        : "second read " + level);
            case "buffering" -> words.add(buffering(level));
            case "offload" -> words.add(offload(level));
            case "fault" -> words.add(level.equals("none") ? "no fault" : "fault " + level);
            case "threads" -> words.add(level + (level.equals("1") ? " thread" : " threads"));
            case "processes" -> words.add(level + (level.equals("1") ? " process" : " processes"));
            case "nodes" -> words.add(level + (level.equals("1") ? " node" : " nodes"));
            case "arrivals" -> words.add(arrivals(level));
            case "workload", "distribution" -> words.add(level);
            default -> words.add(factor.replace('-', ' ') + " " + level);
          }
        });
    return String.join(", ", words);
  }

  /**
   * What a level of the factor buffering is called: {@code unbuffered}, {@code stock buffer flush
   * 1s}, {@code bounded 1s}.
   */
  public static String buffering(String level) {
    return level.equals("none")
        ? "unbuffered"
        : level.startsWith("stock") ? "stock buffer" + level.substring("stock".length()) : level;
  }

  /**
   * What a level of the factor arrivals is called: of a load that changes in steps only the rates,
   * {@code poisson steps 50/s, 350/s}.
   */
  private static String arrivals(String level) {
    return STEPS.matcher(level).matches()
        ? level.replaceFirst("\\bstep\\b", "steps").replaceAll("(/\\s*\\w+)[^,]*", "$1")
        : level;
  }

  /**
   * What a level of the factor offload is called: {@code no resting servers}, {@code idle servers},
   * {@code stopped servers}, {@code consolidated servers}.
   */
  public static String offload(String level) {
    return switch (level) {
      case "none" -> "no resting servers";
      case "stop" -> "stopped servers";
      case "consolidate" -> "consolidated servers";
      default -> level + " servers";
    };
  }

  /** How many factors say what the level of reads is. */
  private int reads() {
    return levels.containsKey("read-level") || levels.containsKey("policy") ? 1 : 0;
  }

  /** Whether every one of these factors has this level here. */
  public boolean has(Map<String, String> selection) {
    return levels.entrySet().containsAll(selection.entrySet());
  }

  /** The cell with other levels of some factors. */
  public Cell with(Map<String, String> changed) {
    Map<String, String> all = new LinkedHashMap<>(levels);
    all.putAll(changed);
    return new Cell(all);
  }
}
