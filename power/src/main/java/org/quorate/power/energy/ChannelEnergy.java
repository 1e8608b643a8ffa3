package org.quorate.power.energy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;

/**
 * The energy of one channel over one window, reading by reading, in memory of one number per
 * second.
 *
 * <p>Power is integrated by the trapezoid rule between neighbouring readings; a counter's
 * difference is spread evenly between its readings. Segments that reach over an end of the window
 * count by the part inside it. A reading that is the mean of a time stands in the middle of that
 * time.
 *
 * <p>A gap is more than three times the distance that readings are meant to have: the channel's
 * {@link Channel#spacing()}, or else the period that the meter is read in. Where the first or last
 * reading lies inside the window, the first or last value (for a counter, the neighbouring
 * segment's power) is held to the window's end, but never over a gap. A gap between two readings of
 * a gauge is refused or bridged by {@link GapRule}, and all of them together for at most a tenth of
 * the window. A gap of a counter loses nothing, unless the counter may have wrapped unseen in it;
 * one that reaches over an end of the window is judged like a gauge's by its part inside.
 *
 * <p>Refused are further, each judged by what lies inside the window: fewer than two readings of a
 * gauge; a counter that does not move, and a gauge without power; one that stops to do so for
 * longer than {@link News} allows; a counter that falls without having wrapped ({@link Falls}). Too
 * coarse a counter is not refused, its {@link Energy#resolutionJoules()} says it. Not thread-safe.
 */
public final class ChannelEnergy {
  private static final int PERIODS_OF_A_GAP = 3;
  private static final double LARGEST_IMPUTED_SHARE = 0.1;
  private static final int FEWEST_READINGS = 2;

  private final Channel channel;
  private final Window window;
  private final double spacing;
  private final double gapSeconds;
  private final GapRule rule;
  private final Duration clockOffset;
  private final double[] bySecond;
  private final News news;
  private final Falls falls;

  private @Nullable Instant previousStamp;
  private double previousTime = Double.NaN;
  private double previousValue = Double.NaN;
  private double previousPower = Double.NaN;

  private double joules;
  private long missing;
  private int gaps;
  private double imputed;
  private @Nullable String refused;

  /**
   * Starts an account.
   *
   * @param period how often the channel was meant to be read
   * @param clockOffset how far the device's clock is ahead of ours; negative where it is behind
   */
  public ChannelEnergy(
      Channel channel, Window window, Duration period, GapRule rule, Duration clockOffset) {
    this.channel = channel;
    this.window = window;
    this.spacing = seconds(channel.spacing().isZero() ? period : channel.spacing());
    this.gapSeconds = PERIODS_OF_A_GAP * spacing;
    this.rule = rule;
    this.clockOffset = clockOffset;
    this.bySecond = new double[Math.max(1, (int) Math.ceil(window.seconds()))];
    this.news = new News(channel, window.seconds(), spacing);
    this.falls = new Falls(channel, gapSeconds);
  }

  /**
   * Takes the next reading; one with no newer time than the last says nothing new and is skipped.
   */
  public void add(Reading reading) {
    boolean inside =
        !reading.receivedAt().isBefore(window.from()) && !reading.receivedAt().isAfter(window.to());
    if (reading.isMissing() || reading.value() < 0) {
      missing += inside ? 1 : 0;
      return;
    }
    Instant stamp = reading.stampedAt();
    if (stamp != null) {
      if (previousStamp != null && !stamp.isAfter(previousStamp)) {
        return;
      }
      previousStamp = stamp;
    }
    Instant at = stamp == null ? reading.receivedAt() : stamp.minus(clockOffset);
    double time = Window.seconds(window.from(), at) + shift();
    if (time <= previousTime) {
      return;
    }
    news.add(time, reading.value(), stamp != null);
    add(time, reading.value());
  }

  /** From the stamp to the middle of the time that the value is the mean of. */
  private double shift() {
    double half = seconds(channel.averaging()) / 2;
    return switch (channel.stamp()) {
      case START -> half;
      case END -> -half;
      case INSTANT, SAMPLED -> 0;
    };
  }

  private void add(double time, double value) {
    if (!Double.isNaN(previousTime)) {
      if (isCounter()) {
        counter(time, value);
      } else {
        power(time, value);
      }
    } else if (!isCounter() && time > 0) {
      hold(0, Math.min(time, window.seconds()), value);
    }
    previousTime = time;
    previousValue = value;
  }

  private boolean isCounter() {
    return channel.quantity() == Quantity.ENERGY;
  }

  private void power(double time, double value) {
    double from = Math.max(previousTime, 0);
    double to = Math.min(time, window.seconds());
    if (to <= from) {
      return;
    }
    checkGap(time - previousTime, to - from);
    double slope = (value - previousValue) / (time - previousTime);
    spread(
        from,
        to,
        previousValue + slope * (from - previousTime),
        previousValue + slope * (to - previousTime));
  }

