package org.quorate.power.energy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.quorate.power.Reading;

/**
 * How far the clocks of devices are from ours, from readings that carry a time of the device's own.
 * A reading cannot be here before it was taken: the smallest distance between its stamp and its
 * receipt is the way of the answer plus the clocks' difference. A device that seems to tell the
 * future is ahead by at least that much; one whose freshest readings seem older than two periods is
 * behind, unless its readings are known to come late. Smaller differences are left alone, since
 * they cannot be told from the device's own refresh. Not thread-safe.
 */
final class ClockOffsets {
  private static final int PERIODS_OF_DOUBT = 2;

  private final Map<HostMeter, Duration> smallest = new HashMap<>();

  /** Takes a reading into account. */
  void add(HostMeter meter, Reading reading) {
    Instant stamp = reading.stampedAt();
    if (stamp != null && !reading.isMissing()) {
      Duration age = Duration.between(stamp, reading.receivedAt());
      smallest.merge(meter, age, (one, other) -> one.compareTo(other) < 0 ? one : other);
    }
  }

  /**
   * How far the device is ahead of us; negative where it is behind; zero where that is in doubt.
   */
  Duration ahead(HostMeter meter) {
    Duration age = smallest.getOrDefault(meter, Duration.ZERO);
    boolean late =
        meter.meter().delay().isZero()
            && age.compareTo(meter.period().multipliedBy(PERIODS_OF_DOUBT)) > 0;
    return age.isNegative() || late ? age.negated() : Duration.ZERO;
  }
}
