package org.quorate.core.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Rates as text: a number, an optional {@code k} (thousand) or {@code M} (million), and {@code /s},
 * {@code /min} or {@code /h}, such as {@code 2000/s} or {@code 1.5k/s}. Stateless.
 */
public final class Rates {
  private Rates() {}

  /**
   * Reads a rate.
   *
   * @param text for example {@code 2000/s}, {@code 10k/s}, {@code 90/min}
   * @return events per second, finite and at least zero
   * @throws IllegalArgumentException if the text is not a rate
   */
  public static double parse(String text) {
    Amount amount = Amount.read(text);
    if (amount == null) {
      throw notARate(text);
    }
    int slash = amount.unit().indexOf('/');
    if (slash < 0) {
      throw notARate(text);
    }
    long factor =
        switch (amount.unit().substring(0, slash).strip()) {
          case "" -> 1;
          case "k", "K" -> 1_000;
          case "M" -> 1_000_000;
          default -> throw notARate(text);
        };
    long seconds =
        switch (amount.unit().substring(slash + 1).strip()) {
          case "s", "sec", "second" -> 1;
          case "min", "minute" -> 60;
          case "h", "hour" -> 3600;
          default -> throw notARate(text);
        };
    double rate = amount.number().doubleValue() * factor / seconds;
    if (!Double.isFinite(rate)) {
      throw notARate(text);
    }
    return rate;
  }

  /**
   * Writes a rate per second with at most three decimals, such as {@code 2000/s}.
   *
   * @param perSecond finite and at least zero
   */
  public static String format(double perSecond) {
    if (!(perSecond >= 0) || !Double.isFinite(perSecond)) {
      throw new IllegalArgumentException(
          "A rate must be finite and at least zero, but it is " + perSecond + ".");
    }
    return Amount.plain(BigDecimal.valueOf(perSecond).setScale(3, RoundingMode.HALF_UP)) + "/s";
  }

  private static IllegalArgumentException notARate(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is not a rate; write a number and /s, /min or /h, such as 2000/s.");
  }
}
