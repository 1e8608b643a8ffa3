package org.quorate.cli.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    description = {
      "Shows every cluster on this machine: its nodes, what they use, and what its links carry."
    },
    footer = {
      "",
      "Example:",
      "  quorate cluster status --json",
      "      the same for programs: clusters, nodes and links"
    })
final class ClusterStatus implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ClusterStatus(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws EngineException, IOException {
    Clusters clusters = Clusters.ofUser();
    List<ClusterJson> views = new ArrayList<>();
    for (ClusterRecord record : clusters.registry().list()) {
      views.add(ClusterJson.of(record, clusters.attach(record)));
    }
    if (json) {
      invocation.console().output().print(Json.text(Map.of("clusters", views)));
    } else if (views.isEmpty()) {
      invocation.console().output().println("No cluster is running.");
    }
    if (!json) {
      views.forEach(view -> invocation.console().output().print(ClusterText.of(view)));
    }
    return ExitStatus.OK;
  }
}
