package org.quorate.power.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;
import org.quorate.power.liveness.DeadChannel;
import org.quorate.power.liveness.LivenessCheck;

/**
 * Power and energy sensors of the board, such as ACPI power meters and those of ARM servers. What a
 * sensor feeds is known from its label alone, and sensors of a chip often contain one another:
 * where there are several, settings must name those to add. Of a sensor that tells its power and
 * its energy, the energy is counted.
 */
public final class Hwmon implements MeterKind {
  private static final Path ROOT = Path.of("/sys/class/hwmon");
  private static final String REMEDY =
      "As root: chmod a+r the file, or run as a user who may read it";

  private final Path root;
  private final Clock clock;
  private final LivenessCheck liveness;
  private final Attributes attributes;

  /** The kernel's own folder, with the time of {@code clock}. */
  public Hwmon(Clock clock, LivenessCheck liveness) {
    this(ROOT, clock, liveness, Attributes.ofKernel());
  }

  Hwmon(Path root, Clock clock, LivenessCheck liveness, Attributes attributes) {
    this.root = root;
    this.clock = clock;
    this.liveness = liveness;
    this.attributes = attributes;
  }

  @Override
  public String name() {
    return "hwmon";
  }

  @Override
  public String description() {
    return "power and energy sensors of the board, from /sys/class/hwmon";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("chip", "name of the chip, such as power_meter, or its folder, such as hwmon3");
    options.put("sensor", "labels of the sensors to add, with commas between them");
    options.put("scope", "what they see: wall, supply-output, host (default), processor or memory");
    options.put("root", "the folder to look at, " + ROOT + " by default");
    return options;
  }

  @Override
  public List<MeterPresence> find() throws InterruptedException {
    List<Sensor> sensors;
    try {
      sensors = new Sensors(attributes).find(root);
    } catch (IOException e) {
      return List.of(
          new MeterPresence(
              name(), MeterPresence.State.UNUSABLE, root + " cannot be listed.", Optional.empty()));
    }
    if (sensors.isEmpty()) {
      return List.of(
          new MeterPresence(
              name(),
              MeterPresence.State.ABSENT,
              "No chip under " + root + " tells power or energy.",
              Optional.empty()));
    }
    List<MeterPresence> findings = new ArrayList<>();
    List<Sensor> readable = new ArrayList<>();
    for (Sensor sensor : sensors) {
      if (attributes.optional(sensor.file()).isPresent()) {
        readable.add(sensor);
      } else {
        findings.add(
            new MeterPresence(
                sensor.name(),
                MeterPresence.State.UNUSABLE,
                sensor.file() + " cannot be read.",
                Optional.of(REMEDY)));
      }
    }
    findings.addAll(0, tried(readable));
    return List.copyOf(findings);
  }

  private List<MeterPresence> tried(List<Sensor> sensors) throws InterruptedException {
    if (sensors.isEmpty()) {
      return List.of();
    }
    List<CounterFile> sources = sensors.stream().map(s -> s.source(Scope.HOST, true)).toList();
    Map<Integer, String> dead = new LinkedHashMap<>();
    try (PowerMeter meter = meter(sources)) {
      for (DeadChannel channel : liveness.deadChannels(meter)) {
        dead.put(channel.index(), channel.reason());
      }
    } catch (MeterException e) {
      return List.of(
          new MeterPresence(
              name(),
              MeterPresence.State.UNUSABLE,
              String.valueOf(e.getMessage()),
              Optional.of(REMEDY)));
    }
    List<MeterPresence> findings = new ArrayList<>();
    for (int i = 0; i < sensors.size(); i++) {
      Sensor sensor = sensors.get(i);
      String reason = dead.get(i);
      findings.add(
          reason == null
              ? new MeterPresence(
                  sensor.name(),
                  MeterPresence.State.PRESENT,
                  "Read with chip=" + sensor.device() + " sensor=\"" + sensor.label() + "\".",
                  Optional.empty())
              : new MeterPresence(
                  sensor.name(), MeterPresence.State.UNUSABLE, reason + ".", Optional.empty()));
    }
    return findings;
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(Scope.named(settings.optional("scope").orElse("host")));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    Path folder = settings.optional("root").map(Path::of).orElse(root);
    Scope scope = Scope.named(settings.optional("scope").orElse("host"));
    List<Sensor> sensors;
    try {
      sensors = new Sensors(attributes).find(folder);
    } catch (IOException e) {
      throw new MeterException("The folder " + folder + " cannot be listed.", e);
    }
    if (sensors.isEmpty()) {
      throw new MeterException("No chip under " + folder + " tells power or energy.");
    }
    Optional<String> chip = settings.optional("chip");
    List<Sensor> ofChip = chip.isPresent() ? ofChip(sensors, chip.get()) : sensors;
    Set<String> wanted = wanted(settings, ofChip);
    List<CounterFile> sources =
        ofChip.stream()
            .map(s -> s.source(scope, wanted.contains(s.label()) && isChosen(s, ofChip)))
            .toList();
    return liveness.open(name(), sources, this::meter);
  }

  /** Whether a sensor is the one to count of those that tell the same. */
  private static boolean isChosen(Sensor sensor, List<Sensor> sensors) {
    return sensor.quantity() == Quantity.ENERGY
        || sensors.stream().noneMatch(o -> o.isSameAs(sensor) && o.quantity() == Quantity.ENERGY);
  }

  private static List<Sensor> ofChip(List<Sensor> sensors, String chip) throws MeterException {
    List<Sensor> found =
        sensors.stream().filter(s -> s.chip().equals(chip) || s.device().equals(chip)).toList();
    if (found.isEmpty()) {
      Set<String> chips = new LinkedHashSet<>();
      sensors.forEach(sensor -> chips.add(sensor.chip()));
      throw new MeterException(
          "No chip \""
              + chip
              + "\" tells power or energy; there are "
              + String.join(", ", chips)
              + "."
              + Suggestions.didYouMean(chip, chips));
    }
    return found;
  }

  /** The labels to count. */
  private static Set<String> wanted(MeterSettings settings, List<Sensor> sensors)
      throws MeterException {
    Map<String, Set<String>> devices = new LinkedHashMap<>();
    for (Sensor sensor : sensors) {
      devices.computeIfAbsent(sensor.label(), l -> new LinkedHashSet<>()).add(sensor.device());
    }
    Optional<String> option = settings.optional("sensor");
    if (option.isEmpty()) {
      if (devices.values().stream().mapToInt(Set::size).sum() > 1) {
        throw new MeterException(
            "There are several sensors, which may contain one another: "
                + String.join(", ", sensors.stream().map(Sensor::name).toList())
                + "; choose with chip=… and sensor=….");
      }
      return devices.keySet();
    }
    Set<String> wanted = new LinkedHashSet<>();
    for (String part : option.get().split(",", -1)) {
      String label = part.strip();
      Set<String> on = devices.getOrDefault(label, Set.of());
      if (on.isEmpty()) {
        throw new MeterException(
            "There is no sensor \""
                + label
                + "\"; there are "
                + String.join(", ", devices.keySet())
                + "."
                + Suggestions.didYouMean(label, devices.keySet()));
      }
      if (on.size() > 1) {
        throw new MeterException(
            "The sensor "
                + label
                + " is on "
                + String.join(", ", on)
                + "; choose one with chip=….");
      }
      wanted.add(label);
    }
    return wanted;
  }

  private PowerMeter meter(List<CounterFile> sources) {
    return new AttributeMeter(name(), sources, attributes, clock, REMEDY + ".");
  }
}
