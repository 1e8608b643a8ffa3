package org.quorate.power.energy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
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

/** Works the joules of every host out from what its meters said. */
public final class HostEnergies {
  /** So many equal readings of a gauge are no chance in a run under load. */
  private static final int MOST_EQUAL_READINGS = 20;

  private HostEnergies() {}

  /**
   * Reads a log twice, first for the clocks of the devices, then for the joules.
   *
   * @param meters those that the log was recorded from, with names that are unique at their host
   * @return by host, in the order of the meters
   * @throws IOException when the log cannot be read
   */
  public static List<HostEnergy> of(Path log, List<HostMeter> meters, Window window, GapRule rule)
      throws IOException {
    ClockOffsets clocks = new ClockOffsets();
    visit(log, meters, (meter, reading) -> clocks.add(meter, reading));
    Map<HostMeter, List<ChannelEnergy>> accounts = new LinkedHashMap<>();
    for (HostMeter meter : meters) {
      accounts.put(
          meter,
          meter.meter().channels().stream()
              .map(
                  channel ->
                      new ChannelEnergy(channel, window, meter.period(), rule, clocks.ahead(meter)))
              .toList());
    }
    visit(
        log,
        meters,
        (meter, reading) ->
            accounts.getOrDefault(meter, List.of()).get(reading.channel()).add(reading));
    Map<String, HostSum> hosts = new LinkedHashMap<>();
    accounts.forEach(
        (meter, channels) ->
            hosts
                .computeIfAbsent(meter.host(), host -> new HostSum(host, window))
                .add(meter, channels, clocks));
    return hosts.values().stream().map(HostSum::energy).toList();
  }

  /** What is done with each reading. */
  private interface Visitor {
    void visit(HostMeter meter, Reading reading);
  }

  private static void visit(Path log, List<HostMeter> meters, Visitor visitor) throws IOException {
    Map<List<String>, HostMeter> byName = new HashMap<>();
    Map<List<String>, Integer> indexes = new HashMap<>();
    for (HostMeter meter : meters) {
      byName.put(List.of(meter.host(), meter.name()), meter);
      List<Channel> channels = meter.meter().channels();
      for (int i = 0; i < channels.size(); i++) {
        indexes.put(List.of(meter.host(), meter.name(), channels.get(i).name()), i);
      }
    }
    ReadingLog.read(
        log,
        row -> {
          HostMeter meter = byName.get(List.of(row.host(), row.meter()));
          Integer index = indexes.get(List.of(row.host(), row.meter(), row.channel()));
          if (meter != null && index != null) {
            visitor.visit(
                meter, new Reading(index, row.stampedAt(), row.receivedAt(), row.value()));
          }
        });
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
