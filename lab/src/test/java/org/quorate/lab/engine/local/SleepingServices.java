package org.quorate.lab.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.Service;
import org.quorate.lab.engine.StorePorts;
import org.quorate.study.progress.Progress;

/** Clusters whose nodes and services only sleep, and what was waited for when they started. */
final class SleepingServices {
  private final ClusterRegistry registry;
  private final Path directory;
  private final List<String> waitedFor = new CopyOnWriteArrayList<>();
  private volatile List<String> countedOn = List.of();

  SleepingServices(ClusterRegistry registry, Path directory) {
    this.registry = registry;
    this.directory = directory;
  }

  /** The services that were counted on when nodes or services were waited for last. */
  List<String> countedOn() {
    return countedOn;
  }

  /** The services that were waited for one by one. */
  List<String> waitedFor() {
    return waitedFor;
  }

  LocalCluster served() throws Exception {
    return served(ClusterSpec.builder("served", "1").nodes(1).build());
  }

  /** Two services beside the one node, the first of which counts time. */
  LocalCluster served(ClusterSpec spec) throws Exception {
    StorePorts ports =
        new StorePorts(
            15_721,
            15_722,
            List.of(
                new Service("clock", 15_723, 1, true, true),
                new Service("quiet", 15_724, 2, false, false)));
    ClusterRecord claimed =
        withCommands(
            registry.claim(spec, "test", directory.resolve("served"), ports), "exec sleep 600");
    ClusterRecord complete =
        claimed.withServices(
            claimed.services().stream()
                .map(service -> service.with(List.of("/bin/sh", "-c", "exec sleep 600")))
                .toList());
    for (String service : List.of("clock", "quiet")) {
      Files.createDirectories(complete.nodeDirectory(service));
    }
    registry.update(claimed, now -> complete);
    Readiness nodes = ready();
    Readiness counting =
        new Readiness() {
          @Override
          public void await(
              List<LocalService> services,
              List<LocalNode> starting,
              List<LocalNode> running,
              Progress.Task task)
              throws EngineException, InterruptedException {
            countedOn = services.stream().map(LocalService::name).toList();
            nodes.await(services, starting, running, task);
          }

          @Override
          public void await(LocalService started) {
            waitedFor.add(started.name());
          }
        };
    return LocalCluster.start(registry, complete, counting, null, Progress.silent());
  }

  /** With a directory and a command for every node. */
  ClusterRecord withCommands(ClusterRecord claimed, String script)
      throws EngineException, IOException {
    for (NodeRecord node : claimed.nodes()) {
      Files.createDirectories(claimed.nodeDirectory(node.addresses().name()));
    }
    ClusterRecord complete =
        claimed.withNodes(
            claimed.nodes().stream()
                .map(
                    node ->
                        new NodeRecord(
                            node.addresses(),
                            List.of("/bin/sh", "-c", script),
                            null,
                            NodeState.STOPPED))
                .toList());
    registry.update(claimed, now -> complete);
    return complete;
  }

  /** Ready is a node whose process has reached its program, or ended. */
  static Readiness ready() {
    return (services, starting, running, task) -> {
      for (LocalNode node : starting) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (node.isAlive() && !program(node).equals("sleep")) {
          assertThat(System.nanoTime()).isLessThan(deadline);
          Thread.onSpinWait();
        }
        if (!node.isAlive()) {
          throw new EngineException(
              node.name() + " ended with status " + node.exitStatus(), node.lastLogLines(5), null);
        }
      }
    };
  }

  private static String program(LocalNode node) {
    try {
      return Files.readString(Path.of("/proc/" + node.processId() + "/comm")).strip();
    } catch (IOException gone) {
      return "";
    }
  }
}
