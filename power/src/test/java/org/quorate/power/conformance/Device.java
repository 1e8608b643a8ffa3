package org.quorate.power.conformance;

import java.time.Duration;
import java.time.Instant;
import org.quorate.power.PowerMeter;

/** Something with power in it, and the way by which one of the real meters reads it. */
interface Device extends AutoCloseable {
  /**
   * What it says from now on, or adds to what it has said.
   *
   * @param value watts, or joules of a counter; NaN where it has none, and negative numbers as
   *     devices use them to say the same
   */
  void tell(Instant now, double value) throws Exception;

  /** The meter that reads it. */
  PowerMeter open() throws Exception;

  /** How often it says something. */
  default Duration spacing() {
    return Duration.ofSeconds(1);
  }

  /** How far its clock is ahead, from now on; of a device that has one. */
  default void setClockAhead(Duration ahead) {
    throw new UnsupportedOperationException(this + " has no clock");
  }

  @Override
  default void close() throws Exception {}
}
