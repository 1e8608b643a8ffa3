package org.quorate.cli.cluster;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.cli.rest.DeclaredUse;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.RestingReplicas;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "rest",
    description = {
      "Sends nodes of a Cassandra cluster to rest, if its rows allow it: clients are refused, all is"
          + " written to disk, the process ends. Others keep what they miss until they are woken.",
      "All levels that clients use have to be said; no server tells. docs/rest.md says what may rest and"
          + " why. A command that was interrupted is given again, or undone by wake.",
      "With --by-load it stays, looks at what the nodes have to do, and has these rest and wake"
          + " together until Ctrl-C, with a sentence for each decision."
    },
    footer = {
      "",
      "Examples:",
      "  quorate cluster rest node4 node5 node6",
      "      the nodes of a data centre without clients, which use LOCAL_QUORUM",
      "  quorate cluster rest node5 --write-level ONE --read-level ONE --failures 0",
      "      none else may fail",
      "  quorate cluster rest node4 node5 node6 --by-load 2000/s",
      "      until Ctrl-C; awake while another has over 2,000 operations a second"
    })
final class RestNodes implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(paramLabel = "NODE", arity = "1..*", description = "The nodes, as node4 or 4.")
  private List<String> nodes = new ArrayList<>();

  @Mixin private ClusterName name = new ClusterName();

  @Mixin private DeclaredUse use = new DeclaredUse();

  @Option(
      names = "--clients",
      paramLabel = "DC",
      split = ",",
      description =
          "Data centres that clients are in, whether or not they are connected now (default: those"
              + " with connections).")
  private Set<String> clients = new LinkedHashSet<>();

  @ArgGroup(exclusive = false, heading = "By the load:%n")
  private @Nullable ByLoadOptions byLoad;

  RestNodes(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, EngineException, InterruptedException {
    RestTerms terms;
    @Nullable GearPolicy policy;
    try {
      terms = use.terms(clients);
      policy = byLoad == null ? null : byLoad.policy();
    } catch (IllegalArgumentException impossible) {
      throw CommandFailure.wrongInput(impossible);
    }
    RunningCluster cluster = Clusters.ofUser().attachCassandra(name.orNull());
    List<String> names = Clusters.names(cluster, nodes);
    return policy == null
        ? once(cluster, names, terms)
        : new RestByLoad(invocation, cluster, names, terms, use.levels(), policy).run();
  }

  private int once(RunningCluster cluster, List<String> names, RestTerms terms)
      throws EngineException, InterruptedException {
    RestingReplicas replicas = new RestingReplicas(cluster);
    MayRest decision;
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console());
        Progress.Task task = progress.start("sending nodes to rest", names.size(), "nodes")) {
      decision = replicas.rest(names, terms, use.levels(), task);
      task.advance(names.size());
    }
    decision.notes().forEach(invocation::tell);
    for (String node : names) {
      replicas
          .journal()
          .of(node)
          .ifPresent(
              entry ->
                  invocation.tell(
                      node
                          + " rests until "
                          + entry.until().truncatedTo(ChronoUnit.SECONDS)
                          + " at most."));
    }
    invocation.tell(
        "The limit is "
            + decision.limit()
            + ", less a tenth and the time to wake. Nothing wakes them by itself, other than with"
            + " --by-load; wake them with: "
            + wakeCommand(invocation, cluster, names));
    return ExitStatus.OK;
  }

  static String wakeCommand(Invocation invocation, RunningCluster cluster, List<String> names) {
    return invocation.installation().command()
        + " cluster wake "
        + String.join(" ", names)
        + " --name "
        + cluster.spec().name();
  }
}
