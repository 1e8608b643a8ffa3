package org.quorate.report.svg;

import java.util.List;

/**
 * Equal ratios are equal distances.
 *
 * @param low value at {@code from}, above 0
 * @param high value at {@code to}, above {@code low}
 * @param from coordinate of {@code low}
 * @param to coordinate of {@code high}
 */
public record LogScale(double low, double high, double from, double to) implements Scale {
  public LogScale {
    if (!Double.isFinite(high) || low <= 0 || low >= high) {
      throw new IllegalArgumentException("No logarithmic scale from " + low + " to " + high + ".");
    }
  }

  /**
   * A scale that encloses {@code low} and {@code high}, widened to the nearest of 1, 2 or 5 times a
   * power of ten on either side.
   */
  public static LogScale round(double low, double high, double from, double to) {
    double first = down(low);
    double last = up(high);
    return new LogScale(first, first < last ? last : up(first * 1.5), from, to);
  }

  private static double down(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    double fraction = value / power * (1 + 1e-9);
    return power * (fraction >= 5 ? 5 : fraction >= 2 ? 2 : 1);
  }

  private static double up(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    double fraction = value / power * (1 - 1e-9);
    return power * (fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10);
  }

  @Override
  public double at(double value) {
    double fraction =
        value <= 0 ? 0 : (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
    return from + (to - from) * Fractions.inside(fraction);
  }

  @Override
  public List<Double> ticks(int about) {
    return Ticks.logarithmic(low, high, about);
  }
}
