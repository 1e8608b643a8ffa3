package org.quorate.power.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.liveness.LivenessCheck;

/**
 * What a meter's channels draw from one look to the next: of a gauge the mean of the new readings,
 * of a counter its difference over the time between its readings. Where nothing new was read, the
 * last value stands for as long as three periods. Of a counter in steps of more than {@value
 * LivenessCheck#COARSEST_STEP} J only the steps count, so that it does not swing between nothing
 * and too much. Thread-safe.
 */
public final class LiveWatts {
  private static final int PERIODS_OF_HOLDING = 3;

  private final List<Account> accounts = new ArrayList<>();
  private final Duration holding;

  /**
   * @param period how often the meter is read
   */
  public LiveWatts(List<Channel> channels, Duration period) {
    channels.forEach(channel -> accounts.add(new Account(channel)));
    this.holding = period.multipliedBy(PERIODS_OF_HOLDING);
  }

  /**
   * What is known at one look.
   *
   * @param channels watts of each channel, in the meter's order; NaN where nothing is known
   * @param sum of the counted ones; NaN where one of them is not known
   */
  public record Look(List<Double> channels, double sum) {
    /** Copies the list. */
    public Look {
      channels = List.copyOf(channels);
    }
  }

  /** Takes a reading. */
  public synchronized void add(Reading reading) {
    accounts.get(reading.channel()).add(reading);
  }

  /** What was drawn since the last look. */
  public synchronized Look look(Instant now) {
    List<Double> watts = new ArrayList<>();
    double sum = 0;
    for (Account account : accounts) {
      double value = account.look(now);
      watts.add(value);
      sum += account.channel.counted() ? value : 0;
    }
    return new Look(watts, sum);
  }

  /** One channel between two looks. */
  private final class Account {
    private final Channel channel;
    private @Nullable Instant readAt;
    private @Nullable Instant at;
    private double value = Double.NaN;
    private double seconds;
    private double amount;
    private double shown = Double.NaN;

    Account(Channel channel) {
      this.channel = channel;
    }

    void add(Reading reading) {
      Instant stamp = reading.stampedAt();
      Instant time = stamp == null ? reading.receivedAt() : stamp;
      Instant before = at;
      if (reading.isMissing()
          || reading.value() < 0
          || (before != null && !time.isAfter(before))
          || (isCoarse() && reading.value() == value)) {
        return;
      }
      readAt = reading.receivedAt();
      if (channel.quantity() == Quantity.POWER) {
        amount += reading.value();
        seconds += 1;
      } else if (before != null) {
        count(reading.value(), before, time);
      }
      at = time;
      value = reading.value();
    }

    private boolean isCoarse() {
      return channel.quantity() == Quantity.ENERGY
          && channel.resolution() > LivenessCheck.COARSEST_STEP;
    }

    private void count(double now, Instant before, Instant time) {
      double difference = now - value;
      if (difference < 0) {
        difference += channel.wrapsAt().orElse(Double.NaN);
      }
      if (difference >= 0) {
        amount += difference;
        seconds += Duration.between(before, time).toNanos() / 1e9;
      }
    }

    double look(Instant now) {
      if (seconds > 0) {
        shown = amount / seconds;
        amount = 0;
        seconds = 0;
      } else if (!isCoarse()
          && (readAt == null || Duration.between(readAt, now).compareTo(holding) > 0)) {
        shown = Double.NaN;
      }
      return shown;
    }
  }
}
