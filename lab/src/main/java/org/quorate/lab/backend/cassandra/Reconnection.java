package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.study.backend.BackendException;

/**
 * The driver's part of letting a frozen cluster go on: the driver closes connections that stood
 * still, and is waited for until it has new ones. Used by one thread.
 */
final class Reconnection {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long BETWEEN_LOOKS_MILLIS = 50;

  private final Connections connections;

  /**
   * @param connections all that lead to the cluster
   */
  Reconnection(Connections connections) {
    this.connections = connections;
  }

  /** Ends when the driver has connections to every node. */
  void await() throws BackendException, InterruptedException {
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
