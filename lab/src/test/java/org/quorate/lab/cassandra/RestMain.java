package org.quorate.lab.cassandra;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.core.level.Level;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.RestingReplicas;
import org.quorate.lab.cassandra.rest.UsedLevels;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;

/** A controller to be killed: sends a node of a cluster to rest, or wakes it. */
final class RestMain {
  private RestMain() {}

  /** Begins one in a process of its own. */
  static Process start(String cluster, String command, String node) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            RestMain.class.getName(),
            cluster,
            command,
            node)
        .inheritIO()
        .start();
  }

  public static void main(String[] arguments) throws Exception {
    RunningCluster cluster = LabDirectories.engine(null).attach(arguments[0]);
    RestingReplicas replicas = new RestingReplicas(cluster);
    List<String> nodes = List.of(arguments[2]);
    Progress.Task task = Progress.silent().start("", 0, "");
    Map<String, Command> commands =
        Map.of(
            "rest",
            () ->
                replicas.rest(
                    nodes,
                    RestTerms.DEFAULT,
                    new UsedLevels(Set.of(Level.LOCAL_QUORUM), Set.of(Level.LOCAL_QUORUM)),
                    task),
            "wake",
            () -> replicas.wake(nodes, false, task, System.out::println));
    requireNonNull(commands.get(arguments[1])).run();
  }

  private interface Command {
    void run() throws Exception;
  }
}
