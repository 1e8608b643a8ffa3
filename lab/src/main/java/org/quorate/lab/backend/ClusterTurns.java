package org.quorate.lab.backend;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.backend.BackendException;
import org.quorate.study.progress.Progress;

/**
 * Freezes a cluster while another has its turn, and lets it go on. A server that notices that it
 * stood still itself does not take the others for dead; the driver closes connections that stood
 * still, and is waited for until it has new ones. Used by one thread.
 */
final class ClusterTurns {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long BETWEEN_LOOKS_MILLIS = 50;

  private final RunningCluster cluster;
  private final Connections connections;

  /**
   * @param connections all that lead to the cluster
   */
  ClusterTurns(RunningCluster cluster, Connections connections) {
    this.cluster = cluster;
    this.connections = connections;
  }

  void pause() throws BackendException, InterruptedException {
    try {
      cluster.pause();
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Ends when all nodes are ready and the driver has connections to each of them. */
  void resume(Progress progress) throws BackendException, InterruptedException {
    try {
      cluster.resume(progress);
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (Optional<Node> missing = unconnected(); missing.isPresent(); missing = unconnected()) {
      if (System.nanoTime() > deadline) {
        throw new BackendException(
            "The client did not connect to "
                + missing.get().getEndPoint()
                + " again within a minute after a pause of the cluster; see the nodes' logs.");
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  private Optional<Node> unconnected() {
    return connections.all().stream()
        .flatMap(connection -> connection.session().getMetadata().getNodes().values().stream())
        .filter(node -> node.getState() != NodeState.UP || node.getOpenConnections() == 0)
        .findFirst();
  }
}
