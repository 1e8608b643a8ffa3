package org.quorate.cli.cluster;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "tokens",
    description = {
      "Prints a token for every node of a cluster of yours with hot and cold nodes.",
      "Set it as initial_token, with num_tokens: 1, or move a node to it. Nothing is started."
    },
    footer = {
      "",
      "Example:",
      "  quorate cluster tokens --nodes 6 --pools hot-cold",
      "      every other of six nodes is hot, and owns twice the range of a cold one"
    })
final class ClusterTokens implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of nodes in one data centre (default: 3).")
  private @Nullable Integer nodes;

  @Option(
      names = "--dc",
      paramLabel = "DC:NODES,...",
      description = "Several data centres, instead of --nodes, such as dc1:6,dc2:6.")
  private @Nullable String dataCenters;

  @Option(
      names = "--pools",
      paramLabel = "LAYOUT",
      defaultValue = "hot-cold",
      description =
          "balanced, hot-cold (half of the nodes are hot), mostly-hot, mostly-cold, \"hot 1 of 4\","
              + " \"hot-cold 3:1\" (default: ${DEFAULT-VALUE}).")
  private String pools = "hot-cold";

  @Option(
      names = "--replication-factor",
      paramLabel = "R",
      description =
          "Replicas of each row in each data centre, to tell what every node holds (default: 3, or"
              + " the number of nodes if that is less).")
  private @Nullable Integer replicationFactor;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ClusterTokens(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure {
    TokenTable table;
    try {
      table = TokenTable.of(spec());
    } catch (IllegalArgumentException impossible) {
      throw CommandFailure.wrongInput(impossible);
    }
    invocation.console().output().print(json ? Json.text(table) : table.text());
    return ExitStatus.OK;
  }

  private ClusterSpec spec() {
    if (nodes != null && dataCenters != null) {
      throw new IllegalArgumentException(
          "--nodes and --dc both say how many nodes there are; leave one of them out.");
    }
    ClusterSpec.Builder builder =
        ClusterSpec.builder("plan", CassandraEngine.DEFAULT_VERSION)
            .pools(PoolLayout.parse(pools))
            .dataCenters(
                dataCenters == null
                    ? List.of(new DataCenter("dc1", nodes == null ? 3 : nodes, 1))
                    : DataCenterList.parse(dataCenters));
    if (replicationFactor != null) {
      builder.replicationFactor(replicationFactor);
    }
    return builder.build();
  }
}