  private void counter(double time, double value) {
    double length = time - previousTime;
    double from = Math.max(previousTime, 0);
    double to = Math.min(time, window.seconds());
    boolean counts = to > from;
    double power = falls.joules(value - previousValue, length, counts) / length;
    if (Double.isNaN(previousPower) && previousTime > 0) {
      hold(0, Math.min(previousTime, window.seconds()), power);
    }
    previousPower = power;
    if (counts) {
      if (to - from < length) {
        checkGap(to - from, to - from);
      }
      spread(from, to, power, power);
    }
  }

  /** Stretches a power over a part of the window that no reading lies in. */
  private void hold(double from, double to, double power) {
    if (to - from > gapSeconds) {
      refuseGap(to - from, from > 0 ? " at the end" : " at the start");
    }
    if (to > from) {
      spread(from, to, power, power);
    }
  }

  /** Adds a stretch of linearly changing power to the sum and to the seconds that it lies in. */
  private void spread(double from, double to, double wattsAtFrom, double wattsAtTo) {
    double slope = (wattsAtTo - wattsAtFrom) / (to - from);
    joules += (to - from) * (wattsAtFrom + wattsAtTo) / 2;
    double start = from;
    while (start < to) {
      int second = Math.min((int) start, bySecond.length - 1);
      double end = second == bySecond.length - 1 ? to : Math.min(to, second + 1.0);
      double middle = (start + end) / 2;
      bySecond[second] += (end - start) * (wattsAtFrom + slope * (middle - from));
      start = end;
    }
  }

  private void checkGap(double length, double inside) {
    if (length <= gapSeconds) {
      return;
    }
    gaps++;
    imputed += inside;
    if (rule == GapRule.REFUSE) {
      refuseGap(length, "");
    }
  }

  private void refuseGap(double length, String where) {
    refuse(
        String.format(
            Locale.ROOT,
            "%s gave no reading for %.1f s%s, more than three periods of %s s.",
            channel.name(),
            length,
            where,
            number(spacing)));
  }

  private static String number(double seconds) {
    return BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString();
  }

  private void refuse(String reason) {
    refused = refused == null ? reason : refused;
  }

  /** What all readings together say; to be called once, after the last. */
  public Energy energy() {
    boolean counter = isCounter();
    if (Double.isNaN(previousTime) || (counter && Double.isNaN(previousPower))) {
      refuse(
          "The channel "
              + channel.name()
              + " gave "
              + (Double.isNaN(previousTime) ? "no reading" : "one reading")
              + ", from which no energy follows.");
    } else {
      hold(Math.max(previousTime, 0), window.seconds(), counter ? previousPower : previousValue);
      judge();
    }
    boolean believed = refused == null;
    return new Energy(
        believed ? joules : Double.NaN,
        window.seconds(),
        refused,
        news.samples(),
        news.effective(),
        news.refresh(),
        news.isConstant(),
        missing,
        gaps,
        imputed,
        falls.wraps(),
        counter ? channel.resolution() : channel.resolution() / 2 * window.seconds(),
        believed ? DoubleStream.of(bySecond).boxed().toList() : List.of());
  }

  private void judge() {
    if (isCounter()) {
      falls.refusal().ifPresent(this::refuse);
      if (joules == 0) {
        refuse(
            String.format(
                Locale.ROOT,
                "The counter %s did not move in %.1f s: it is dead, or its steps are too coarse.",
                channel.name(),
                window.seconds()));
      }
    } else {
      if (news.samples() < FEWEST_READINGS) {
        refuse(
            String.format(
                Locale.ROOT,
                "The gauge %s gave %s in %.1f s, from which no energy follows.",
                channel.name(),
                news.samples() == 0 ? "no reading" : "one reading",
                window.seconds()));
      }
      if (!news.isPositive() && !channel.mayBeZero()) {
        refuse("The gauge " + channel.name() + " said 0 W throughout, which nothing draws.");
      }
    }
    OptionalDouble still = news.tooLongStill(joules);
    if (still.isPresent() && !channel.mayBeZero()) {
      refuse(
          String.format(
              Locale.ROOT,
              isCounter()
                  ? "The counter %s stood still for %.1f s: it died, or its steps are too coarse."
                  : "The gauge %s said 0 W for %.1f s, which nothing draws.",
              channel.name(),
              still.getAsDouble()));
    }
    if (imputed > LARGEST_IMPUTED_SHARE * window.seconds()) {
      refuse(
          String.format(
              Locale.ROOT,
              "%s gave no reading in gaps of %.1f s out of %.1f s, more than a tenth, which is not"
                  + " bridged.",
              channel.name(),
              imputed,
              window.seconds()));
    }
  }

  private static double seconds(Duration time) {
    return time.getSeconds() + time.getNano() / 1e9;
  }
}
