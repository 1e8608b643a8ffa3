package org.quorate.lab.cassandra;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A node's view of its cluster, and orders to it, by JMX. Not thread-safe. */
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
   * What is still missing until the node and these others form a whole, or nothing when they do.
   *
   * @param running the advertised addresses of the nodes that run
   * @param ringTokens the number of tokens of all nodes of the cluster
   * @throws IOException when the node does not answer
   */
  Optional<String> missing(Set<String> running, int ringTokens) throws IOException {
    try {
      Optional<String> missing = ring().missing(running, ringTokens);
      // Asking for schemas takes the node up to ten seconds while another is not there yet.
      if (missing.isEmpty() && !RingView.agreeOnSchema(schemas(), running)) {
        return Optional.of("the nodes do not agree on the schema yet");
      }
      return missing;
    } catch (JMException | RuntimeException notYet) {
      throw new IOException("no answer yet", notYet);
    }
  }

  @SuppressWarnings("unchecked") // The types are those of Cassandra's StorageServiceMBean.
  private RingView ring() throws IOException, JMException {
    ObjectName service = new ObjectName(STORAGE_SERVICE);
    return new RingView(
        (String) server.getAttribute(service, "OperationMode"),
        new TreeSet<>((List<String>) server.getAttribute(service, "LiveNodes")),
        (Map<String, String>) server.getAttribute(service, "TokenToEndpointMap"));
  }

  @SuppressWarnings("unchecked") // The type is that of Cassandra's StorageProxyMBean.
  private Map<String, List<String>> schemas() throws IOException, JMException {
    return (Map<String, List<String>>)
        server.getAttribute(new ObjectName(STORAGE_PROXY), "SchemaVersions");
  }

  /**
   * Writes what the node holds of a table in memory to disk.
   *
   * @throws IOException when it cannot, or does not answer
   */
  void flush(String keyspace, String table) throws IOException {
    try {
      server.invoke(
          new ObjectName(STORAGE_SERVICE),
          "forceKeyspaceFlush",
          new Object[] {keyspace, new String[] {table}},
          new String[] {String.class.getName(), String[].class.getName()});
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether the node knows of no other that is on its way into the ring or out of it. */
  boolean isRingSettled() throws IOException {
    try {
      ObjectName service = new ObjectName(STORAGE_SERVICE);
      return ((List<?>) server.getAttribute(service, "JoiningNodes")).isEmpty()
          && ((List<?>) server.getAttribute(service, "LeavingNodes")).isEmpty();
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Has the node leave the ring; ends when it has. */
  void decommission() throws IOException {
    try {
      server.invoke(
          new ObjectName(STORAGE_SERVICE),
          "decommission",
          new Object[] {false},
          new String[] {boolean.class.getName()});
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Changes a setting of hinted handoff until the node's next start. */
  void setHints(HintSetting setting, Object value) throws IOException {
    try {
      server.setAttribute(
          new ObjectName(setting.ofProxy() ? STORAGE_PROXY : STORAGE_SERVICE),
          new Attribute(setting.attribute(), value));
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
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
