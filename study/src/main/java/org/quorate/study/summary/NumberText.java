package org.quorate.study.summary;

import java.util.Locale;

/** Numbers in the sentences of a verdict. Stateless. */
public final class NumberText {
  private NumberText() {}

  /** A count: {@code 50,321}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A rate as a whole number: {@code 2,310}. */
  public static String rate(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  /** Three digits that count: {@code 0.125}, {@code 0.05}. */
  public static String number(double number) {
    return new java.math.BigDecimal(number)
        .round(new java.math.MathContext(3))
        .stripTrailingZeros()
        .toPlainString();
  }

  /**
   * A share as a percentage: two digits that count, at most two behind the point above 0.01 %, such
   * as {@code 42 %}, {@code 5.9 %}, {@code 0.06 %} or {@code 0.0061 %}.
   */
  public static String percent(double share) {
    return digits(share) + " %";
  }

  /** Two percentages with one sign: {@code 5.1 to 6.7 %}. */
  public static String percents(double low, double high) {
    return digits(low) + " to " + digits(high) + " %";
  }

  private static String digits(double share) {
    double percent = share * 100;
    double size = Math.abs(percent);
    String format =
        size == 0 || size >= 9.95 ? "%.0f" : size >= 0.995 ? "%.1f" : size >= 0.0095 ? "%.2f" : "";
    return format.isEmpty()
        ? new java.math.BigDecimal(percent)
            .round(new java.math.MathContext(2))
            .stripTrailingZeros()
            .toPlainString()
        : String.format(Locale.ROOT, format, percent);
  }
}
