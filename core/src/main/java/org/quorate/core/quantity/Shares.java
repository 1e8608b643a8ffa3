package org.quorate.core.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Shares near 1 as text, where what is missing counts. Stateless. */
public final class Shares {
  private static final int DECIMALS = 3;

  private Shares() {}

  /**
   * Writes a share as a percentage without its sign, rounded down to three decimals, so that what
   * misses a mark never reads as the mark: {@code 99.989}; only the whole is {@code 100}.
   *
   * @param share from 0 to 1
   * @throws IllegalArgumentException if it is none
   */
  public static String percentDown(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("A share must be from 0 to 1, but it is " + share + ".");
    }
    return share == 1
        ? "100"
        : BigDecimal.valueOf(share)
            .movePointRight(2)
            .setScale(DECIMALS, RoundingMode.DOWN)
            .toPlainString();
  }
}
