package org.quorate.study.plan;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By how much somebody says that one number differs from another.
 *
 * @param kind what is said
 * @param share of {@link Kind#BY} the change as a share of the other number, such as -0.62, never
 *     0; of {@link Kind#WITHIN} the largest change to either side, above 0; of the others 0
 */
public record Change(Kind kind, double share) {
  private static final Pattern PERCENT = Pattern.compile("([+-]?\\d{1,6}(?:\\.\\d{1,4})?) ?%");
  private static final String WITHIN = "within ";

  /** What may be said of a change. */
  public enum Kind {
    /** It is of this size. */
    BY,
    /** It is a fall of any size. */
    LOWER,
    /** It is a rise of any size. */
    HIGHER,
    /** There is none, but for a small share. */
    WITHIN
  }

  /** Checks the share. */
  public Change {
    boolean sound =
        switch (kind) {
          case BY -> share > -1 && share != 0 && Double.isFinite(share);
          case WITHIN -> share > 0 && share < 1;
          case LOWER, HIGHER -> share == 0;
        };
    if (!sound) {
      throw new IllegalArgumentException("There is no change " + kind + " of " + share + ".");
    }
  }

  /**
   * Reads {@code -62%}, {@code +32%}, {@code lower}, {@code higher} or {@code within 5%}.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  public static Change parse(String text) {
    String words = text.strip().toLowerCase(Locale.ROOT);
    if (words.equals("lower")) {
      return new Change(Kind.LOWER, 0);
    }
    if (words.equals("higher")) {
      return new Change(Kind.HIGHER, 0);
    }
    boolean within = words.startsWith(WITHIN);
    Matcher percent = PERCENT.matcher(within ? words.substring(WITHIN.length()).strip() : words);
    if (percent.matches()) {
      double share = new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue();
      if (within ? share > 0 && share < 1 : share > -1 && share != 0) {
        return new Change(within ? Kind.WITHIN : Kind.BY, share);
      }
    }
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" is no change; write a percentage such as -62% or +32%, or lower, higher, or"
            + " within 5% for about equal.");
  }

  /** For tables, such as {@code −62 %} or {@code within 5 %}. */
  public String text() {
    return switch (kind) {
      case LOWER -> "lower";
      case HIGHER -> "higher";
      case WITHIN -> "within " + percent(share);
      case BY -> (share > 0 ? "+" : "\u2212") + percent(Math.abs(share));
    };
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
  }
}
