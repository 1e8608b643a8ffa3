package org.quorate.cli.power;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.core.quantity.Durations;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.watch.MeterWatch;
import org.quorate.power.watch.Watched;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = {
      "Reads a meter live, and sums up at the end: mean, lowest and highest power, energy, how often"
          + " the meter really refreshes, and what was missing.",
      "Watts are shown for each channel and for the sum of those that count; counters of energy are"
          + " differenced. A meter that cannot be trusted is refused with the reason. Passwords are"
          + " never given here: credentials=FILE or credentials=NAME says where they are, and they name"
          + " the host that they may be sent to."
    },
    footer = {
      "",
      "Examples:",
      "  quorate power watch powercap",
      "      the processors of this machine, for a minute",
      "  quorate power watch snmp address=pdu1 outlet=3,4 credentials=rack1 --duration 0",
      "      two outlets of a rack, until Ctrl-C; QUORATE_RACK1_COMMUNITY and",
      "      QUORATE_RACK1_HOST=pdu1 are in the environment",
      "  quorate power watch csv path=log.csv value=watts unit=W --recorded",
      "      a finished recording, by its own times",
      "  quorate power watch model profile=server-2020-2-sockets",
      "      no meter: an estimate from what the processors do"
    })
final class WatchMeter implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Invocation invocation;
  private final Supplier<PowerTools> source;

  @Mixin private MeterArguments arguments = new MeterArguments();

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description =
          "From one line to the next; the meter is read at least as often (default: 1s, or as the"
              + " meter says).")
  private @Nullable String interval;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "1m",
      description = "How long to look; 0 is until Ctrl-C (default: ${DEFAULT-VALUE}).")
  private String duration = "1m";

  @Option(
      names = "--recorded",
      description =
          "Read a finished file as far as it goes, by the times in it, instead of looking at what"
              + " comes.")
  private boolean recorded;

  @Option(names = "--json", description = "Print the summary as JSON, and the lines as remarks.")
  private boolean json;

  @Option(names = "--csv", description = "Print the lines as CSV, and the summary as a remark.")
  private boolean csv;

  WatchMeter(Invocation invocation, Supplier<PowerTools> source) {
    this.invocation = invocation;
    this.source = source;
  }

  @Override
  public Integer call() throws CommandFailure, IOException, InterruptedException {
    Duration length = length();
    Duration asked = asked();
    check(length, asked);
    PowerTools tools = source.get();
    MeterSettings settings = arguments.settings(tools.kinds());
    try (PowerMeter meter = tools.kinds().open(settings)) {
      Watched watched = recorded ? MeterWatch.recorded(meter) : watch(meter, tools, length, asked);
      return tell(settings, meter, watched, tools.use().cores());
    } catch (MeterException e) {
      throw CommandFailure.environment(e);
    }
  }

  private Duration length() throws CommandFailure {
    try {
      return Durations.parse(duration);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitStatus.WRONG_INPUT, "--duration: " + e.getMessage());
    }
  }

  /** Zero where no interval is given. */
  private Duration asked() throws CommandFailure {
    String text = interval;
    if (text == null) {
      return Duration.ZERO;
    }
    try {
      Duration read = Durations.parse(text);
      if (read.compareTo(SHORTEST) >= 0) {
        return read;
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitStatus.WRONG_INPUT, "--interval: " + e.getMessage());
    }
    throw new CommandFailure(ExitStatus.WRONG_INPUT, "--interval must be at least 100ms.");
  }

  private void check(Duration length, Duration asked) throws CommandFailure {
    if (json && csv) {
      throw new CommandFailure(ExitStatus.WRONG_INPUT, "Give --json or --csv, not both.");
    }
    if (csv && recorded) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "--recorded has no lines to print; leave --csv out.");
    }
    if (!length.isZero() && length.compareTo(asked) < 0) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "--duration must be at least one --interval.");
    }
  }

  private Watched watch(PowerMeter meter, PowerTools tools, Duration length, Duration asked)
      throws MeterException, IOException, InterruptedException {
    Duration usual =
        meter.period().compareTo(Duration.ofSeconds(1)) > 0
            ? meter.period()
            : Duration.ofSeconds(1);
    Duration step = asked.isZero() ? usual : asked;
    Duration period = step.compareTo(meter.period()) < 0 ? step : meter.period();
    try (MeterWatch watch = MeterWatch.start(meter, period, tools.clock())) {
      WatchLines lines = new WatchLines(invocation.console(), meter.channels(), csv, json);
      lines.begin();
      look(watch, lines, tools, length, step);
      return watch.finish();
    }
  }

  /** Looks until the time is over or Ctrl-C is pressed. */
  private static void look(
      MeterWatch watch, WatchLines lines, PowerTools tools, Duration length, Duration step) {
    long start = System.nanoTime();
    long next = step.toNanos();
    try {
      while (true) {
        boolean last = !length.isZero() && next >= length.toNanos();
        next = last ? length.toNanos() : next;
        TimeUnit.NANOSECONDS.sleep(next - (System.nanoTime() - start));
        lines.show(
            tools.clock().instant(), Duration.ofNanos(System.nanoTime() - start), watch.look());
        if (last) {
          return;
        }
        next += step.toNanos();
      }
    } catch (InterruptedException asked) {
      // The summary is of what was seen so far.
    }
  }

  private int tell(MeterSettings settings, PowerMeter meter, Watched watched, double cores)
      throws CommandFailure {
    if (!watched.hasReadings()) {
      throw new CommandFailure(
          ExitStatus.ENVIRONMENT,
          meter.name()
              + " gave no reading in this time; look longer with --duration, or read a finished file"
              + " with --recorded.",
          watched.problems(),
          null);
    }
    WatchJson view = WatchJson.of(settings, meter, watched, cores);
    if (json) {
      invocation.console().output().print(Json.text(view));
    } else {
      String text = WatchText.of(invocation.console(), view);
      (csv ? invocation.console().error() : invocation.console().output()).print(text);
    }
    invocation.console().output().flush();
    invocation.console().error().flush();
    String refused = view.refused();
    if (refused != null) {
      throw new CommandFailure(ExitStatus.ENVIRONMENT, refused, List.of(), null);
    }
    return ExitStatus.OK;
  }
}
