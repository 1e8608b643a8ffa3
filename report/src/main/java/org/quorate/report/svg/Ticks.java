package org.quorate.report.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * Round values at which an axis is labelled. Linear ticks are multiples of 1, 2 or 5 times a power
 * of ten (Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990); logarithmic ticks are
 * powers of ten, or 1, 2 and 5 times them where the axis spans few decades.
 */
public final class Ticks {
  private static final double TOLERANCE = 1e-9;

  private Ticks() {}

  /**
   * Multiples of a round step inside {@code [low, high]}, ascending.
   *
   * @param about how many to aim at; between half and about twice as many are returned
   * @throws IllegalArgumentException where the bounds are not finite or out of order
   */
  public static List<Double> linear(double low, double high, int about) {
    check(low, high, about);
    if (low == high) {
      return List.of(low);
    }
    Step step = Step.near((high - low) / about);
    double slack = TOLERANCE * (high - low) / step.size();
    long first = (long) Math.ceil(low / step.size() - slack);
    long last = (long) Math.floor(high / step.size() + slack);
    List<Double> ticks = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      ticks.add(step.times(i));
    }
    return ticks;
  }

  /** The round step that {@link #linear} uses for a span cut into about so many parts. */
  public static double linearStep(double span, int about) {
    check(0, span, about);
    return span == 0 ? 1 : Step.near(span / about).size();
  }

  /**
   * Round values inside {@code [low, high]} for a logarithmic axis, ascending.
   *
   * @throws IllegalArgumentException where {@code low} is not above 0 or the bounds are not finite
   *     or out of order
   */
  public static List<Double> logarithmic(double low, double high, int about) {
    check(low, high, about);
    if (low <= 0) {
      throw new IllegalArgumentException("A logarithmic axis cannot begin at " + low + ".");
    }
    double decades = Math.log10(high / low);
    if (decades < 0.7) {
      List<Double> linear = linear(low, high, about);
      return linear.size() >= 2 ? linear : linear(low, high, about * 2);
    }
    int[] mantissas =
        decades * 3 <= about * 1.5
            ? new int[] {1, 2, 5}
            : decades * 2 <= about * 1.5 ? new int[] {1, 3} : new int[] {1};
    int every = mantissas.length > 1 ? 1 : Math.max(1, (int) Math.ceil(decades / (about + 1)));
    List<Double> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(low)) - 1;
    int last = (int) Math.ceil(Math.log10(high)) + 1;
    for (int exponent = first; exponent <= last; exponent++) {
      if (Math.floorMod(exponent, every) != 0) {
        continue;
      }
      for (int mantissa : mantissas) {
        double tick = power(mantissa, exponent);
        if (tick >= low * (1 - TOLERANCE) && tick <= high * (1 + TOLERANCE)) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  private static double power(long mantissa, int exponent) {
    return exponent >= 0 ? mantissa * Math.pow(10, exponent) : mantissa / Math.pow(10, -exponent);
  }

  private static void check(double low, double high, int about) {
    if (!Double.isFinite(low) || !Double.isFinite(high) || low > high || about < 1) {
      throw new IllegalArgumentException(
          "No ticks for the range " + low + " to " + high + ", about " + about + ".");
    }
  }

  private record Step(int mantissa, int exponent) {
    static Step near(double size) {
      int exponent = (int) Math.floor(Math.log10(size));
      double fraction = size / power(1, exponent);
      if (fraction < 1.5) {
        return new Step(1, exponent);
      }
      if (fraction < 3.5) {
        return new Step(2, exponent);
      }
      return fraction < 7.5 ? new Step(5, exponent) : new Step(1, exponent + 1);
    }

    double size() {
      return times(1);
    }

    double times(long count) {
      return power(count * mantissa, exponent);
    }
  }
}
