package org.quorate.power.energy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Stamp;

/**
 * The energy of one channel over one window, reading by reading, in memory of one number per
 * second.
 *
 * <p>Power is integrated by the trapezoid rule between neighbouring readings; a counter's
 * difference is spread evenly between its readings. Segments that reach over an end of the window
 * count by the part inside it. A reading that is the mean of a time stands in the middle of that
 * time.
 *
 * <p>Where the first or last reading lies inside the window, the first or last value (for a
 * counter, the neighbouring segment's power) is held to the window's end; when that is more than
 * three periods it is a gap. A gap of a gauge is refused or bridged by {@link GapRule}. A gap of a
 * counter loses nothing, unless the counter may have wrapped unseen in it: then the energy is
 * refused.
 *
 * <p>Refused are further: a counter that falls without wrapping (the device was restarted); a
 * counter that never moves, and a gauge that says zero watts throughout (dead ones open like any
 * other); fewer than two readings; too coarse a counter is not refused, its {@link
 * Energy#resolutionJoules()} says it. Not thread-safe.
 */
public final class ChannelEnergy {
  private static final int PERIODS_OF_A_GAP = 3;

  /** A counter must be read at least so often per wrap, else one could be missed. */
  private static final double LARGEST_PART_OF_A_WRAP = 0.5;

  private final Channel channel;
  private final Window window;
  private final double gapSeconds;
  private final GapRule rule;
  private final Duration clockOffset;
  private final double[] bySecond;

  private @Nullable Instant previousStamp;
  private double previousTime = Double.NaN;
  private double previousValue = Double.NaN;
  private double previousPower = Double.NaN;
  private double firstTime = Double.NaN;

  private double joules;
  private long samples;
  private long stamped;
  private long changes;
  private double firstChange = Double.NaN;
  private double lastChange = Double.NaN;
  private double moved;
  private boolean anyPower;
  private long missing;
  private int gaps;
  private double imputed;
  private int wraps;
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
    this.gapSeconds = PERIODS_OF_A_GAP * seconds(period);
    this.rule = rule;
    this.clockOffset = clockOffset;
    this.bySecond = new double[Math.max(1, (int) Math.ceil(window.seconds()))];
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
      stamped++;
    }
    Instant at = stamp == null ? reading.receivedAt() : stamp.minus(clockOffset);
    add(Window.seconds(window.from(), at) + shift(), reading.value());
  }

  /** From the stamp to the middle of the time that the value is the mean of. */
  private double shift() {
    double half = seconds(channel.averaging()) / 2;
    return channel.stamp() == Stamp.START ? half : channel.stamp() == Stamp.END ? -half : 0;
  }

  private void add(double time, double value) {
    if (!Double.isNaN(previousTime)) {
      if (time <= previousTime) {
        return;
      }
      segment(time, value);
    } else {
      firstTime = time;
      anyPower |= channel.quantity() == Quantity.POWER && value > 0;
      if (channel.quantity() == Quantity.POWER && time > 0) {
        hold(0, Math.min(time, window.seconds()), value);
      }
    }
    if (time >= 0 && time <= window.seconds()) {
      samples++;
    }
    previousTime = time;
    previousValue = value;
  }

  private void segment(double time, double value) {
    if (value != previousValue) {
      changes++;
      firstChange = Double.isNaN(firstChange) ? time : firstChange;
      lastChange = time;
    }
    if (channel.quantity() == Quantity.POWER) {
      power(time, value);
    } else {
      counter(time, value);
    }
  }

  private void power(double time, double value) {
    anyPower |= value > 0;
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
    double difference = value - previousValue;
    double length = time - previousTime;
    if (difference < 0) {
      if (channel.wrapsAt().isEmpty()) {
        refuse(
            "The counter "
                + channel.name()
                + " fell although it does not wrap, so that its device must have been restarted.");
        return;
      }
      difference += channel.wrapsAt().getAsDouble();
      wraps++;
    }
    double power = difference / length;
    if (length > gapSeconds && channel.wrapsAt().isPresent() && !Double.isNaN(previousPower)) {
      double wrap = channel.wrapsAt().getAsDouble();
      if (Math.max(power, previousPower) * length > LARGEST_PART_OF_A_WRAP * wrap) {
        refuse(
            String.format(
                Locale.ROOT,
                "The counter %s was not read for %.1f s, in which it may have wrapped unseen.",
                channel.name(),
                length));
      }
    }
    moved += difference;
    if (Double.isNaN(previousPower) && previousTime > 0) {
      hold(0, Math.min(previousTime, window.seconds()), power);
    }
    double from = Math.max(previousTime, 0);
    double to = Math.min(time, window.seconds());
    previousPower = power;
    if (to > from) {
      spread(from, to, power, power);
    }
  }

  /** Stretches a power over a part of the window that no reading lies in. */
  private void hold(double from, double to, double power) {
    if (to > from) {
      checkGap(to - from, to - from);
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
      refuse(
          String.format(
              Locale.ROOT,
              "%s gave no reading for %.1f s, more than three periods.",
              channel.name(),
              length));
    }
  }

  private void refuse(String reason) {
    refused = refused == null ? reason : refused;
  }

  /** What all readings together say; to be called once, after the last. */
  public Energy energy() {
    boolean counter = channel.quantity() == Quantity.ENERGY;
    if (Double.isNaN(firstTime) || (counter && Double.isNaN(previousPower))) {
      refuse(
          "The channel "
              + channel.name()
              + " gave "
              + (Double.isNaN(firstTime) ? "no reading" : "one reading")
              + ", from which no energy follows.");
    } else {
      hold(Math.max(previousTime, 0), window.seconds(), counter ? previousPower : previousValue);
      if (counter && moved == 0) {
        refuse(
            String.format(
                Locale.ROOT,
                "The counter %s did not move in %.1f s: it is dead, or its steps are too coarse.",
                channel.name(),
                window.seconds()));
      } else if (!counter && !anyPower) {
        refuse("The gauge " + channel.name() + " said 0 W throughout, which nothing draws.");
      }
    }
    boolean believed = refused == null;
    return new Energy(
        believed ? joules : Double.NaN,
        window.seconds(),
        refused,
        samples,
        Math.min(samples, Math.max(stamped, changes + 1)),
        refresh(),
        missing,
        gaps,
        imputed,
        wraps,
        counter ? channel.resolution() : channel.resolution() / 2 * window.seconds(),
        believed ? DoubleStream.of(bySecond).boxed().toList() : List.of());
  }

  private double refresh() {
    if (stamped > 1) {
      return (previousTime - firstTime) / (stamped - 1);
    }
    return changes > 1 ? (lastChange - firstChange) / (changes - 1) : Double.NaN;
  }

  private static double seconds(Duration time) {
    return time.getSeconds() + time.getNano() / 1e9;
  }
}
