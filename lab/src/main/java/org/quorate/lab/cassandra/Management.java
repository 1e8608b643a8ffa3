package org.quorate.lab.cassandra;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A node's view of its cluster, asked by JMX. Not thread-safe. */
final class Management implements AutoCloseable {
  private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
  private static final String STORAGE_PROXY = "org.apache.cassandra.db:type=StorageProxy";

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  private Management(JMXConnector connector, MBeanServerConnection server) {
    this.connector = connector;
    this.server = server;
  }

  /** Connects to a node on this machine. */
  @SuppressWarnings("BanJNDI") // The other side is a process that the lab itself started.
  static Management connect(int port) throws IOException {
    JMXConnector connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"));
    return new Management(connector, connector.getMBeanServerConnection());
  }

  /**
   * What the node knows of its cluster.
   *
   * @throws IOException when it does not answer
   */
  RingView view() throws IOException {
    try {
      ObjectName service = new ObjectName(STORAGE_SERVICE);
      @SuppressWarnings("unchecked")
      Set<String> live = new TreeSet<>((List<String>) server.getAttribute(service, "LiveNodes"));
      @SuppressWarnings("unchecked")
      Map<String, String> tokens =
          (Map<String, String>) server.getAttribute(service, "TokenToEndpointMap");
      String mode = (String) server.getAttribute(service, "OperationMode");
      @SuppressWarnings("unchecked")
      Map<String, List<String>> schemas =
          (Map<String, List<String>>)
              server.getAttribute(new ObjectName(STORAGE_PROXY), "SchemaVersions");
      return new RingView(mode, live, tokens, schemas);
    } catch (JMException | RuntimeException notYet) {
      throw new IOException("no answer yet", notYet);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException gone) {
      // The node has ended, and the connection with it.
    }
  }
}
