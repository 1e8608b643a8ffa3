package org.quorate.report.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Plain numbers, shares and intervals as text. */
public final class Numbers {
  /** What stands where a number is not known. */
  public static final String UNKNOWN = "\u2013";

  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);

  private Numbers() {}

  /** An exact count with all its digits, such as {@code 1,234,567}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Three significant digits: {@code 2,310}, {@code 23.1}, {@code 0.0231}; a dash for NaN. */
  public static String of(double value) {
    if (Double.isNaN(value)) {
      return UNKNOWN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "\u221e" : "\u2212\u221e";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(THREE);
    if (rounded.abs().compareTo(BigDecimal.valueOf(1e15)) >= 0
        || rounded.abs().compareTo(BigDecimal.valueOf(1e-6)) < 0) {
      return minus(String.format(Locale.ROOT, "%.2e", value));
    }
    int decimals = Math.max(0, rounded.scale());
    return minus(String.format(Locale.ROOT, "%,." + decimals + "f", rounded));
  }

  /** As short as it can be without loss at three digits: {@code 0.5}, {@code 20}; for axes. */
  public static String tick(double value) {
    String text = of(value);
    if (text.indexOf('.') < 0 || text.indexOf('e') >= 0) {
      return text;
    }
    String trimmed = text.replaceAll("0+$", "");
    return trimmed.endsWith(".") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
  }

  /** A share from 0 to 1 as a percentage, such as {@code 5.72 %}; a dash for NaN. */
  public static String percent(double share) {
    return Double.isNaN(share) ? UNKNOWN : of(share * 100) + "\u00a0%";
  }

  /** A share as a percentage with few digits, for axes and shares of a machine. */
  public static String wholePercent(double share) {
    return Double.isNaN(share) ? UNKNOWN : tick(Math.round(share * 1000) / 10.0) + "\u00a0%";
  }

  /** A factor, such as {@code 0.72×}. */
  public static String ratio(double ratio) {
    return Double.isNaN(ratio) ? UNKNOWN : of(ratio) + "\u00d7";
  }

  /**
   * {@code low – high} by three digits each, {@code low to high} where one is negative; empty where
   * the interval is not known or is a point.
   */
  public static String interval(double low, double high) {
    if (Double.isNaN(low) || Double.isNaN(high) || low == high) {
      return "";
    }
    return of(low) + (low < 0 || high < 0 ? " to " : "\u2009\u2013\u2009") + of(high);
  }

  private static String minus(String text) {
    return text.startsWith("-") ? "\u2212" + text.substring(1) : text;
  }
}
