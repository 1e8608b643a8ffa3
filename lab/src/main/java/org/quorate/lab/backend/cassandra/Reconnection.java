package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.study.backend.BackendException;

/**
 * The driver's part of letting a frozen or harmed cluster go on: the driver closes connections that
 * stood still, and is waited for until it has new ones to all nodes. Used by one thread.
 *
 * @param connections all that lead to the cluster
 * @param nodes of the cluster
 */
record Reconnection(Connections connections, int nodes) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long BETWEEN_LOOKS_MILLIS = 50;

  /** Ends when the driver has connections to every node. */
  void await() throws BackendException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (Optional<String> missing = missing(); missing.isPresent(); missing = missing()) {
      if (System.nanoTime() > deadline) {
        throw new BackendException(
            "The client did not connect to "
                + missing.get()
                + " again within a minute after servers had stood still or were down; see the nodes'"
                + " logs.");
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  private Optional<String> missing() {
    for (CassandraConnection connection : connections.all()) {
      Collection<Node> known = connection.session().getMetadata().getNodes().values();
      if (known.size() < nodes) {
        return Optional.of(nodes - known.size() + " of the nodes");
      }
      for (Node node : known) {
        if (node.getState() != NodeState.UP || node.getOpenConnections() == 0) {
          return Optional.of(String.valueOf(node.getEndPoint()));
        }
      }
    }
    return Optional.empty();
  }
}
