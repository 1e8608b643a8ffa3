package org.quorate.power.file;

import java.util.Locale;
import java.util.Set;

/** Reads numbers of watts or joules. Stateless. */
final class Values {
  private static final Set<String> MISSING =
      Set.of("", "_", "-", "null", "none", "nan", "n/a", "na", "inf", "+inf", "-inf", "infinity");

  private Values() {}

  /**
   * The number that a text says. Texts that programs write where they have no value, and negative
   * numbers, which meters write for the same purpose, are missing.
   *
   * @return at least zero, or NaN where it is missing
   * @throws UnreadableLine when it is neither a number nor one of those texts
   */
  static double read(String text) throws UnreadableLine {
    String stripped = text.strip();
    if (MISSING.contains(stripped.toLowerCase(Locale.ROOT))) {
      return Double.NaN;
    }
    for (int i = 0; i < stripped.length(); i++) {
      if ("0123456789+-.eE".indexOf(stripped.charAt(i)) < 0) {
        throw unreadable(stripped);
      }
    }
    try {
      double value = Double.parseDouble(stripped);
      return value >= 0 && Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      throw unreadable(stripped);
    }
  }

  private static UnreadableLine unreadable(String text) {
    return new UnreadableLine("\"" + text + "\" is no number");
  }
}
