package org.quorate.power.energy;

import java.time.Duration;
import java.time.Instant;

/**
 * The time that energy is asked of.
 *
 * @param from its start
 * @param to its end, after the start
 */
public record Window(Instant from, Instant to) {
  /**
   * @throws IllegalArgumentException if it does not end after its start
   */
  public Window {
    if (!to.isAfter(from)) {
      throw new IllegalArgumentException(
          "The window from " + from + " to " + to + " is empty; it must end after its start.");
    }
  }

  /** Its length in seconds. */
  public double seconds() {
    return seconds(from, to);
  }

  static double seconds(Instant from, Instant to) {
    Duration time = Duration.between(from, to);
    return time.getSeconds() + time.getNano() / 1e9;
  }
}
