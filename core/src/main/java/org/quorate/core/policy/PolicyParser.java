package org.quorate.core.policy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.quorate.core.level.Level;
import org.quorate.core.text.Suggestions;

/**
 * Reads the text of a policy: a level of reads, such as {@code QUORUM}, or the name of a policy
 * that adapts and a tolerance, such as {@code harmony 20%} or {@code harmony 0.2}. Stateless.
 */
public final class PolicyParser {
  private static final Pattern TOLERANCE =
      Pattern.compile("(\\d{1,6}(?:\\.\\d{1,9})?|\\.\\d{1,9})\\s*(%?)");

  private static final List<String> LEVELS =
      Arrays.stream(Level.values())
          .filter(level -> level != Level.EACH_QUORUM)
          .map(Level::name)
          .toList();

  private PolicyParser() {}

  /**
   * The policy that a text states.
   *
   * @throws IllegalArgumentException if it states none; the message says in one sentence what is
   *     wrong and what to write
   */
  public static ConsistencyPolicy parse(String text) {
    String stripped = text.strip();
    String first = stripped.split("\\s+", 2)[0];
    String rest = stripped.substring(first.length()).strip();
    if (rest.isEmpty() && LEVELS.contains(first)) {
      return new StaticPolicy(Level.valueOf(first));
    }
    if (first.equals(Level.EACH_QUORUM.name())) {
      throw new IllegalArgumentException(
          "EACH_QUORUM is a level of writes here; read at QUORUM or LOCAL_QUORUM.");
    }
    if (LEVELS.contains(first)) {
      throw new IllegalArgumentException(
          "\"" + text + "\" has something behind the level " + first + "; a level stands alone.");
    }
    if (Policies.names().contains(first)) {
      return Policies.of(first, tolerance(text, first, rest));
    }
    List<String> known = Stream.concat(LEVELS.stream(), Policies.names().stream()).toList();
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" is no policy; write a level ("
            + String.join(", ", LEVELS)
            + ") or a policy that adapts, with its tolerance ("
            + String.join(", ", Policies.names())
            + "), such as harmony 20%."
            + Suggestions.didYouMean(first, known));
  }

  /**
   * Whether a text is that of a policy that adapts, so not of one fixed level; false for what is no
   * policy.
   */
  public static boolean isAdaptive(String text) {
    try {
      return parse(text).fixedLevel().isEmpty();
    } catch (IllegalArgumentException none) {
      return false;
    }
  }

  private static double tolerance(String text, String model, String written) {
    if (written.isEmpty()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" has no tolerance; write for example " + model + " 20%.");
    }
    return tolerance(written);
  }

  /**
   * The largest stale-read rate that a text accepts, such as {@code 1%} or {@code 0.01}.
   *
   * @return between 0 and 1
   * @throws IllegalArgumentException if it states none; the message says in one sentence what is
   *     wrong and what to write
   */
  public static double tolerance(String written) {
    Matcher matcher = TOLERANCE.matcher(written);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\"" + written + "\" is not a tolerance; write a share such as 20% or 0.2.");
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    BigDecimal rate = matcher.group(2).isEmpty() ? number : number.movePointLeft(2);
    if (rate.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException(
          "The tolerance \""
              + written
              + "\" is above 1; it is the largest share of reads that may be stale, from 0% to"
              + " 100%"
              + (matcher.group(2).isEmpty() ? ", so write " + written + "% for percent." : "."));
    }
    return rate.doubleValue();
  }
}
