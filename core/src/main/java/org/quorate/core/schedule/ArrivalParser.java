package org.quorate.core.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.core.text.Suggestions;

/** Reads the text of an arrival process. Stateless. */
final class ArrivalParser {
  private static final Pattern FOR = Pattern.compile("(.+?)(?:\\s+for\\s+(.+))?");
  private static final Pattern CHANGE = Pattern.compile("(.+?)\\s+to\\s+(.+?)\\s+over\\s+(.+)");
  private static final Pattern STEP = Pattern.compile("(.*/\\s*\\S+)\\s+(?:for\\s+)?(\\S.*)");

  private static final List<String> KINDS =
      List.of("constant", "poisson", "step", "ramp", "growth");

  private ArrivalParser() {}

  static ArrivalProcess parse(String text) {
    String stripped = text.strip();
    boolean poisson = firstWord(stripped).equals("poisson");
    try {
      return process(poisson ? withoutFirstWord(stripped) : stripped, poisson);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not an arrival schedule: " + e.getMessage(), e);
    }
  }

  private static ArrivalProcess process(String text, boolean poisson) {
    String kind = firstWord(text);
    String rest = withoutFirstWord(text);
    return switch (kind) {
      case "constant" -> constant(rest, poisson);
      case "step" -> step(rest, poisson);
      case "ramp", "growth" -> change(kind, rest, poisson);
      case "poisson" ->
          throw new IllegalArgumentException("\"poisson\" stands there twice; write it once.");
      default -> {
        if (poisson) {
          yield constant(text, true);
        }
        throw new IllegalArgumentException(
            "it must begin with constant, poisson, step, ramp or growth, such as \"poisson 2000/s\"."
                + Suggestions.didYouMean(kind, KINDS));
      }
    };
  }

  private static String firstWord(String text) {
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return text.substring(0, end);
  }

  private static String withoutFirstWord(String text) {
    return text.substring(firstWord(text).length()).strip();
  }

  private static ArrivalProcess constant(String rest, boolean poisson) {
    Matcher matcher = FOR.matcher(rest);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("the rate is missing; write for example 2000/s.");
    }
    Duration duration = matcher.group(2) == null ? null : Durations.parse(matcher.group(2));
    return ArrivalProcess.constant(Rates.parse(matcher.group(1)), poisson, duration);
  }

  private static ArrivalProcess step(String rest, boolean poisson) {
    List<ArrivalProcess.Step> steps = new ArrayList<>();
    for (String part : rest.split(",", -1)) {
      Matcher matcher = STEP.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "the step \""
                + part.strip()
                + "\" is not a rate and a duration; write for example \"step 500/s 10s, 1000/s"
                + " 10s\".");
      }
      steps.add(
          new ArrivalProcess.Step(
              Rates.parse(matcher.group(1)), Durations.parse(matcher.group(2))));
    }
    return ArrivalProcess.step(steps, poisson);
  }

  private static ArrivalProcess change(String kind, String rest, boolean poisson) {
    Matcher matcher = CHANGE.matcher(rest);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a "
              + kind
              + " needs two rates and a duration; write for example \""
              + kind
              + " 10/s to 2000/s over 60s\".");
    }
    double from = Rates.parse(matcher.group(1));
    double to = Rates.parse(matcher.group(2));
    Duration over = Durations.parse(matcher.group(3));
    return kind.equals("growth")
        ? ArrivalProcess.growth(from, to, over, poisson)
        : ArrivalProcess.ramp(from, to, over, poisson);
  }
}
