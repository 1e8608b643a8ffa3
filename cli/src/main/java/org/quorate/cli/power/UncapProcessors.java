package org.quorate.cli.power;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.power.cap.CapException;
import org.quorate.power.cap.CapState;
import org.quorate.power.cap.CpufreqCap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "uncap",
    description = {"Sets the processors as they were before \"quorate power cap\"."},
    footer = {"", "Example:", "  quorate power uncap", "      full speed again"})
final class UncapProcessors implements Callable<Integer> {
  private final Invocation invocation;
  private final Supplier<PowerTools> source;

  @Option(
      names = "--force",
      description =
          "Also where a process that still runs has capped them, by quorate power cap --foreground.")
  private boolean force;

  UncapProcessors(Invocation invocation, Supplier<PowerTools> source) {
    this.invocation = invocation;
    this.source = source;
  }

  @Override
  public Integer call() throws CommandFailure {
    PowerTools tools = source.get();
    CpufreqCap cap = tools.cap(tools.processors(), CapState.Lifetime.UNTIL_RESTORED);
    try {
      boolean capped = force ? cap.restoreFromAnybody() : cap.restore();
      invocation
          .console()
          .output()
          .println(
              capped
                  ? "The processors are set as they were before."
                  : "The processors were not capped.");
      return ExitStatus.OK;
    } catch (CapException e) {
      throw CommandFailure.environment(e);
    }
  }
}
