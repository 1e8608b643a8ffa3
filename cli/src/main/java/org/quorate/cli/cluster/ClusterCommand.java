package org.quorate.cli.cluster;

import org.quorate.cli.console.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of the commands about clusters. */
@Command(
    name = "cluster",
    synopsisSubcommandLabel = "COMMAND",
    description = {"Starts, shows, disturbs and stops real clusters on this machine."},
    footer = {
      "",
      "Example:",
      "  quorate cluster up --nodes 3 --delay 5ms",
      "      three nodes, 5 ms one-way between each two"
    })
public final class ClusterCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private ClusterCommand() {}

  /** The group with all its commands. */
  public static CommandLine commandLine(Invocation invocation) {
    CommandLine group =
        new CommandLine(new ClusterCommand())
            .addSubcommand(new ClusterUp(invocation))
            .addSubcommand(new ClusterStatus(invocation))
            .addSubcommand(new ClusterTokens(invocation))
            .addSubcommand(new ClusterDown(invocation))
            .addSubcommand(new ClusterLogs(invocation));
    NodeCommand.all(invocation).forEach(group::addSubcommand);
    group.addSubcommand(new RestNodes(invocation)).addSubcommand(new WakeNodes(invocation));
    return group;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing after \"cluster\".");
  }
}
