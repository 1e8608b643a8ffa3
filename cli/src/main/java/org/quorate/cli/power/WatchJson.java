package org.quorate.cli.power;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.ForwardingMeter;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.energy.Energy;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ModelMeter;
import org.quorate.power.watch.Watched;

/**
 * What is shown of a watch; its fields are those of {@code --json}. Numbers that are not known are
 * left out.
 *
 * @param settings kind and options, as they were given
 * @param scopes what the counted channels see
 * @param estimated whether a model made it up
 * @param relativeError how far off the numbers may be, as a share of them; left out where nobody
 *     has said it
 * @param comparisonError how far off the ratio of two of them may be, likewise
 * @param refused why there is no energy
 * @param lowestWatts mean of the second in which least was drawn
 * @param highestWatts mean of the second in which most was drawn
 * @param resolutionJoules what the smallest step of the values makes of the energy, to either side
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record WatchJson(
    String meter,
    String settings,
    String from,
    String to,
    double seconds,
    List<String> scopes,
    boolean estimated,
    @Nullable Double relativeError,
    @Nullable Double comparisonError,
    @Nullable String refused,
    @Nullable Double joules,
    @Nullable Double meanWatts,
    @Nullable Double lowestWatts,
    @Nullable Double highestWatts,
    @Nullable Double resolutionJoules,
    List<ChannelJson> channels,
    List<String> notes) {
  /**
   * One channel.
   *
   * @param readings with a value and a new time, in the window
   * @param newReadings how many of them said something new
   * @param refreshSeconds how often the device really refreshes
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ChannelJson(
      String name,
      String scope,
      boolean estimated,
      boolean counted,
      @Nullable String refused,
      @Nullable Double joules,
      @Nullable Double meanWatts,
      long readings,
      long newReadings,
      @Nullable Double refreshSeconds,
      long missing,
      int gaps,
      double bridgedSeconds,
      int wraps) {}

  /**
   * The view of a watch.
   *
   * @param cores of this machine
   */
  static WatchJson of(MeterSettings settings, PowerMeter meter, Watched watched, double cores) {
    HostEnergy energy = watched.energy();
    Set<String> scopes = new LinkedHashSet<>();
    meter.channels().stream()
        .filter(Channel::counted)
        .forEach(channel -> scopes.add(channel.scope().text()));
    List<String> notes = new java.util.ArrayList<>(energy.notes());
    notes.addAll(watched.problems());
    PowerMeter inmost = meter;
    while (inmost instanceof ForwardingMeter forwarding) {
      inmost = forwarding.meter();
    }
    if (inmost instanceof ModelMeter model) {
      likeness(model.profile(), settings, cores).ifPresent(notes::add);
    }
    return new WatchJson(
        meter.name(),
        settings.toString(),
        watched.window().from().toString(),
        watched.window().to().toString(),
        watched.window().seconds(),
        List.copyOf(scopes),
        energy.origin() == Origin.ESTIMATED,
        finite(meter.error().level()),
        finite(meter.error().comparison()),
        energy.refusal().orElse(null),
        known(energy.joules()),
        known(energy.joules() / energy.seconds()),
        energy.refusal().isPresent() ? null : orNull(watched.lowestSecond()),
        energy.refusal().isPresent() ? null : orNull(watched.highestSecond()),
        known(energy.resolutionJoules()),
        energy.channels().stream().map(WatchJson::channel).toList(),
        List.copyOf(notes));
  }

  /** What must be known where the machine is not of the profile's size. */
  private static Optional<String> likeness(
      HostProfile profile, MeterSettings settings, double cores) {
    return profile.cores() == Math.round(cores) || settings.optional("times").isPresent()
        ? Optional.empty()
        : Optional.of(
            "This is what one host as in "
                + profile.name()
                + ", with "
                + profile.cores()
                + (profile.cores() == 1 ? " core" : " cores")
                + ", would draw if it were as busy as this machine with its "
                + Math.round(cores)
                + "; times=... makes it more or less.");
  }

  private static ChannelJson channel(HostEnergy.OfChannel each) {
    Energy energy = each.energy();
    return new ChannelJson(
        each.channel().name(),
        each.channel().scope().text(),
        each.channel().origin() == Origin.ESTIMATED,
        each.channel().counted(),
        energy.refusal().orElse(null),
        known(energy.joules()),
        known(energy.meanWatts()),
        energy.samples(),
        energy.effectiveSamples(),
        known(energy.refreshSeconds()),
        energy.missing(),
        energy.gaps(),
        energy.imputedSeconds(),
        energy.wraps());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private static @Nullable Double orNull(java.util.OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
