package org.quorate.cli.spill;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.quorate.cli.console.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of the commands about spills. */
@Command(
    name = "spill",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Shows and drains spills: the folders in which applications that defer their writes to HBase"
          + " keep what they have accepted, until a server has acknowledged it.",
      "An application drains what it finds in its own spill directory when it starts. These commands"
          + " are for the one that never comes back."
    },
    footer = {
      "",
      "Example:",
      "  quorate spill list /var/spool/shop",
      "      what is left there, and whose it was"
    })
public final class SpillCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private SpillCommand() {}

  /** How a cluster is reached. */
  interface Connector {
    Connection connect(Configuration configuration) throws IOException;
  }

  /** The group with all its commands. */
  public static CommandLine commandLine(Invocation invocation) {
    return commandLine(invocation, SpillCommand::connect);
  }

  static CommandLine commandLine(Invocation invocation, Connector connector) {
    return new CommandLine(new SpillCommand())
        .addSubcommand(new ListSpill(invocation))
        .addSubcommand(new DrainSpill(invocation, connector));
  }

  /**
   * Connects to a cluster. Hadoop's login does not ask the connection's settings whether Kerberos
   * is wanted, so it is handed them.
   *
   * @throws IllegalArgumentException if a setting has no such value, or this machine has no realm
   */
  static Connection connect(Configuration configuration) throws IOException {
    UserGroupInformation.setConfiguration(configuration);
    return ConnectionFactory.createConnection(configuration);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing after \"spill\".");
  }
}
