package org.quorate.core.distribution;

import java.util.random.RandomGenerator;

/**
 * Zipf's law exactly: rank k from 0 to n - 1 has probability (k+1)^-theta / H, H being the sum of
 * all of them. Drawn by rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to
 * generate variates from monotone discrete distributions", ACM TOMACS 6(3), 1996): constant time
 * and memory for any n, about 1.1 uniform numbers per draw. Immutable and thread-safe; the
 * generator that is handed in need not be.
 */
public final class ZipfDistribution {
  private final long items;
  private final double theta;
  private final double integralOfFirst;
  private final double integralOfAll;
  private final double shortcut;

  /**
   * @param items number of ranks, at least 1 and at most 2^52
   * @param theta skew, above 0 and at most 10
   */
  public ZipfDistribution(long items, double theta) {
    if (items < 1 || items > 1L << 52) {
      throw new IllegalArgumentException(
          "A Zipf distribution needs between 1 and 2^52 items, but it has " + items + ".");
    }
    if (!(theta > 0 && theta <= 10)) {
      throw new IllegalArgumentException(
          "The skew of a Zipf distribution must be above 0 and at most 10, but it is "
              + theta
              + ".");
    }
    this.items = items;
    this.theta = theta;
    this.integralOfFirst = integral(1.5) - 1;
    this.integralOfAll = integral(items + 0.5);
    this.shortcut = 2 - inverseIntegral(integral(2.5) - density(2));
  }

  /** The probability of a rank; 0 outside the ranks. Takes constant time. */
  public double probability(long rank) {
    return rank < 0 || rank >= items ? 0 : density((double) rank + 1) / Zeta.partial(items, theta);
  }

  /** Draws a rank from 0 (the most likely) to {@code items - 1}. */
  public long next(RandomGenerator random) {
    while (true) {
      double u = integralOfAll + random.nextDouble() * (integralOfFirst - integralOfAll);
      double x = inverseIntegral(u);
      long k = Math.min(items, Math.max(1, (long) (x + 0.5)));
      if (k - x <= shortcut || u >= integral(k + 0.5) - density((double) k)) {
        return k - 1;
      }
    }
  }

  private double density(double x) {
    return Math.exp(-theta * Math.log(x));
  }

  /** The integral of {@code density} from 1 to x: {@code (x^(1-theta) - 1) / (1-theta)}. */
  private double integral(double x) {
    double logarithm = Math.log(x);
    double exponent = (1 - theta) * logarithm;
    return Math.abs(exponent) < 1e-8
        ? logarithm * (1 + exponent / 2 * (1 + exponent / 3))
        : Math.expm1(exponent) / (1 - theta);
  }

  private double inverseIntegral(double y) {
    // Rounding may push the argument of the logarithm just below its bound.
    double t = Math.max(-1, y * (1 - theta));
    return Math.exp(
        Math.abs(t) < 1e-8 ? y * (1 - t / 2 * (1 - 2 * t / 3)) : Math.log1p(t) / (1 - theta));
  }
}
