package org.quorate.lab.counter;

import java.net.MalformedURLException;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.management.remote.JMXServiceURL;
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
    String address = "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + managementPort + "/jmxrmi";
    try {
      return new ManagementConnection(new JMXServiceURL(address), Map.of());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
