package org.quorate.cli.spill;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.folder.SpillDirectory;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "drain",
    description = {
      "Applies the writes that processes have left in a spill directory, in the order in which they"
          + " were accepted, and removes the folders of which nothing is left.",
      "Folders that a running process has are left alone, also when that process is only paused."
          + " Draining can be stopped and begun again at any time: a write that is applied twice"
          + " has the same timestamp both times. Servers that do not answer are waited for, some"
          + " three minutes, so that others can take over from one that has crashed.",
      "Exit status 1 says that writes may remain: a running process has a folder, a table refuses"
          + " them, or a folder is of another cluster, damaged, of another version, or cannot be"
          + " read or removed."
          + " Status 3 says that the servers did not answer; run it again when they do.",
      "On a cluster secured by Kerberos, run kinit first: its ticket is used. That was not tried on"
          + " such a cluster."
    },
    footer = {
      "",
      "Examples:",
      "  quorate spill drain /var/spool/shop --config /etc/hbase/hbase-site.xml",
      "      into the cluster of that file",
      "  quorate spill drain /var/spool/shop --quorum zk1,zk2,zk3",
      "      into the cluster of these ZooKeeper servers"
    })
final class DrainSpill implements Callable<Integer> {
  private final Invocation invocation;
  private final SpillCommand.Connector connector;

  @Parameters(paramLabel = "DIR", description = "The spill directory, or one folder in it.")
  private Path directory = Path.of("");

  @Mixin private ClusterAccess cluster = new ClusterAccess();

  @Option(
      names = "--before-damage",
      description =
          "Of a damaged folder, apply what was accepted before the damage; the folder stays.")
  private boolean beforeDamage;

  @Option(
      names = "--elsewhere",
      description =
          "Apply also what was written for another cluster, such as one that this cluster has taken"
              + " the place of, or to a table that was truncated or made anew since.")
  private boolean elsewhere;

  @Option(
      names = "--discard-table",
      paramLabel = "TABLE",
      description = "Throw the writes to this table away, such as one dropped. May be repeated.")
  private List<String> discarded = new ArrayList<>();

  @Option(names = "--json", description = "Print what was done as JSON.")
  private boolean json;

  DrainSpill(Invocation invocation, SpillCommand.Connector connector) {
    this.invocation = invocation;
    this.connector = connector;
  }

  @Override
  public Integer call() throws CommandFailure, IOException {
    DrainSettings settings = new DrainSettings(beforeDamage, tables(), elsewhere);
    SpillDirectory spill = spill();
    List<FolderDrain> drained = drain(spill, cluster.configuration(), settings);
    Paragraphs out = Paragraphs.of(invocation.console());
    if (!json) {
      new SpillText(out, invocation.installation().command()).drain(directory, drained);
    }
    invocation
        .console()
        .output()
        .print(json ? Json.text(drained.stream().map(SpillJson.Drain::of).toList()) : out.text());
    return status(drained);
  }

  private SpillDirectory spill() throws CommandFailure {
    try {
      return SpillDirectory.at(directory);
    } catch (SpillException e) {
      throw CommandFailure.wrongInput(e);
    }
  }

  private List<FolderDrain> drain(
      SpillDirectory spill, Configuration configuration, DrainSettings settings)
      throws CommandFailure, IOException {
    try (Connection connection = connect(configuration)) {
      return spill.drain(new ConnectionTarget(connection), settings);
    } catch (SpillException e) {
      throw CommandFailure.environment(e);
    }
  }

  private Connection connect(Configuration configuration) throws CommandFailure, IOException {
    try {
      return connector.connect(configuration);
    } catch (IOException e) {
      if (e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException)) {
        throw e;
      }
      throw new CommandFailure(
          ExitStatus.ENVIRONMENT,
          "The HBase cluster cannot be reached ("
              + e.getMessage()
              + "); nothing was touched: check its ZooKeeper servers, whether it runs and, where it"
              + " is secured, your ticket.",
          List.of(),
          e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "HBase's client cannot work with these settings ("
              + e.getMessage()
              + "); nothing was touched: check --config and --set and, for Kerberos, this machine's"
              + " krb5.conf.",
          List.of(),
          e);
    }
  }

  private Set<TableName> tables() throws CommandFailure {
    Set<TableName> tables = new HashSet<>();
    for (String name : discarded) {
      try {
        tables.add(TableName.valueOf(name));
      } catch (IllegalArgumentException e) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT,
            "\"" + name + "\" cannot be the name of a table; check --discard-table.",
            List.of(),
            e);
      }
    }
    return tables;
  }

  private static int status(List<FolderDrain> drained) {
    boolean away =
        drained.stream().anyMatch(folder -> folder.outcome() == FolderDrain.Outcome.INTERRUPTED);
    if (away) {
      return ExitStatus.ENVIRONMENT;
    }
    // Also of a folder that is in use: whoever drains may mean to remove the directory next.
    return drained.stream().allMatch(folder -> folder.outcome() == FolderDrain.Outcome.DRAINED)
        ? ExitStatus.OK
        : ExitStatus.NOT_HELD;
  }
}
