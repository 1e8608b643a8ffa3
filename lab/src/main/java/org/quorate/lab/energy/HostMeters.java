package org.quorate.lab.energy;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.energy.CountedMeters;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ModelMeter;
import org.quorate.power.model.ProfileFile;
import org.quorate.power.model.PublishedChecks;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.result.ModelCurves;

/**
 * The meters of all hosts of one cluster, open for as long as a session lasts: those that the study
 * names, and a power model for each host that it names none of and whose use can be seen. Used by
 * one thread at a time.
 */
public final class HostMeters implements AutoCloseable {
  /** Said where the end of what servers do cannot be seen. */
  public static final String NOT_SEEN_QUIET =
      "When servers are quiet is seen of Cassandra on this machine alone; remove power:"
          + " until-quiet.";

  private final List<Host> hosts;
  private List<HostMeter> meters = new ArrayList<>();
  private final SteadyClock clock;
  private final PowerSettings settings;

  private HostMeters(List<Host> hosts, SteadyClock clock, PowerSettings settings) {
    this.hosts = List.copyOf(hosts);
    this.clock = clock;
    this.settings = settings;
  }

  /**
   * Opens the meters of all hosts; each is read once.
   *
   * @param others whether a study that names other hosts may mean those of another cluster of its,
   *     whose names {@link #check} has looked at
   * @throws MeterException when one cannot be opened or believed, the study names a host that no
   *     cluster has, or none for a host whose use cannot be seen, or the meters see different parts
   *     of their hosts
   */
  public static HostMeters open(
      PowerSettings settings, List<Host> hosts, boolean others, SteadyClock clock)
      throws MeterException, InterruptedException {
    HostMeters opened = new HostMeters(hosts, clock, settings);
    try {
      if (!others) {
        requireHosts(settings, hosts.stream().map(Host::name).toList());
      }
      opened.open();
      opened.meters = CountedMeters.of(opened.meters);
      return opened;
    } catch (MeterException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Finds out, without opening anything, whether the energy of runs on clusters that this machine
   * runs can be accounted for. A host that only the larger of them have may have meters.
   *
   * @throws BackendException naming the unknown kind of meter, option, profile, host or quota
   */
  public static void check(List<RunSettings> runs) throws BackendException {
    Map<PowerSettings, Set<String>> hosts = new LinkedHashMap<>();
    for (RunSettings run : runs) {
      PowerSettings power = run.power();
      if (power != null) {
        hosts
            .computeIfAbsent(power, any -> new LinkedHashSet<>())
            .addAll(LocalHosts.names(run.cluster()));
        check(power, run.cluster());
        if (!power.untilQuiet().isZero() && run.cluster().engine() != StoreEngine.CASSANDRA) {
          throw new BackendException(NOT_SEEN_QUIET);
        }
      }
    }
    for (Map.Entry<PowerSettings, Set<String>> known : hosts.entrySet()) {
      checkKinds(known.getKey());
      try {
        requireHosts(known.getKey(), known.getValue());
        requireOneScope(known.getKey(), known.getValue());
      } catch (MeterException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private static void requireHosts(PowerSettings settings, Collection<String> names)
      throws MeterException {
    for (String named : settings.meters().keySet()) {
      if (!names.contains(named)) {
        throw new MeterException(
            "The study has meters for "
                + named
                + ", but the cluster has "
                + String.join(", ", names)
                + "; name one of these under power: meters.");
      }
    }
  }

  private static void check(PowerSettings power, ClusterSettings cluster) throws BackendException {
    try {
      if (!power.meters().keySet().containsAll(LocalHosts.names(cluster))) {
        ProfileFile.find(power.profile());
        if (cluster.processorQuota() == null && cluster.hostQuota() == null) {
          throw new MeterException(
              "A power model needs to know how much processor time a host has; set cluster:"
                  + " processor-quota or host-quota.");
        }
        if (cluster.processorQuota() != null && cluster.dataNodes() > 0) {
          throw new MeterException(
              "A processor-quota holds no data nodes of HDFS, so that a power model cannot tell how"
                  + " busy their hosts are; set host-quota instead, which holds them too.");
        }
      }
    } catch (MeterException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Hosts with and without meters are compared, so a model must see what meters see. */
  private static void requireOneScope(PowerSettings power, Collection<String> hosts)
      throws MeterException {
    Map<Scope, Set<String>> scopes = scopes(power);
    if (!power.meters().keySet().containsAll(hosts)) {
      scopes
          .computeIfAbsent(
              ProfileFile.find(power.profile()).scope(), scope -> new LinkedHashSet<>())
          .add("the model of hosts without a meter");
    }
    CountedMeters.check(scopes);
  }

  /**
   * Finds out, without opening anything, whether all meters are of kinds that there are, their
   * secrets are here and meant for whom they would be sent to, and all see the same part of their
   * hosts as far as that is known.
   *
   * @throws BackendException naming the unknown kind or option, what is missing, or what is seen
   *     differently; no secret
   */
  public static void checkKinds(PowerSettings power) throws BackendException {
    MeterKinds kinds = MeterKinds.standard(Clock.systemUTC(), System.getenv());
    try {
      for (List<PowerSettings.Meter> ofHost : power.meters().values()) {
        for (PowerSettings.Meter meter : ofHost) {
          MeterSettings settings = new MeterSettings(meter.kind(), meter.options());
          kinds.check(settings);
          kinds.checkLogin(settings, System.getenv());
        }
      }
      CountedMeters.check(scopes(power));
    } catch (MeterException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Who sees what of a host. */
  private static Map<Scope, Set<String>> scopes(PowerSettings power) throws MeterException {
    MeterKinds kinds = MeterKinds.standard(Clock.systemUTC(), System.getenv());
    Map<Scope, Set<String>> scopes = new EnumMap<>(Scope.class);
    for (Map.Entry<String, List<PowerSettings.Meter>> host : power.meters().entrySet()) {
      for (PowerSettings.Meter meter : host.getValue()) {
        MeterSettings settings = new MeterSettings(meter.kind(), meter.options());
        kinds.check(settings);
        kinds
            .scope(settings)
            .ifPresent(
                scope ->
                    scopes
                        .computeIfAbsent(scope, each -> new LinkedHashSet<>())
                        .add(host.getKey() + " by " + meter.kind()));
      }
    }
    return scopes;
  }

  private void open() throws MeterException, InterruptedException {
    MeterKinds kinds = MeterKinds.standard(clock, System.getenv());
    for (Host host : hosts) {
      List<PowerSettings.Meter> named = settings.meters().getOrDefault(host.name(), List.of());
      for (PowerSettings.Meter each : named) {
        PowerMeter meter = kinds.open(new MeterSettings(each.kind(), each.options()));
        meters.add(HostMeter.of(host.name(), meter));
      }
      if (named.isEmpty()) {
        ServerUse use = host.use();
        if (use == null) {
          throw new MeterException(
              "The host "
                  + host.name()
                  + " has no meter, and what its servers use of it cannot be seen from here, so no"
                  + " power model can stand in; name its meters under power: meters.");
        }
        // A quota of a fraction of a core carries a fraction of what a whole host would.
        HostProfile whole = ProfileFile.find(settings.profile());
        HostProfile profile = whole.times(whole.share(use.cores()));
        meters.add(
            HostMeter.of(host.name(), ModelMeter.open(profile, use, clock, settings.period())));
      }
    }
  }

  List<Host> hosts() {
    return hosts;
  }

  List<HostMeter> meters() {
    return meters;
  }

  SteadyClock clock() {
    return clock;
  }

  PowerSettings settings() {
    return settings;
  }

  /**
   * What all hosts are estimated by, with the published servers of that kind; null where a host has
   * a meter.
   *
   * @throws MeterException when the profile cannot be read any more
   */
  @Nullable ModelCurves curves() throws MeterException {
    if (hosts.stream().anyMatch(host -> settings.meters().containsKey(host.name()))) {
      return null;
    }
    HostProfile profile = ProfileFile.find(settings.profile());
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Host host : hosts) {
      ServerUse use = host.use();
      if (use != null) {
        shares.put(host.name(), profile.share(use.cores()));
      }
    }
    return ModelCurves.of(
        profile.name(), profile.curve(), PublishedChecks.servers(profile), shares);
  }

  /**
   * How far off the sum of a host's meters may be.
   *
   * @param energy what they said
   */
  ErrorBand error(HostEnergy energy) {
    List<ErrorBand> errors = new ArrayList<>();
    List<Double> joules = new ArrayList<>();
    for (HostMeter meter : meters) {
      if (meter.host().equals(energy.host())) {
        errors.add(meter.meter().error());
        joules.add(
            energy.channels().stream()
                .filter(each -> each.channel().counted())
                .filter(each -> each.meter().equals(meter.name()))
                .mapToDouble(each -> each.energy().joules())
                .sum());
      }
    }
    return ErrorBand.ofSum(errors, joules);
  }

  @Override
  public void close() {
    meters.forEach(meter -> meter.meter().close());
    meters = List.of();
  }
}
