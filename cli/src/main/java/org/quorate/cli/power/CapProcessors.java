package org.quorate.cli.power;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.power.cap.Cap;
import org.quorate.power.cap.CapException;
import org.quorate.power.cap.CapState;
import org.quorate.power.cap.CpufreqCap;
import org.quorate.report.format.Numbers;
import org.quorate.report.terminal.Style;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "cap",
    description = {
      "Makes all processors of this machine slower, by the highest frequency that they may use.",
      "What was set before is written down first, so that \"quorate power uncap\" can put it back,"
          + " whatever happens in between. The cap stays when the command ends, or, with"
          + " --foreground, until Ctrl-C; if that process is killed, the next Quorate command puts"
          + " the processors back. Needs root, and a machine that scales frequencies: virtual"
          + " machines do not."
    },
    footer = {
      "",
      "Example:",
      "  quorate power cap --share 0.6",
      "      60 %% of the highest frequency, until quorate power uncap"
    })
final class CapProcessors implements Callable<Integer> {
  private final Invocation invocation;
  private final Supplier<PowerTools> source;

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      required = true,
      description = "Of the processors' highest frequency, above 0 and at most 1.")
  private double share;

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "The kernel's folder of processors (default: /sys/devices/system/cpu).")
  private @Nullable Path root;

  @Option(
      names = "--foreground",
      description = "Keep the cap until Ctrl-C, then put back what was set before.")
  private boolean foreground;

  @Option(names = "--json", description = "Print what was set as JSON.")
  private boolean json;

  CapProcessors(Invocation invocation, Supplier<PowerTools> source) {
    this.invocation = invocation;
    this.source = source;
  }

  @Override
  public Integer call() throws CommandFailure {
    if (!(share > 0 && share <= 1)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "--share must be above 0 and at most 1, such as 0.6.");
    }
    PowerTools tools = source.get();
    Path folder = root;
    CpufreqCap cap =
        tools.cap(
            folder == null ? tools.processors() : folder,
            foreground ? CapState.Lifetime.PROCESS : CapState.Lifetime.UNTIL_RESTORED);
    try {
      Cap on = cap.apply(share);
      tell(on);
      if (foreground) {
        keep(cap);
      }
      return ExitStatus.OK;
    } catch (CapException e) {
      throw CommandFailure.environment(e);
    }
  }

  private void tell(Cap on) {
    Style style = new Style(false, invocation.console().unicode());
    invocation
        .console()
        .output()
        .print(
            json
                ? Json.text(on)
                : style.plain(
                        "Capped to "
                            + Numbers.wholePercent(on.reached())
                            + ": "
                            + on.detail()
                            + " (read back).")
                    + "\n");
    invocation.console().output().flush();
    invocation.tell(
        foreground
            ? "The cap stays until Ctrl-C."
            : "Put it back with: " + invocation.installation().command() + " power uncap");
  }

  private void keep(CpufreqCap cap) throws CapException {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException asked) {
      cap.restore();
      invocation.tell("The processors are set as they were before.");
    }
  }
}
