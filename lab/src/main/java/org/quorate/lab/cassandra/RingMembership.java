package org.quorate.lab.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.io.Tree;
import org.quorate.study.io.WholeFile;

/**
 * Has nodes of a cluster leave its ring and join it again, as an operator does. A node joins with
 * the tokens that it had, so that the ring is in the end what it was; what others still hold of its
 * ranges stays with them, unread. Used by one thread.
 */
public final class RingMembership {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long BETWEEN_LOOKS_MILLIS = 100;
  private static final String NO_BOOTSTRAP = "auto_bootstrap: false\n";

  private final RunningCluster cluster;

  public RingMembership(RunningCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Has a node stream what it has to others and leave the ring (decommission), and ends its
   * process.
   *
   * @throws EngineException when it cannot leave
   */
  public void leave(RunningNode node) throws EngineException, InterruptedException {
    try (Management management = Management.connect(node.managementPort())) {
      management.decommission();
    } catch (IOException e) {
      throw failure(node, "leave", e);
    }
    node.stop();
    awaitSettled(node);
  }

  /**
   * Starts a node that has left, with nothing on its disk: others stream to it what it is a replica
   * of (bootstrap). Ends when all nodes take it for a member.
   *
   * @throws EngineException when it cannot join
   */
  public void join(RunningNode node) throws EngineException, InterruptedException {
    Path directory = cluster.directory().resolve(node.name());
    try {
      for (Path each :
          List.of(
              CassandraConfiguration.data(directory),
              CassandraConfiguration.commitLog(directory),
              CassandraConfiguration.hints(directory))) {
        Tree.delete(each);
      }
      Path file = directory.resolve("cassandra.yaml");
      WholeFile.write(file, joining(Files.readString(file), seed(node)));
      Path arguments = JavaOptions.file(directory);
      String own = Files.readString(arguments);
      WholeFile.write(arguments, JavaOptions.joining(own));
      try {
        node.restart();
      } finally {
        WholeFile.write(arguments, own);
      }
    } catch (IOException e) {
      throw failure(node, "join", e);
    }
    awaitSettled(node);
  }

  /** A node that has joined, or left, says so before all others have heard of it. */
  private void awaitSettled(RunningNode changed) throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (RunningNode node : cluster.nodes()) {
      if (node.state() != NodeState.READY) {
        continue;
      }
      try (Management management = Management.connect(node.managementPort())) {
        while (!management.isRingSettled()) {
          if (System.nanoTime() > deadline) {
            throw new IOException("half a minute later " + node.name() + " has not heard of it");
          }
          TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
        }
      } catch (IOException e) {
        throw failure(changed, "be seen to change", e);
      }
    }
  }

  private static String seed(RunningNode node) {
    return node.advertisedStorageAddress().getAddress().getHostAddress()
        + ":"
        + node.advertisedStorageAddress().getPort();
  }

  /**
   * A node that is a seed of its own would take itself for the first of the ring, and not stream.
   */
  static String joining(String yaml, String own) {
    String quoted = Pattern.quote(own);
    return yaml.replace(NO_BOOTSTRAP, NO_BOOTSTRAP.replace("false", "true"))
        .replaceFirst("(?<=[',])" + quoted + ",", "")
        .replaceFirst("," + quoted + "(?=')", "");
  }

  private static EngineException failure(RunningNode node, String what, IOException e) {
    return new EngineException(
        node.name()
            + " could not "
            + what
            + " the ring ("
            + e.getMessage()
            + "); see its log "
            + node.log()
            + ".",
        e);
  }
}
