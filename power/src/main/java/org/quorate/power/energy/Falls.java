package org.quorate.power.energy;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;

/**
 * A counter that falls has either wrapped or been started anew, and one that was not read for long
 * may have wrapped unseen.
 *
 * <p>A fall is a wrap where the channel says at which number it starts again, and the power that
 * follows, less one step of the counter, is no more than {@value #MOST_TIMES} times the highest
 * between other readings; or {@value #MOST_WATTS} W, where no others tell a power. A counter of
 * 262,143 J that is started anew in its middle would else have told 130 kW for a second.
 *
 * <p>A wrap may have gone unseen where no reading came for longer than a gap, in which the highest
 * power would have filled more than half of the counter. Not thread-safe.
 */
final class Falls {
  private static final double MOST_TIMES = 10;

  /** Above what a single host draws; the largest of today take some 15 kW. */
  private static final double MOST_WATTS = 20_000;

  /** A counter must be read at least so often per wrap, else one could be missed. */
  private static final double LARGEST_PART_OF_A_WRAP = 0.5;

  private final Channel channel;
  private final double gapSeconds;
  private double highest;
  private double highestFallen;
  private double longestGap;
  private double mostInAGap;
  private int wraps;
  private @Nullable String reason;

  /**
   * Watches one counter.
   *
   * @param gapSeconds more than this between two readings is a gap
   */
  Falls(Channel channel, double gapSeconds) {
    this.channel = channel;
    this.gapSeconds = gapSeconds;
  }

  /**
   * The joules between two neighbouring readings; 0 where they cannot be known.
   *
   * @param difference of the counter's values
   * @param seconds between them
   * @param counts whether they reach into the window
   */
  double joules(double difference, double seconds, boolean counts) {
    if (difference < 0) {
      return fallen(difference, seconds, counts);
    }
    if (seconds <= gapSeconds) {
      highest = Math.max(highest, difference / seconds);
    } else if (counts) {
      gap(difference, seconds);
    }
    return difference;
  }

  private double fallen(double difference, double seconds, boolean counts) {
    if (channel.wrapsAt().isEmpty()) {
      if (counts && reason == null) {
        reason =
            "The counter "
                + channel.name()
                + " fell although it is not known to wrap: its device was restarted, or wraps-at=…"
                + " must say where it starts again, if its meter has that option.";
      }
      return 0;
    }
    double joules = difference + channel.wrapsAt().getAsDouble();
    if (counts) {
      wraps++;
      highestFallen = Math.max(highestFallen, (joules - channel.resolution()) / seconds);
      if (seconds > gapSeconds) {
        gap(joules, seconds);
      }
    }
    return joules;
  }

  private void gap(double joules, double seconds) {
    longestGap = Math.max(longestGap, seconds);
    mostInAGap = Math.max(mostInAGap, joules);
  }

  /** How often it started again. */
  int wraps() {
    return wraps;
  }

  /** Why the counter cannot be believed; to be asked after the last reading. */
  Optional<String> refusal() {
    if (reason != null || channel.wrapsAt().isEmpty()) {
      return Optional.ofNullable(reason);
    }
    double known = highest > 0 ? highest : MOST_WATTS;
    double room = LARGEST_PART_OF_A_WRAP * channel.wrapsAt().getAsDouble();
    if (longestGap > 0 && Math.max(mostInAGap, known * longestGap) > room) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "The counter %s was not read for %.1f s, in which it may have wrapped unseen.",
              channel.name(),
              longestGap));
    }
    if (highestFallen > (highest > 0 ? MOST_TIMES * highest : MOST_WATTS)) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "The counter %s fell, and if it had wrapped, %.0f W would have been drawn, but no"
                  + " more than %.0f W otherwise: its device was restarted.",
              channel.name(),
              highestFallen,
              highest));
    }
    return Optional.empty();
  }
}
