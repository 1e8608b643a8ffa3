package org.quorate.study.plan;

import java.math.BigDecimal;

/**
 * What a run's policy is misled by on purpose, so that a study shows what a wrong model costs and
 * what it leaves stale.
 *
 * @param propagation so many times as long as they were measured are the propagation times and
 *     round trips that it is told; above 0, and 1 for as measured
 * @param lostPairs share of its pairs of reads, drawn at random, of which the second answer never
 *     comes; 0 to 1
 */
public record MonitorErrors(double propagation, double lostPairs) {
  /** It is told what was measured. */
  public static final MonitorErrors NONE = new MonitorErrors(1, 0);

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public MonitorErrors {
    if (!(propagation > 0 && propagation < Double.POSITIVE_INFINITY)
        || !(lostPairs >= 0 && lostPairs <= 1)) {
      throw new IllegalArgumentException(
          "Times are wrong by a factor above 0, and 0 to 1 of pairs are lost, but these are "
              + propagation
              + " and "
              + lostPairs
              + ".");
    }
  }

  /** The factor of times, for people. */
  public String propagationText() {
    return text(propagation);
  }

  /** The share of pairs, for people. */
  public String lostPairsText() {
    return text(lostPairs);
  }

  private static String text(double value) {
    return value == 0 ? "0" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
