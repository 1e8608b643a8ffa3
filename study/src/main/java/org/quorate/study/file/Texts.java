package org.quorate.study.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.pool.PoolLayout;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;

/**
 * Checks of texts that a study carries on as they are. Refusals are {@link
 * IllegalArgumentException}s with a sentence for the user.
 */
public final class Texts {
  private static final List<String> LEVELS =
      java.util.Arrays.stream(Level.values()).map(Level::name).toList();

  private Texts() {}

  static Level readLevel(String text) {
    if (PolicyParser.isAdaptive(text)) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a level; a policy that adapts is a level of the factor policy.");
    }
    Level level = level(text);
    if (level == Level.EACH_QUORUM) {
      throw new IllegalArgumentException(
          "EACH_QUORUM is a level of writes here; read at QUORUM or LOCAL_QUORUM.");
    }
    return level;
  }

  /** A policy of reads; a level is one. */
  static ConsistencyPolicy policy(String text) {
    return PolicyParser.parse(text);
  }

  /** The level of second reads, or nothing for {@code none}. */
  static Optional<Level> secondRead(String text) {
    return text.equals(RunSettings.NO_SECOND_READ)
        ? Optional.empty()
        : Optional.of(readLevel(text));
  }

  /** Any level, by its name. */
  public static Level level(String text) {
    if (!LEVELS.contains(text)) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is not a level; choose one of "
              + String.join(", ", LEVELS)
              + "."
              + Suggestions.didYouMean(text, LEVELS));
    }
    return Level.valueOf(text);
  }

  /** A link delay, as it stands. */
  static String delay(String text) {
    if (!text.equals(RunSettings.NO_DELAY)) {
      DelayDistribution.parse(text);
    }
    return text;
  }

  /** An arrival schedule, as it stands. */
  static String arrivals(String text) {
    ArrivalProcess.parse(text);
    return text;
  }

  /** A layout of pools, as it stands. */
  static String pools(String text) {
    return PoolLayout.parse(text).text();
  }

  static Coordinators coordinators(String text) {
    return oneOf(text, Coordinators.values(), Coordinators::text);
  }

  static Buffering buffering(String text) {
    return Buffering.parse(text);
  }

  static Durability durability(String text) {
    return oneOf(text, Durability.values(), Durability::text);
  }

  static Rest rest(String text) {
    return oneOf(text, Rest.values(), Rest::text);
  }

  private static <T> T oneOf(String text, T[] all, Function<T, String> word) {
    Map<String, T> words = new LinkedHashMap<>();
    for (T each : all) {
      words.put(word.apply(each), each);
    }
    return oneOf(text, words);
  }

  /** What one of a few words stands for. */
  static <T> T oneOf(String text, Map<String, T> words) {
    T meaning = words.get(text);
    if (meaning == null) {
      List<String> known = words.keySet().stream().sorted().toList();
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is not known here; choose among "
              + String.join(", ", known)
              + "."
              + Suggestions.didYouMean(text, known));
    }
    return meaning;
  }

  /** A share above 0 and up to 1; {@code none} is 1. */
  static double share(String text) {
    if (text.equals("none")) {
      return 1;
    }
    if (!text.matches("0?\\.\\d{1,4}|1(\\.0{1,4})?") || Double.parseDouble(text) == 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is neither none nor a share above 0 and up to 1, such as 0.5.");
    }
    return Double.parseDouble(text);
  }

  /** A share from 0 to 1. */
  static double shareFromZero(String text) {
    if (!text.matches("0(\\.\\d{1,6})?|1(\\.0{1,6})?")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a share from 0 to 1, such as 0.5.");
    }
    return Double.parseDouble(text);
  }

  /** A factor that something is wrong by, from a hundredth to a hundred. */
  static double times(String text) {
    double times = text.matches("\\d{1,3}(\\.\\d{1,6})?") ? Double.parseDouble(text) : 0;
    if (times < 0.01 || times > 100) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a factor from 0.01 to 100, such as 0.1 or 10.");
    }
    return times;
  }

  /** A name that is fit for a folder on any system. */
  static String folderName(String text) {
    String name = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-");
    return name.replaceAll("^[.-]+|[.-]+$", "").isEmpty() ? "study" : name;
  }
}
