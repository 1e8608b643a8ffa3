package org.quorate.core.rest;

import java.time.Duration;
import org.quorate.core.quantity.Durations;

/**
 * When the load allows a gear to rest, and how often it may change. Immutable.
 *
 * @param most operations per second that a node may have to execute as a replica, above 0; infinite
 *     where nobody says. A gear that rests is woken above it
 * @param low share of it, above 0 and up to 1, that no awake node may exceed where a rest begins;
 *     what lies between keeps a gear from going and coming at one load
 * @param shortestStay the shortest time at rest, and between the end of a wake and the next rest;
 *     up to an hour, since loads are known by the hour
 */
public record GearTerms(double most, double low, Duration shortestStay) {
  private static final Duration HOUR = Duration.ofHours(1);

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public GearTerms {
    if (!(most > 0) || !(low > 0 && low <= 1)) {
      throw new IllegalArgumentException(
          "What a node may execute must be above 0, and the low mark a share of it above 0 and up to"
              + " 1, but they are "
              + most
              + " and "
              + low
              + ".");
    }
    if (shortestStay.isNegative() || shortestStay.compareTo(HOUR) > 0) {
      throw new IllegalArgumentException(
          "The shortest stay must be from 0 to 1h, but it is "
              + (shortestStay.isNegative() ? "negative" : Durations.format(shortestStay))
              + ".");
    }
  }
}
