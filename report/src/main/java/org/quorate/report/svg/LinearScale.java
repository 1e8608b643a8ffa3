package org.quorate.report.svg;

import java.util.List;

/**
 * Equal differences are equal distances.
 *
 * @param low value at {@code from}
 * @param high value at {@code to}, above {@code low}
 * @param from coordinate of {@code low}
 * @param to coordinate of {@code high}; may lie below {@code from}, as on a vertical axis
 */
public record LinearScale(double low, double high, double from, double to) implements Scale {
  public LinearScale {
    if (!Double.isFinite(low) || !Double.isFinite(high) || low >= high) {
      throw new IllegalArgumentException("No linear scale from " + low + " to " + high + ".");
    }
  }

  /** A scale whose ends are round values that enclose {@code low} and {@code high}. */
  public static LinearScale round(double low, double high, int about, double from, double to) {
    double top = low < high ? high : low + (low == 0 ? 1 : Math.abs(low) * 0.1);
    double step = Ticks.linearStep(top - low, about);
    double first = Math.floor(low / step + 1e-9) * step;
    double last = Math.ceil(top / step - 1e-9) * step;
    return new LinearScale(first, last, from, to);
  }

  @Override
  public double at(double value) {
    return from + (to - from) * Fractions.inside((value - low) / (high - low));
  }

  @Override
  public List<Double> ticks(int about) {
    return Ticks.linear(low, high, about);
  }
}
