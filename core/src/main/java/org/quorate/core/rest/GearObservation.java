package org.quorate.core.rest;

import java.time.Duration;

/**
 * What a {@link GearPolicy} knows. Immutable.
 *
 * @param load operations per second of the busiest node that stays awake, as if the gear rested, at
 *     least 0; NaN where not known. See {@link GearLoadWindow}
 * @param certain what of it is no chance, at most about as much; NaN where not known
 * @param highest the highest that it was during the last {@linkplain GearTerms#shortestStay()
 *     shortest stay}; NaN where it has not been seen for so long
 * @param left until the gear has to be called to wake; at or below zero where it is late. Means
 *     nothing where all of it is awake
 * @param verdict what the rows allow now, of all of the gear. Means nothing where some of it wakes,
 *     or all of it is awake and {@code highest} is not {@linkplain GearPolicy#isLow low}
 */
public record GearObservation(
    GearState state,
    double load,
    double certain,
    double highest,
    Duration left,
    RestDecision verdict) {
  /**
   * @throws IllegalArgumentException if a load is below 0 or infinite
   */
  public GearObservation {
    for (double each : new double[] {load, certain, highest}) {
      if (each < 0 || Double.isInfinite(each)) {
        throw new IllegalArgumentException(
            "Operations per second must be finite and at least 0, but they are " + each + ".");
      }
    }
  }
}
