package org.quorate.power.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.liveness.DeadChannel;
import org.quorate.power.liveness.LivenessCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RAPL, the energy counters of Intel's and AMD's processors, as sysfs shows them. The sum is that
 * of the packages; memory is shown apart; psys, which contains both, is counted only when it is
 * asked for, and then alone. Counters wrap at {@code max_energy_range_uj}, every 17 minutes at 250
 * W on many servers; channels say so.
 */
public final class Powercap implements MeterKind {
  /** What root has to do once, so that a group may read the counters. */
  static final String REMEDY =
      "As root, write this line to /etc/udev/rules.d/99-rapl.rules:"
          + " ACTION==\"add\", SUBSYSTEM==\"powercap\", KERNEL==\"intel-rapl:*\","
          + " RUN+=\"/usr/bin/chgrp rapl /sys/%p/energy_uj\","
          + " RUN+=\"/usr/bin/chmod g+r /sys/%p/energy_uj\""
          + " and run: groupadd --force rapl && usermod --append --groups rapl USER &&"
          + " udevadm control --reload && udevadm trigger --action=add"
          + " --subsystem-match=powercap; then USER logs in again";

  private static final Path ROOT = Path.of("/sys/class/powercap");
  private static final Logger LOG = LoggerFactory.getLogger(Powercap.class);

  private final Path root;
  private final Clock clock;
  private final LivenessCheck liveness;
  private final Attributes attributes;

  /** The kernel's own folder, with the time of {@code clock}. */
  public Powercap(Clock clock, LivenessCheck liveness) {
    this(ROOT, clock, liveness, Attributes.ofKernel());
  }

  Powercap(Path root, Clock clock, LivenessCheck liveness, Attributes attributes) {
    this.root = root;
    this.clock = clock;
    this.liveness = liveness;
    this.attributes = attributes;
  }

  @Override
  public String name() {
    return "powercap";
  }

  @Override
  public String description() {
    return "RAPL counters of processor packages and memory, from /sys/class/powercap";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>(Domain.OPTION);
    options.put("root", "the folder to look at, " + ROOT + " by default");
    return options;
  }

  @Override
  public List<MeterPresence> find() throws InterruptedException {
    List<PowercapZone> zones;
    try {
      zones = new PowercapZones(attributes).find(root);
    } catch (IOException e) {
      return List.of(
          new MeterPresence(
              name(),
              MeterPresence.State.UNUSABLE,
              root + " cannot be listed.",
              Optional.of("Run as a user who may read " + root)));
    }
    if (zones.isEmpty()) {
      return List.of(absent());
    }
    List<PowercapZone> readable = zones.stream().filter(PowercapZone::isReadable).toList();
    Map<String, String> dead = dead(readable);
    return zones.stream().map(zone -> finding(zone, dead)).toList();
  }

  private MeterPresence absent() {
    return new MeterPresence(
        name(),
        MeterPresence.State.ABSENT,
        "There is no RAPL zone under " + root + "; virtual machines usually have none.",
        Optional.of("On a real Intel or AMD machine, as root: modprobe intel_rapl_msr"));
  }

  /** Why zones cannot be believed, by their names. */
  private Map<String, String> dead(List<PowercapZone> zones) throws InterruptedException {
    Map<String, String> reasons = new HashMap<>();
    if (zones.isEmpty()) {
      return reasons;
    }
    try (PowerMeter meter = meter(name(), sources(zones, Domain.PACKAGE))) {
      for (DeadChannel channel : liveness.deadChannels(meter)) {
        reasons.put(channel.name(), channel.reason());
      }
    } catch (MeterException e) {
      zones.forEach(zone -> reasons.put(zone.name(), "it could not be read again"));
    }
    return reasons;
  }

  private static MeterPresence finding(PowercapZone zone, Map<String, String> dead) {
    Optional<String> remedy = zone.denied() ? Optional.of(REMEDY) : Optional.empty();
    String trouble = zone.trouble().orElse(dead.get(zone.name()));
    if (trouble != null) {
      return new MeterPresence(zone.name(), MeterPresence.State.UNUSABLE, trouble + ".", remedy);
    }
    List<String> reasons = new ArrayList<>();
    reasons.add(
        switch (zone.domain()) {
          case PACKAGE -> "Counted, from " + zone.energyFile();
          case DRAM -> "Shown apart from the packages, from " + zone.energyFile();
          case PSYS ->
              "Not counted, since it contains the packages; zone=psys counts it alone, from "
                  + zone.energyFile();
        });
    reasons.addAll(zone.notes());
    return new MeterPresence(
        zone.name(), MeterPresence.State.PRESENT, String.join("; ", reasons) + ".", remedy);
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(Domain.asked(settings).scope());
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    Domain asked = Domain.asked(settings);
    Path folder = settings.optional("root").map(Path::of).orElse(root);
    List<PowercapZone> zones = zones(folder);
    List<PowercapZone> shown = new ArrayList<>();
    for (PowercapZone zone : zones) {
      if (zone.domain().isShownWith(asked)) {
        if (zone.isReadable()) {
          shown.add(zone);
        } else if (zone.domain() == asked) {
          throw new MeterException(
              "The counter "
                  + zone.name()
                  + " is there, but "
                  + zone.trouble().orElse("unreadable")
                  + (zone.denied() ? ". " + REMEDY + "." : "."));
        }
      }
    }
    if (shown.stream().noneMatch(zone -> zone.domain() == asked)) {
      throw new MeterException(without(folder, asked, zones));
    }
    shown.forEach(zone -> zone.notes().forEach(note -> LOG.info("{}: {}", zone.name(), note)));
    String name = asked.named(name());
    return liveness.open(name, sources(shown, asked), sources -> meter(name, sources));
  }

  private List<PowercapZone> zones(Path folder) throws MeterException {
    try {
      return new PowercapZones(attributes).find(folder);
    } catch (IOException e) {
      throw new MeterException("The folder " + folder + " cannot be listed.", e);
    }
  }

  private static String without(Path folder, Domain asked, List<PowercapZone> zones) {
    String others =
        zones.stream()
            .map(zone -> zone.domain().text())
            .distinct()
            .collect(Collectors.joining(", "));
    return "There is no RAPL zone of kind "
        + asked.text()
        + " under "
        + folder
        + (others.isEmpty()
            ? "; virtual machines usually have none."
            : ", but " + others + "; zone=… chooses.");
  }

  private static List<CounterFile> sources(List<PowercapZone> zones, Domain counted) {
    return zones.stream().map(zone -> zone.source(counted)).toList();
  }

  private PowerMeter meter(String name, List<CounterFile> sources) {
    return new AttributeMeter(name, sources, attributes, clock, REMEDY + ".");
  }
}
