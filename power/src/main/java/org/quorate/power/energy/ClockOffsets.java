package org.quorate.power.energy;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.quorate.power.Reading;

/**
 * How far the clocks of devices are from ours. A meter that knows it says so ({@link
 * org.quorate.power.PowerMeter#clockAhead()}); of others it is found from readings that carry a
 * time of the device's own.
 *
 * <p>A reading cannot be here before it was taken: the smallest distance between its stamp and its
 * receipt is the way of the answer plus the clocks' difference. A device that seems to tell the
 * future is ahead by at least that much; one whose freshest readings seem older than two periods is
 * behind, unless its readings are known to come late. Smaller differences are left alone, since
 * they cannot be told from the device's own refresh. Differences above {@link #LARGEST} are no
 * clock's but an old recording's, or a clock's that nobody has ever set, and are refused. Where
 * readings go on for long, {@link #forget} has what clocks were once count no more, since they
 * drift and are set. Not thread-safe.
 */
final class ClockOffsets {
  /** Readings are moved by no more than this. */
  static final Duration LARGEST = Duration.ofMinutes(5);

  private static final int PERIODS_OF_DOUBT = 2;

  private final Map<HostMeter, Duration> smallest = new HashMap<>();
  private final Map<HostMeter, Duration> smallestBefore = new HashMap<>();

  /** Takes a reading into account. */
  void add(HostMeter meter, Reading reading) {
    Instant stamp = reading.stampedAt();
    if (stamp != null && !reading.isMissing()) {
      Duration age = Duration.between(stamp, reading.receivedAt());
      smallest.merge(meter, age, (one, other) -> one.compareTo(other) < 0 ? one : other);
    }
  }

  /** Leaves out of account what was added before this was called the last time. */
  void forget() {
    smallestBefore.clear();
    smallestBefore.putAll(smallest);
    smallest.clear();
  }

  /**
   * How far the device is ahead of us; negative where it is behind; zero where that is in doubt.
   */
  Duration ahead(HostMeter meter) {
    Optional<Duration> known = meter.meter().clockAhead();
    if (known.isPresent()) {
      return known.get();
    }
    Duration age =
        Stream.of(smallest, smallestBefore)
            .map(each -> each.get(meter))
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    Duration delay = meter.meter().delay();
    Duration doubt =
        delay.isZero() ? meter.period().multipliedBy(PERIODS_OF_DOUBT) : delay.plus(LARGEST);
    return age.isNegative() || age.compareTo(doubt) > 0 ? age.negated() : Duration.ZERO;
  }

  /** Why the readings cannot be put into their time; empty where they can. */
  Optional<String> refusal(HostMeter meter) {
    Duration ahead = ahead(meter);
    if (ahead.abs().compareTo(LARGEST) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "its readings carry times %.0f s %s ours, more than the %d s that they may be moved by;"
                + " set its clock right%s.",
            ahead.abs().toMillis() / 1e3,
            ahead.isNegative() ? "behind" : "ahead of",
            LARGEST.toSeconds(),
            ahead.isNegative() ? ", or name a file that is still written to" : ""));
  }
}
