package org.quorate.cli.cluster;

import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = {"Prints the last lines of the log of a node or service."},
    footer = {
      "",
      "Example:",
      "  quorate cluster logs node2 --lines 100",
      "      the last 100 lines of the second node's log"
    })
final class ClusterLogs implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(
      paramLabel = "NODE",
      description = "The node, as node2 or 2, or the service, as master.")
  private String node = "";

  @Mixin private ClusterName name = new ClusterName();

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "40",
      description = "How many lines (default: ${DEFAULT-VALUE}).")
  private int lines = 40;

  ClusterLogs(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, EngineException {
    RunningCluster cluster = Clusters.ofUser().attach(name.orNull());
    Clusters.process(cluster, node)
        .lastLogLines(Math.max(1, lines))
        .forEach(invocation.console().output()::println);
    return ExitStatus.OK;
  }
}
