package org.quorate.report.format;

/** Units in which durations are shown; the computation is in nanoseconds everywhere. */
public enum TimeUnits {
  NANOSECONDS("ns", 1),
  MICROSECONDS("\u00b5s", 1e3),
  MILLISECONDS("ms", 1e6),
  SECONDS("s", 1e9);

  private final String symbol;
  private final double nanoseconds;

  TimeUnits(String symbol, double nanoseconds) {
    this.symbol = symbol;
    this.nanoseconds = nanoseconds;
  }

  /** The unit in which a duration has between one and four digits before the point. */
  public static TimeUnits fitting(double nanos) {
    double size = Math.abs(nanos);
    if (size < 1e3) {
      return NANOSECONDS;
    }
    return size < 1e6 ? MICROSECONDS : size < 1e9 ? MILLISECONDS : SECONDS;
  }

  /**
   * The unit for a table of latencies, so that its columns can be compared: milliseconds, unless
   * all are far below one or above ten seconds.
   */
  public static TimeUnits forTable(double largestNanos) {
    return largestNanos < 0.2e6 ? MICROSECONDS : largestNanos < 60e9 ? MILLISECONDS : SECONDS;
  }

  /** A duration with its own fitting unit, such as {@code 1.23 ms}. */
  public static String text(double nanos) {
    if (Double.isNaN(nanos)) {
      return Numbers.UNKNOWN;
    }
    if (nanos == 0) {
      return "0";
    }
    TimeUnits unit = fitting(nanos);
    return unit.number(nanos) + "\u00a0" + unit.symbol;
  }

  /** A whole number of nanoseconds with its own fitting unit. */
  public static String text(long nanos) {
    return text((double) nanos);
  }

  /** An axis label with its own fitting unit, such as {@code 5 ms}. */
  public static String tick(double nanos) {
    TimeUnits unit = fitting(nanos * (1 + 1e-9));
    return nanos == 0 ? "0" : Numbers.tick(nanos / unit.nanoseconds) + "\u00a0" + unit.symbol;
  }

  public String symbol() {
    return symbol;
  }

  /** The duration in this unit to three digits, without the symbol. */
  public String number(double nanos) {
    return Numbers.of(nanos / nanoseconds);
  }
}
