package org.quorate.power.model;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.quantity.Durations;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;

/**
 * What this whole machine would draw if it were a host of some profile: an estimate, for where
 * there is no meter. What the hosts of a study are estimated to draw is not this machine's, and
 * does not come from here.
 */
public final class MachineModel implements MeterKind {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration SHORTEST_PERIOD = Duration.ofMillis(100);

  private final UseSource use;
  private final InstantSource clock;

  /** Models of this machine. */
  public MachineModel(InstantSource clock) {
    this(MachineUse.ofThisMachine(), clock);
  }

  /** Models of a machine whose use is told from elsewhere. */
  MachineModel(UseSource use, InstantSource clock) {
    this.use = use;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "model";
  }

  @Override
  public String description() {
    return "an estimate from what this machine's processors, disks and network do; no meter";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(
        "profile",
        "what kind of host this machine is: "
            + String.join(", ", ProfileFile.shipped().keySet())
            + ", or a file of power calibrate");
    options.put(
        "times",
        "how many such hosts this machine is, 1 by default; for cloud-per-core its number of cores");
    options.put("period", "how often to estimate; 1s by default, at least 100ms");
    return options;
  }

  @Override
  public List<MeterPresence> find() {
    try {
      use.read();
    } catch (MeterException e) {
      return List.of(
          new MeterPresence(
              name(),
              MeterPresence.State.UNUSABLE,
              String.valueOf(e.getMessage()),
              Optional.of("Run on Linux, with /proc mounted")));
    }
    return List.of(
        MeterPresence.onRequest(
            name(),
            "The fallback where nothing can be measured: an estimate, once it is told which profile"
                + " is like this machine.",
            "model profile=server-2020-2-sockets"));
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(ProfileFile.find(settings.required("profile")).scope());
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException {
    settings.checkKnown(options().keySet());
    HostProfile profile = ProfileFile.find(settings.required("profile"));
    Optional<String> times = settings.optional("times");
    return ModelMeter.open(
        times.isPresent() ? profile.times(factor(times.get())) : profile,
        use,
        clock,
        period(settings));
  }

  private static double factor(String text) throws MeterException {
    try {
      double factor = Double.parseDouble(text);
      if (factor > 0 && Double.isFinite(factor)) {
        return factor;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new MeterException("model times=\"" + text + "\" must be a number above 0.");
  }

  private static Duration period(MeterSettings settings) throws MeterException {
    Optional<String> text = settings.optional("period");
    if (text.isEmpty()) {
      return PERIOD;
    }
    try {
      Duration period = Durations.parse(text.get());
      if (period.compareTo(SHORTEST_PERIOD) >= 0) {
        return period;
      }
    } catch (IllegalArgumentException e) {
      throw new MeterException("model period: " + e.getMessage(), e);
    }
    // Processor time is counted in hundredths of a second, so less would be noise.
    throw new MeterException("model period=\"" + text.get() + "\" must be at least 100ms.");
  }
}
