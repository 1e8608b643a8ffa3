package org.quorate.core.schedule;

import java.time.Duration;

/**
 * From an instant on, arrivals come at a multiple of the rate that was said, until the next change.
 *
 * @param at since the start, at least zero
 * @param factor above 0; 1 is the rate as it was said
 */
public record RateChange(Duration at, double factor) {
  public RateChange {
    if (at.isNegative() || !(factor > 0 && Double.isFinite(factor))) {
      throw new IllegalArgumentException("a rate changes to a multiple above 0, after the start.");
    }
  }
}
