package org.quorate.cli.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.cli.console.TimeText;
import org.quorate.core.power.PowerCurve;
import org.quorate.core.quantity.Durations;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.model.CalibratedProfile;
import org.quorate.power.model.Calibration;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;
import org.quorate.report.format.Numbers;
import org.quorate.study.io.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "calibrate",
    description = {
      "Makes a power model of this machine with any meter of it: loads the processors to some shares,"
          + " measures at each, and writes a profile.",
      "Later, where the meter is not at hand, \"model profile=FILE\" estimates with it. Nothing else"
          + " should run meanwhile. The profile's error is worked out as docs/power.md says; it does"
          + " not contain the meter's own."
    },
    footer = {
      "",
      "Examples:",
      "  quorate power calibrate snmp address=pdu1 outlet=3 credentials=rack1 --out node3.yaml",
      "      four loads, 50 s each",
      "  quorate power watch model profile=node3.yaml",
      "      what that profile estimates now"
    })
final class CalibrateMachine implements Callable<Integer> {
  private static final String ENDING = ".yaml";

  /** A meter that says too little in so short a time is refused when its energy is worked out. */
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Invocation invocation;
  private final Supplier<PowerTools> source;

  @Mixin private MeterArguments arguments = new MeterArguments();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where the profile goes, such as node3.yaml; its name becomes the profile's.")
  private Path out = Path.of("");

  @Option(
      names = "--shares",
      paramLabel = "PERCENT,...",
      defaultValue = "0,10,50,100",
      description = "Loads to measure at, 0 and 100 among them (default: ${DEFAULT-VALUE}).")
  private String shares = "0,10,50,100";

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      defaultValue = "20s",
      description =
          "How long a load is held before it is measured, so that clocks and fans settle"
              + " (default: ${DEFAULT-VALUE}).")
  private String settle = "20s";

  @Option(
      names = "--measure",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long each load is measured (default: ${DEFAULT-VALUE}).")
  private String measure = "30s";

  @Option(names = "--force", description = "Replace the file if it is there.")
  private boolean force;

  CalibrateMachine(Invocation invocation, Supplier<PowerTools> source) {
    this.invocation = invocation;
    this.source = source;
  }

  @Override
  public Integer call() throws CommandFailure, IOException, InterruptedException {
    List<Double> loads = loads();
    Duration settling = duration("--settle", settle, Duration.ZERO);
    Duration measuring = duration("--measure", measure, SHORTEST);
    String name = checkedName();
    PowerTools tools = source.get();
    MeterSettings settings = arguments.settings(tools.kinds());
    if (settings.kind().equals("model")) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "A model cannot calibrate a model; name a meter that measures, see: quorate power list");
    }
    HostProfile profile;
    try (PowerMeter meter = tools.kinds().open(settings)) {
      CalibratedProfile.scope(meter);
      PowerCurve curve = measure(meter, tools, loads, settling, measuring);
      profile =
          CalibratedProfile.of(
              name,
              curve,
              meter,
              loads,
              (int) Math.max(1, Math.round(tools.use().cores())),
              LocalDate.ofInstant(tools.clock().instant(), ZoneId.systemDefault()),
              settling,
              measuring);
    } catch (MeterException e) {
      throw CommandFailure.environment(e);
    }
    refuseToReplace();
    WholeFile.write(out, ProfileFile.text(profile));
    tell(profile);
    return ExitStatus.OK;
  }

  private List<Double> loads() throws CommandFailure {
    TreeSet<Double> read = new TreeSet<>();
    for (String text : shares.split(",", -1)) {
      try {
        read.add(Double.parseDouble(text.strip()) / 100);
      } catch (NumberFormatException e) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT,
            "--shares has \""
                + text
                + "\", which is no number; write per cents, such as"
                + " 0,10,50,100.");
      }
    }
    if (read.first() != 0 || read.last() != 1) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "--shares must go from 0 to 100, such as 0,10,50,100: what lies beyond the loads that were"
              + " measured is not known.");
    }
    return List.copyOf(read);
  }

  private static Duration duration(String option, String text, Duration least)
      throws CommandFailure {
    try {
      Duration read = Durations.parse(text);
      if (read.compareTo(least) >= 0) {
        return read;
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitStatus.WRONG_INPUT, option + ": " + e.getMessage());
    }
    throw new CommandFailure(
        ExitStatus.WRONG_INPUT, option + " must be at least " + Durations.format(least) + ".");
  }

  /** The profile's name, when the file can be written. Asked before minutes are spent. */
  private String checkedName() throws CommandFailure {
    String file = String.valueOf(out.getFileName());
    if (!file.endsWith(ENDING) || file.length() == ENDING.length()) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "--out must be a name that ends in .yaml, such as node3.yaml.");
    }
    Path folder = out.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "Nothing can be written into the folder of --out " + out + "; name another.");
    }
    refuseToReplace();
    return file.substring(0, file.length() - ENDING.length())
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9-]+", "-");
  }

  private void refuseToReplace() throws CommandFailure {
    if (Files.exists(out) && !force) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The file " + out + " is there already; name another, or replace it with --force.");
    }
  }

  private PowerCurve measure(
      PowerMeter meter, PowerTools tools, List<Double> loads, Duration settling, Duration measuring)
      throws MeterException, InterruptedException {
    invocation.tell(
        "Calibrating with "
            + meter.name()
            + ": "
            + loads.size()
            + " loads, about "
            + TimeText.ofNanos(settling.plus(measuring).multipliedBy(loads.size()).toNanos())
            + "; nothing else should run meanwhile.");
    try (Calibration.ProcessorLoad load = tools.load().get()) {
      return new Calibration(meter, tools.use(), load, tools.clock())
          .measure(loads, settling, measuring, new Steps());
    }
  }

  /** Tells of every step. */
  private final class Steps implements Calibration.Listener {
    @Override
    public void measuring(double share) {
      invocation.tell(String.format(Locale.ROOT, "  load %3.0f %% ...", 100 * share));
    }

    @Override
    public void measured(PowerCurve.Point point) {
      invocation.tell(
          String.format(
              Locale.ROOT,
              "  %.1f %% of the processors busy: %s W",
              100 * point.utilisation(),
              Numbers.of(point.watts())));
    }
  }

  /** A path as one word of a shell. */
  private static String word(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./-]+") ? text : '\'' + text.replace("'", "'\\''") + '\'';
  }

  private void tell(HostProfile profile) {
    Paragraphs text = Paragraphs.of(invocation.console());
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("load", "watts", "straight line"));
    PowerCurve line = PowerCurve.linear(profile.curve().idleWatts(), profile.curve().busyWatts());
    for (PowerCurve.Point point : profile.curve().points()) {
      rows.add(
          List.of(
              Numbers.wholePercent(point.utilisation()),
              Numbers.of(point.watts()),
              Numbers.of(line.watts(point.utilisation()))));
    }
    text.table(2, rows);
    text.sentence(
        0,
        "Written to "
            + out
            + ": profile "
            + profile.name()
            + " ("
            + profile.scope().text()
            + "), which may be off by "
            + Numbers.wholePercent(profile.relativeError())
            + " and by the meter's own error.");
    text.sentence(0, "Use it with:");
    text.verbatim(
        2, invocation.installation().command() + " power watch model profile=" + word(out));
    invocation.console().output().print(text.text());
  }
}
