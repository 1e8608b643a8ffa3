package org.quorate.lab.counter;

import java.util.Map;
import java.util.function.LongSupplier;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.lab.engine.RunningNode;

/**
 * A server on this machine whose counts are read.
 *
 * @param name the node's name in results
 * @param managementPort the port of JMX on 127.0.0.1
 * @param processId the process that it runs as now
 */
public record CountedServer(String name, int managementPort, LongSupplier processId) {
  /** The server that is this node. */
  public static CountedServer of(RunningNode node) {
    return new CountedServer(node.name(), node.managementPort(), node::processId);
  }

  /** A connection to it, not made yet. */
  ManagementConnection connection() {
    return new ManagementConnection(LocalManagement.address(managementPort), Map.of());
  }
}
