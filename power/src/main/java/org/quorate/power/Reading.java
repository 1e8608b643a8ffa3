package org.quorate.power;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One value of one channel.
 *
 * @param channel index into the meter's channels
 * @param stampedAt the device's own time of the value, as it said it; null where the device gives
 *     none, so that the time of receipt stands for it
 * @param receivedAt when the answer was here, on this machine's clock
 * @param value watts or joules; NaN where the device said that it has none
 */
public record Reading(int channel, @Nullable Instant stampedAt, Instant receivedAt, double value) {
  /** A value without a time of the device's own. */
  public static Reading received(int channel, Instant at, double value) {
    return new Reading(channel, null, at, value);
  }

  /** What a device that says "not available" gives. */
  public static Reading missing(int channel, Instant at) {
    return new Reading(channel, null, at, Double.NaN);
  }

  /** Whether the device said that it has no value. */
  public boolean isMissing() {
    return Double.isNaN(value);
  }
}
