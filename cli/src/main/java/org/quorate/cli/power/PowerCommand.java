package org.quorate.cli.power;

import java.time.Clock;
import java.util.function.Supplier;
import org.quorate.cli.console.Invocation;
import org.quorate.power.cap.CapException;
import org.quorate.power.cap.CapState;
import org.quorate.power.cap.CpufreqCap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of the commands about power. */
@Command(
    name = "power",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Finds and reads meters of power and energy, models what no meter tells, and caps processors.",
      "docs/power.md describes every meter, its options and its traps."
    },
    footer = {
      "",
      "Example:",
      "  quorate power list",
      "      which meters this machine has, which not, and what to do about it"
    })
public final class PowerCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private PowerCommand() {}

  /** The group with all its commands. */
  public static CommandLine commandLine(Invocation invocation) {
    return commandLine(invocation, PowerTools::ofThisMachine);
  }

  static CommandLine commandLine(Invocation invocation, Supplier<PowerTools> tools) {
    return new CommandLine(new PowerCommand())
        .addSubcommand(new ListMeters(invocation, tools))
        .addSubcommand(new WatchMeter(invocation, tools))
        .addSubcommand(new ListModels(invocation))
        .addSubcommand(new CalibrateMachine(invocation, tools))
        .addSubcommand(new CapProcessors(invocation, tools))
        .addSubcommand(new UncapProcessors(invocation, tools));
  }

  /**
   * Puts back what a process has left behind that capped the processors and was killed. Says so;
   * costs next to nothing where there is nothing to do.
   */
  public static void restoreOrphanedCap(Invocation invocation) {
    CpufreqCap cap =
        new CpufreqCap(
            CpufreqCap.processors(),
            PowerTools.capStateOfUser(),
            CapState.Lifetime.PROCESS,
            Clock.systemUTC());
    try {
      if (cap.restoreOrphan()) {
        invocation.tell(
            "The processors were still capped by a process that was killed; they are set as they"
                + " were before.");
      }
    } catch (CapException e) {
      invocation.tell("quorate: " + e.getMessage());
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing after \"power\".");
  }
}
