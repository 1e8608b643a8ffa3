package org.quorate.core.delay;

import java.util.Locale;
import org.quorate.core.quantity.Durations;

/** Reads the text of a delay distribution. Stateless. */
final class DelayParser {
  private static final String FORMS =
      "write a duration (5ms), \"uniform 2ms..8ms\" or \"lognormal 5ms 0.5\"";

  private DelayParser() {}

  static DelayDistribution parse(String text) {
    String[] words = text.strip().split("\\s+", 2);
    String rest = words.length == 2 ? words[1] : "";
    try {
      return switch (words[0].toLowerCase(Locale.ROOT)) {
        case "uniform" -> uniform(rest);
        case "lognormal" -> logNormal(rest);
        case "constant" -> new DelayDistribution.Constant(Durations.parse(rest));
        default -> new DelayDistribution.Constant(Durations.parse(text.strip()));
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a delay; " + FORMS + ". " + e.getMessage(), e);
    }
  }

  private static DelayDistribution uniform(String range) {
    int dots = range.indexOf("..");
    if (dots < 0) {
      throw new IllegalArgumentException(
          "A uniform delay needs two durations with .. between them, such as 2ms..8ms.");
    }
    return new DelayDistribution.Uniform(
        Durations.parse(range.substring(0, dots).strip()),
        Durations.parse(range.substring(dots + 2).strip()));
  }

  private static DelayDistribution logNormal(String parameters) {
    int space = parameters.lastIndexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException(
          "A lognormal delay needs a median and a sigma, such as 5ms 0.5.");
    }
    String sigma = parameters.substring(space + 1);
    try {
      return new DelayDistribution.LogNormal(
          Durations.parse(parameters.substring(0, space).strip()), decimal(sigma));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + sigma + "\" is not a number; write the sigma as a decimal such as 0.5.", e);
    }
  }

  private static double decimal(String text) {
    // Double.parseDouble also takes hexadecimal forms and a trailing "d", which nobody means here.
    if (!text.matches("[0-9]*\\.?[0-9]+")) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(text);
  }
}
