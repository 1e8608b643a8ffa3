package org.quorate.power.energy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.power.EnergyFactor;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.Origin;
import org.quorate.power.Scope;

/**
 * Adds up the energy of a cluster's hosts, window by window, and the operations of each. Of
 * constant size. Not thread-safe.
 */
final class EnergyTally {
  private static final int MOST_NOTES = 20;

  private final List<HostMeter> meters;
  private final EnergyFactor grams;
  private final Map<String, Double> byHost = new LinkedHashMap<>();
  private final Map<HostMeter, Double> byMeter = new LinkedHashMap<>();
  private final Set<Scope> scopes = EnumSet.noneOf(Scope.class);
  private final Set<String> notes = new LinkedHashSet<>();
  private Origin origin = Origin.MEASURED;
  private double seconds;
  private double unknownSeconds;
  private double operations;
  private double joulesOfOperations;
  private double secondsOfOperations;
  private int windows;
  private double lowest = Double.POSITIVE_INFINITY;
  private double highest;
  private double latestWatts = Double.NaN;
  private double latestPerOperation = Double.NaN;
  private LiveUse.Emitted emitted = LiveUse.Emitted.NOTHING;

  /**
   * @param grams of CO2 equivalent for each kilowatt-hour
   */
  EnergyTally(List<HostMeter> meters, EnergyFactor grams) {
    this.meters = meters;
    this.grams = grams;
    for (HostMeter meter : meters) {
      byHost.put(meter.host(), 0.0);
      byMeter.put(meter, 0.0);
      for (Channel channel : meter.meter().channels()) {
        if (channel.counted()) {
          scopes.add(channel.scope());
          origin = channel.origin() == Origin.ESTIMATED ? Origin.ESTIMATED : origin;
        }
      }
    }
  }

  /**
   * A window.
   *
   * @param hosts what the meters of each said of it
   * @param done operations in it, NaN where not known
   */
  void add(Window window, List<HostEnergy> hosts, double done) {
    latestWatts = Double.NaN;
    latestPerOperation = Double.NaN;
    for (HostEnergy host : hosts) {
      host.refusal().ifPresent(reason -> note("The energy of " + host.host() + ": " + reason));
      host.notes().forEach(note -> note(host.host() + ": " + note));
    }
    if (hosts.stream().anyMatch(host -> host.refusal().isPresent())) {
      unknownSeconds += window.seconds();
      return;
    }
    double joules = 0;
    for (HostEnergy host : hosts) {
      joules += host.joules();
      byHost.merge(host.host(), host.joules(), Double::sum);
      host.channels().stream()
          .filter(each -> each.channel().counted())
          .forEach(each -> addToMeter(host.host(), each));
    }
    seconds += window.seconds();
    latestWatts = joules / window.seconds();
    if (!Double.isNaN(done)) {
      windows++;
      operations += done;
      joulesOfOperations += joules;
      secondsOfOperations += window.seconds();
      double each = joules / done;
      lowest = Math.min(lowest, each);
      highest = Math.max(highest, each);
      latestPerOperation = done > 0 ? each : Double.NaN;
      emitted = emitted.plus(window, emitted(window, hosts), done);
    }
  }

  private double emitted(Window window, List<HostEnergy> hosts) {
    return hosts.stream()
        .mapToDouble(
            host -> grams.of(window.from(), window.to(), host.joules(), host.wattsBySecond()))
        .sum();
  }

  private void addToMeter(String host, HostEnergy.OfChannel channel) {
    for (HostMeter meter : meters) {
      if (meter.host().equals(host) && meter.name().equals(channel.meter())) {
        byMeter.merge(meter, channel.energy().joules(), Double::sum);
      }
    }
  }

  private void note(String note) {
    if (notes.size() < MOST_NOTES) {
      notes.add(note);
    }
  }

  LiveUse use() {
    List<ErrorBand> errors = new ArrayList<>();
    byMeter.keySet().forEach(meter -> errors.add(meter.meter().error()));
    return new LiveUse(
        byHost.values().stream().mapToDouble(Double::doubleValue).sum(),
        seconds,
        unknownSeconds,
        byHost,
        operations > 0
            ? Optional.of(
                new LiveUse.PerOperation(
                    joulesOfOperations, secondsOfOperations, operations, windows, lowest, highest))
            : Optional.empty(),
        latestWatts,
        latestPerOperation,
        emitted,
        scopes,
        origin,
        ErrorBand.ofSum(errors, List.copyOf(byMeter.values())),
        List.copyOf(notes));
  }
}
