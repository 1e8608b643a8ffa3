package org.quorate.core.rest;

import java.time.Duration;
import java.util.Set;

/**
 * On which terms nodes may rest. Immutable.
 *
 * @param failures nodes that may fail beside those that rest, at least 0, with every level still
 *     answered
 * @param timeToWake from the decision to wake until no more writes are missed: boot, start, and
 *     being seen by the others
 * @param clientDataCenters where clients are, whether or not they are connected now; where it is
 *     empty, those that have connections count alone, or else all that stay awake
 */
public record RestTerms(int failures, Duration timeToWake, Set<String> clientDataCenters) {
  /** A server of the published ones boots in 151.5 s; twice that, for its store too. */
  private static final Duration TIME_TO_WAKE = Duration.ofMinutes(5);

  /** One more node may fail, and waking takes five minutes. */
  public static final RestTerms DEFAULT = new RestTerms(1, TIME_TO_WAKE, Set.of());

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public RestTerms {
    clientDataCenters = Set.copyOf(clientDataCenters);
    if (failures < 0) {
      throw new IllegalArgumentException(
          "The nodes that may fail must be at least 0, but they are " + failures + ".");
    }
    if (timeToWake.isNegative()) {
      throw new IllegalArgumentException(
          "Waking cannot take less than no time, but it is " + timeToWake + ".");
    }
  }
}
