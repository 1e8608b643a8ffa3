package org.quorate.power.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.liveness.DeadChannel;
import org.quorate.power.liveness.LivenessCheck;

/**
 * RAPL through the program {@code perf}, for users who may not read sysfs but may use performance
 * events. Packages of all sockets are one event. Perf prints the joules of each second with two
 * digits; the meter adds them up.
 */
public final class Perf implements MeterKind {
  private static final Path ROOT = Path.of("/sys/bus/event_source/devices/power");
  private static final String COMMAND = "perf";
  private static final double PRINTED_STEP = 0.01;
  private static final Duration LONGEST_START = Duration.ofSeconds(5);
  private static final String INSTALL =
      "Install it: apt install linux-perf (Debian), linux-tools-generic (Ubuntu) or perf (others)";
  private static final String PERMIT =
      "As root: setcap cap_perfmon=ep \"$(readlink -f \"$(command -v perf)\")\", or for all programs:"
          + " sysctl kernel.perf_event_paranoid=0";

  private final Path root;
  private final String command;
  private final Clock clock;
  private final LivenessCheck liveness;

  /** The kernel's events and the program that the path finds, with the time of {@code clock}. */
  public Perf(Clock clock, LivenessCheck liveness) {
    this(ROOT, COMMAND, clock, liveness);
  }

  Perf(Path root, String command, Clock clock, LivenessCheck liveness) {
    this.root = root;
    this.command = command;
    this.clock = clock;
    this.liveness = liveness;
  }

  @Override
  public String name() {
    return "perf";
  }

  @Override
  public String description() {
    return "RAPL counters through the program perf, from the kernel's events power/energy-…/";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>(Domain.OPTION);
    options.put("root", "the folder of the power events, " + ROOT + " by default");
    options.put("command", "the program, " + COMMAND + " by default");
    return options;
  }

  @Override
  public List<MeterPresence> find() throws InterruptedException {
    List<Domain> domains;
    try {
      domains = domains(root);
    } catch (IOException e) {
      return List.of(unusable(name(), root + " cannot be listed.", Optional.empty()));
    }
    if (domains.isEmpty()) {
      return List.of(
          new MeterPresence(
              name(),
              MeterPresence.State.ABSENT,
              "The kernel has no energy events under "
                  + root
                  + "; virtual machines usually have none.",
              Optional.of("On a real Intel or AMD machine, as root: modprobe rapl")));
    }
    try (PerfMeter meter = start(command, domains, Domain.PACKAGE)) {
      meter.awaitFirst(LONGEST_START);
      Map<Domain, String> dead = dead(meter, domains);
      return domains.stream().map(domain -> finding(domain, dead)).toList();
    } catch (PerfFailure e) {
      return List.of(unusable(name(), e.reason, Optional.of(e.remedy)));
    }
  }

  /** Why events cannot be believed. */
  private Map<Domain, String> dead(PerfMeter meter, List<Domain> domains)
      throws PerfFailure, InterruptedException {
    Map<Domain, String> dead = new HashMap<>();
    try {
      for (DeadChannel channel : liveness.deadChannels(meter)) {
        dead.put(domains.get(channel.index()), channel.reason());
      }
    } catch (MeterException e) {
      throw failure(command, meter.output());
    }
    for (Domain domain : domains) {
      if (meter.unsupported().contains(domain.event())) {
        dead.put(domain, "perf says that the machine does not support it");
      }
    }
    return dead;
  }

  private static MeterPresence finding(Domain domain, Map<Domain, String> dead) {
    String reason = dead.get(domain);
    if (reason != null) {
      return unusable(domain.event(), reason + ".", Optional.empty());
    }
    String use =
        switch (domain) {
          case PACKAGE -> "Counted.";
          case DRAM -> "Shown apart from the packages.";
          case PSYS -> "Not counted, since it contains the packages; zone=psys counts it alone.";
        };
    return new MeterPresence(domain.event(), MeterPresence.State.PRESENT, use, Optional.empty());
  }

  private static MeterPresence unusable(String what, String reason, Optional<String> remedy) {
    return new MeterPresence(what, MeterPresence.State.UNUSABLE, reason, remedy);
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
    String program = settings.optional("command").orElse(command);
    List<Domain> domains;
    try {
      domains = domains(folder);
    } catch (IOException e) {
      throw new MeterException("The folder " + folder + " cannot be listed.", e);
    }
    if (!domains.contains(asked)) {
      throw new MeterException(without(folder, asked, domains));
    }
    List<Domain> shown = domains.stream().filter(domain -> domain.isShownWith(asked)).toList();
    return liveness.open(name(), shown, chosen -> begin(program, chosen, asked));
  }

  private static String without(Path folder, Domain asked, List<Domain> domains) {
    String others = String.join(", ", domains.stream().map(Domain::text).toList());
    return "The kernel has no event "
        + asked.event()
        + " under "
        + folder
        + (others.isEmpty()
            ? "; virtual machines usually have none."
            : ", but those of " + others + "; zone=… chooses.");
  }

  /** The domains that the kernel has an event of. */
  private static List<Domain> domains(Path folder) throws IOException {
    List<Domain> domains = new ArrayList<>();
    for (Path event : Attributes.list(folder.resolve("events"))) {
      Domain.ofEvent(String.valueOf(event.getFileName())).ifPresent(domains::add);
    }
    domains.sort(null);
    return domains;
  }

  /** Starts perf and waits for its first interval. */
  private PerfMeter begin(String program, List<Domain> domains, Domain counted)
      throws MeterException, InterruptedException {
    PerfMeter meter = start(program, domains, counted);
    try {
      meter.awaitFirst(LONGEST_START);
    } catch (InterruptedException e) {
      meter.close();
      throw e;
    }
    if (meter.hasFailed()) {
      meter.close();
      throw failure(program, meter.output());
    }
    if (meter.unsupported().contains(counted.event())) {
      meter.close();
      throw new MeterException(
          "The machine does not support the event " + counted.event() + ", as perf says.");
    }
    return meter;
  }

  private PerfMeter start(String program, List<Domain> domains, Domain counted) throws PerfFailure {
    List<Channel> channels = new ArrayList<>();
    for (Domain domain : domains) {
      Channel channel = Channel.joules(domain.event(), domain.scope(), PRINTED_STEP);
      channels.add(domain == counted ? channel : channel.apart());
    }
    try {
      return PerfMeter.start(
          counted.named(name()),
          program,
          domains.stream().map(Domain::event).toList(),
          channels,
          clock);
    } catch (IOException e) {
      throw new PerfFailure("The program " + program + " cannot be started.", INSTALL);
    }
  }

  private static PerfFailure failure(String program, String output) {
    String lower = output.toLowerCase(Locale.ROOT);
    boolean denied = lower.contains("permission") || lower.contains("paranoid");
    return denied
        ? new PerfFailure("This user may not use performance events of all processors.", PERMIT)
        : new PerfFailure(
            "The program " + program + " measured nothing; it said: " + output + ".",
            "Try it: " + program + " stat -a -e power/energy-pkg/ sleep 1");
  }

  /** A failure with something that can be done about it. */
  private static final class PerfFailure extends MeterException {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final String remedy;

    PerfFailure(String reason, String remedy) {
      super(reason + " " + remedy + ".");
      this.reason = reason;
      this.remedy = remedy;
    }
  }
}
