package org.quorate.power.energy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.Origin;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;

/**
 * The accounts of all channels of a cluster over one window, reading by reading, and their sum by
 * host. Not thread-safe.
 */
final class WindowAccounts {
  /** So many equal readings of a gauge are no chance in a run under load. */
  private static final int MOST_EQUAL_READINGS = 20;

  private final Window window;
  private final ClockOffsets clocks;
  private final Map<HostMeter, List<ChannelEnergy>> accounts = new LinkedHashMap<>();

  /**
   * @param meters with names that are unique at their host
   * @param clocks how far off the meters' own are, as all that is known of them says
   */
  WindowAccounts(List<HostMeter> meters, Window window, GapRule rule, ClockOffsets clocks) {
    this.window = window;
    this.clocks = clocks;
    for (HostMeter meter : meters) {
      accounts.put(
          meter,
          meter.meter().channels().stream()
              .map(
                  channel ->
                      new ChannelEnergy(channel, window, meter.period(), rule, clocks.ahead(meter)))
              .toList());
    }
  }

  /** Takes the next reading of a meter. */
  void add(HostMeter meter, Reading reading) {
    accounts.getOrDefault(meter, List.of()).get(reading.channel()).add(reading);
  }

  /** What all readings together say, by host in the order of the meters; to be called once. */
  List<HostEnergy> hosts() {
    Map<String, HostSum> hosts = new LinkedHashMap<>();
    accounts.forEach(
        (meter, channels) ->
            hosts
                .computeIfAbsent(meter.host(), host -> new HostSum(host, window))
                .add(meter, channels, clocks));
    return hosts.values().stream().map(HostSum::energy).toList();
  }

  /** Adds the meters of one host up. */
  private static final class HostSum {
    private final String host;
    private final Window window;
    private final double[] bySecond;
    private final List<HostEnergy.OfChannel> channels = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private double joules;
    private int counted;
    private Origin origin = Origin.MEASURED;
    private @Nullable String refused;

    HostSum(String host, Window window) {
      this.host = host;
      this.window = window;
      this.bySecond = new double[(int) window.seconds()];
    }

    void add(HostMeter meter, List<ChannelEnergy> accounts, ClockOffsets clocks) {
      String name = meter.name();
      Duration ahead = clocks.ahead(meter);
      Optional<String> clock = clocks.refusal(meter);
      if (!ahead.isZero() && clock.isEmpty()) {
        double seconds = ahead.toMillis() / 1e3;
        notes.add(
            String.format(
                Locale.ROOT,
                "The clock of %s is %.1f s %s ours; its readings were moved by as much.",
                name,
                Math.abs(seconds),
                seconds > 0 ? "ahead of" : "behind"));
      }
      for (int i = 0; i < accounts.size(); i++) {
        Channel channel = meter.meter().channels().get(i);
        Energy energy = accounts.get(i).energy();
        channels.add(new HostEnergy.OfChannel(name, channel, energy));
        if (channel.counted()) {
          clock.ifPresent(reason -> refuse(name + ": " + reason));
          count(name, channel, energy);
        }
      }
    }

    private void count(String meter, Channel channel, Energy energy) {
      counted++;
      noteConstancy(meter, channel, energy);
      origin = channel.origin() == Origin.ESTIMATED ? Origin.ESTIMATED : origin;
      energy.refusal().ifPresent(reason -> refuse(meter + ": " + reason));
      joules += energy.joules();
      for (int second = 0; second < bySecond.length && energy.refusal().isEmpty(); second++) {
        bySecond[second] += energy.joulesBySecond().get(second);
      }
      if (energy.imputedSeconds() > 0 && energy.refusal().isEmpty()) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%s: %s had %d gap%s; %.1f s of %.1f s were bridged.",
                meter,
                channel.name(),
                energy.gaps(),
                energy.gaps() == 1 ? "" : "s",
                energy.imputedSeconds(),
                energy.seconds()));
      }
    }

    private void noteConstancy(String meter, Channel channel, Energy energy) {
      if (channel.quantity() == Quantity.POWER
          && energy.isConstant()
          && energy.samples() > MOST_EQUAL_READINGS) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%s: %s said the same in all of %d readings; see whether it changes with the load.",
                meter,
                channel.name(),
                energy.samples()));
      }
    }

    private void refuse(String reason) {
      refused = refused == null ? reason : refused;
    }

    HostEnergy energy() {
      if (counted == 0) {
        refuse("No channel of the meters of " + host + " counts.");
      }
      List<Double> watts = new ArrayList<>();
      for (double second : refused == null ? bySecond : new double[0]) {
        watts.add(second);
      }
      return new HostEnergy(
          host,
          refused == null ? joules : Double.NaN,
          window.seconds(),
          origin,
          refused,
          watts,
          channels,
          notes);
    }
  }
}
