package org.quorate.cli.cluster;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description = {
      "Starts a cluster of real Cassandra or HBase servers on this machine.",
      "The cluster goes on running when the command returns, which it does as soon as every node"
          + " answers clients and all agree on who is there. It listens on loopback addresses only."
    },
    footer = {
      "",
      "Examples:",
      "  quorate cluster up --nodes 3 --delay 5ms",
      "      three nodes, 5 ms one-way between each two",
      "  quorate cluster up --dc dc1:3,dc2:3 --processor-quota 0.3 --name two",
      "      two data centres of three small nodes each",
      "  quorate cluster up --nodes 4 --pools hot-cold --quick-compiler",
      "      every other node is hot, and owns twice the range of a cold one",
      "  quorate cluster up --engine hbase --nodes 3",
      "      three region servers, with a ZooKeeper and a master"
    })
final class ClusterUp implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(
      names = "--foreground",
      description = "Keep the cluster until Ctrl-C, then stop it, instead of leaving it running.")
  private boolean foreground;

  @Option(names = "--json", description = "Print what was started as JSON.")
  private boolean json;

  ClusterUp(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, EngineException, IOException, InterruptedException {
    Clusters clusters = Clusters.ofUser();
    ClusterSpec spec;
    DelayDistribution delay;
    try {
      spec = options.spec();
      delay = options.delay();
    } catch (IllegalArgumentException impossible) {
      throw CommandFailure.wrongInput(impossible);
    }
    try (RunningCluster cluster = start(clusters, spec, delay)) {
      if (!foreground) {
        cluster.detach();
      }
      ClusterJson view = ClusterJson.of(clusters.record(spec.name()), cluster);
      invocation.console().output().print(json ? Json.text(view) : ClusterText.of(view));
      invocation.console().output().flush();
      if (foreground) {
        return keep(spec);
      }
      invocation.tell(
          "Stop it with: "
              + invocation.installation().command()
              + " cluster down --name "
              + spec.name());
    }
    return ExitStatus.OK;
  }

  private RunningCluster start(Clusters clusters, ClusterSpec spec, DelayDistribution delay)
      throws EngineException, InterruptedException {
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console())) {
      return clusters
          .engine(options.engine(), delay)
          .start(spec, clusters.registry().defaultDirectory(spec.name()), progress);
    }
  }

  private int keep(ClusterSpec spec) {
    invocation.tell("Cluster " + spec.name() + " runs until Ctrl-C.");
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException asked) {
      invocation.tell("Stopping cluster " + spec.name() + "...");
    }
    return ExitStatus.OK;
  }
}
