package org.quorate.core.freshness;

import java.time.Duration;

/**
 * What is asked of a table's writes: a share of them is visible at every replica within a bound.
 * Immutable.
 *
 * @param bound from a write's start at its coordinator until every replica has it, above 0 and at
 *     most a minute
 * @param share of the writes, above 0 and below 1: what is left of 1 is the error budget
 */
public record FreshnessObjective(Duration bound, double share) {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** 99.9 % within 100 ms. */
  public static final FreshnessObjective DEFAULT =
      new FreshnessObjective(Duration.ofMillis(100), 0.999);

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public FreshnessObjective {
    if (bound.isNegative() || bound.isZero() || bound.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "A bound of freshness is above 0 and at most a minute, but it is " + bound + ".");
    }
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "An objective of freshness is above 0 and below 1, such as 0.999, but it is "
              + share
              + ".");
    }
  }

  public FreshnessObjective withBound(Duration changed) {
    return new FreshnessObjective(changed, share);
  }

  public FreshnessObjective withShare(double changed) {
    return new FreshnessObjective(bound, changed);
  }
}
