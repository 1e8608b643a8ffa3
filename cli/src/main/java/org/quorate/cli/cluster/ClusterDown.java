package org.quorate.cli.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.link.process.LinkProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "down",
    description = {
      "Stops a cluster and removes its processes, data and processor quotas; its logs stay.",
      "Clusters whose launcher died without stopping them are found and removed as well, by"
          + " process id and start time."
    },
    footer = {
      "",
      "Examples:",
      "  quorate cluster down",
      "      stops the only cluster there is",
      "  quorate cluster down --name two",
      "      stops the cluster of that name",
      "  quorate cluster down --all",
      "      stops every cluster that no running process owns"
    })
final class ClusterDown implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The same as --name.")
  private @Nullable String parameter;

  @Mixin private ClusterName option = new ClusterName();

  @Option(names = "--all", description = "Stop all clusters.")
  private boolean all;

  @Option(
      names = "--force",
      description =
          "Also stop a cluster that a running process owns, such as a study under way; that"
              + " process will fail.")
  private boolean force;

  ClusterDown(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, EngineException, IOException, InterruptedException {
    String name = name();
    Clusters clusters = Clusters.ofUser();
    List<ClusterRecord> orphans =
        clusters.registry().list().stream().filter(ClusterRecord::orphaned).toList();
    for (String cleaned : clusters.registry().cleanUpOrphans()) {
      invocation.tell("Removed cluster " + cleaned + ", whose launcher had died.");
    }
    for (ClusterRecord orphan : orphans) {
      LinkProcess.forget(orphan.directory());
    }
    for (ClusterRecord record : chosen(name, clusters, orphans)) {
      clusters.registry().cleanUp(record);
      LinkProcess.forget(record.directory());
      invocation.tell("Stopped cluster " + record.spec().name() + ".");
    }
    return ExitStatus.OK;
  }

  private @Nullable String name() throws CommandFailure {
    String named = option.orNull();
    if (named != null && parameter != null && !named.equals(parameter)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "Two clusters are named, " + parameter + " and " + named + "; name one, or use --all.");
    }
    return named == null ? parameter : named;
  }

  private List<ClusterRecord> chosen(
      @Nullable String name, Clusters clusters, List<ClusterRecord> removed) throws CommandFailure {
    List<ClusterRecord> records = clusters.registry().list();
    if (all) {
      List<ClusterRecord> free = new ArrayList<>(records);
      if (!force) {
        free.removeIf(record -> record.launcher() != null);
        records.stream().filter(record -> record.launcher() != null).forEach(this::explain);
      }
      return free;
    }
    boolean nothingLeft =
        name == null
            ? records.isEmpty()
            : removed.stream().anyMatch(record -> record.spec().name().equals(name));
    if (nothingLeft) {
      if (removed.isEmpty()) {
        invocation.tell("No cluster is running.");
      }
      return List.of();
    }
    ClusterRecord record = clusters.record(name);
    if (record.launcher() != null && !force) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "Cluster "
              + record.spec().name()
              + " belongs to process "
              + record.launcher().processId()
              + ", which is still running; end that process, or add --force.");
    }
    return List.of(record);
  }

  private void explain(ClusterRecord record) {
    if (record.launcher() != null) {
      invocation.tell(
          "Cluster "
              + record.spec().name()
              + " belongs to process "
              + record.launcher().processId()
              + ", which is still running; left alone.");
    }
  }
}
