package org.quorate.cli.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.lab.cassandra.rest.RestingReplicas;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "wake",
    description = {
      "Wakes nodes that rest: starts them without clients, waits until they have all that others"
          + " kept for them, and only then admits clients.",
      "Where that may not be all that they missed, because they were away for longer than the hint"
          + " window or a node that kept it has died, they are repaired first."
    },
    footer = {
      "",
      "Example:",
      "  quorate cluster wake node4 node5 node6",
      "      all three have clients again when none lacks anything"
    })
final class WakeNodes implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(paramLabel = "NODE", arity = "1..*", description = "The nodes, as node4 or 4.")
  private List<String> nodes = new ArrayList<>();

  @Mixin private ClusterName name = new ClusterName();

  @Option(
      names = "--repair",
      description =
          "Repair them in any case, as where hints were switched off and on again meanwhile.")
  private boolean repair;

  WakeNodes(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, EngineException, InterruptedException {
    RunningCluster cluster = Clusters.ofUser().attachCassandra(name.orNull());
    List<String> names = Clusters.names(cluster, nodes);
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console());
        Progress.Task task = progress.start("waking nodes", names.size(), "nodes")) {
      new RestingReplicas(cluster).wake(names, repair, task, progress::message);
      task.advance(names.size());
    }
    names.forEach(node -> invocation.tell(node + " is awake, and has clients again."));
    return ExitStatus.OK;
  }
}
