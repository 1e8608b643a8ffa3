package org.quorate.lab.counter;

import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.lab.engine.RunningNode;

/**
 * A server whose counts are read over JMX.
 *
 * @param name the node's name in results
 * @param connections makes connections to it, which do not connect yet
 * @param processId the process that it runs as now; null where that is another machine's
 */
public record CountedServer(
    String name, Supplier<ManagementConnection> connections, @Nullable LongSupplier processId) {
  /** The server that is this node, on this machine. */
  public static CountedServer of(RunningNode node) {
    return new CountedServer(
        node.name(),
        () -> new ManagementConnection(LocalManagement.address(node.managementPort()), Map.of()),
        node::processId);
  }

  /** A server on another machine. */
  public static CountedServer elsewhere(String name, Supplier<ManagementConnection> connections) {
    return new CountedServer(name, connections, null);
  }

  /** Whether its process is one of this machine. */
  boolean isHere() {
    return processId != null;
  }

  /** A connection to it, not made yet. */
  ManagementConnection connection() {
    return connections.get();
  }
}
