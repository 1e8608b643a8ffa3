package org.quorate.cli;

import org.quorate.cli.agent.AgentCommand;
import org.quorate.cli.cluster.ClusterCommand;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Logs;
import org.quorate.cli.estimate.EstimateCommand;
import org.quorate.cli.history.CheckHistory;
import org.quorate.cli.observe.ObserveCommand;
import org.quorate.cli.power.PowerCommand;
import org.quorate.cli.rest.RestCommand;
import org.quorate.cli.shell.CompletionScript;
import org.quorate.cli.shell.WriteManual;
import org.quorate.cli.spill.SpillCommand;
import org.quorate.cli.study.Backends;
import org.quorate.cli.study.Demo;
import org.quorate.cli.study.RenderReport;
import org.quorate.cli.study.SendLoad;
import org.quorate.cli.study.StudyCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of all commands. */
@Command(
    name = "quorate",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Measures what consistency costs: throughput, latency, exact stale reads and processor time"
          + " of a replicated store at every consistency level."
    },
    footer = {
      "",
      "Example:",
      "  quorate demo",
      "      compares Quorate with ONE, QUORUM and ALL on three real Cassandra nodes"
    })
public final class QuorateCommand implements Runnable {
  private static final int NARROWEST = 80;
  private static final int WIDEST = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Tell more; with an error, print its stack trace.")
  private boolean verbose;

  private QuorateCommand() {}

  /** All commands, ready to execute. */
  public static CommandLine commandLine(Invocation invocation, Backends backends) {
    QuorateCommand root = new QuorateCommand();
    Console console = invocation.console();
    FailureHandler failures = new FailureHandler(invocation, () -> root.verbose);
    CommandLine commandLine =
        new CommandLine(root)
            .addSubcommand(new Demo(invocation, backends))
            .addSubcommand(StudyCommand.commandLine(invocation, backends))
            .addSubcommand(new RenderReport(invocation))
            .addSubcommand(new SendLoad(invocation))
            .addSubcommand(new CheckHistory(invocation))
            .addSubcommand(ClusterCommand.commandLine(invocation))
            .addSubcommand(new ObserveCommand(invocation))
            .addSubcommand(new AgentCommand(invocation))
            .addSubcommand(new RestCommand(invocation))
            .addSubcommand(new EstimateCommand(invocation))
            .addSubcommand(PowerCommand.commandLine(invocation))
            .addSubcommand(SpillCommand.commandLine(invocation))
            .addSubcommand(new CompletionScript())
            .addSubcommand(new WriteManual());
    commandLine
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version and the commit it was built from.")
                .build());
    complete(commandLine);
    return commandLine
        .setOut(console.output())
        .setErr(console.error())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(console.colourOutput() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(
            Math.max(NARROWEST, Math.min(WIDEST, console.outputColumns().orElse(NARROWEST))))
        .setExecutionStrategy(
            parsed -> {
              Logs.configure(console.error(), root.verbose);
              PowerCommand.restoreOrphanedCap(invocation);
              return new CommandLine.RunLast().execute(parsed);
            })
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }

  /** What every command has: help for its usage, and what its exit status means. */
  private static void complete(CommandLine commandLine) {
    CommandSpec spec = commandLine.getCommandSpec();
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    spec.usageMessage()
        .abbreviateSynopsis(true)
        .sortOptions(false)
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(ExitStatus.meanings());
    commandLine.getSubcommands().values().forEach(QuorateCommand::complete);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing.");
  }
}
