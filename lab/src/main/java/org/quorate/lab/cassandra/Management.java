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
import org.jspecify.annotations.Nullable;

/**
 * A node's view of its cluster, and orders to it, by JMX. Every method throws {@link IOException}
 * where the node does not answer, or not do it. Not thread-safe.
 */
public final class Management implements AutoCloseable {
  /** The bean of a node as a member of its cluster. */
  public static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

  /** The bean of a node as a coordinator. */
  public static final String STORAGE_PROXY = "org.apache.cassandra.db:type=StorageProxy";

  /** The bean whose {@code Count} is the hints that a node has written since its start. */
  public static final String HINTS_WRITTEN =
      "org.apache.cassandra.metrics:type=Storage,name=TotalHints";

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  private Management(JMXConnector connector, MBeanServerConnection server) {
    this.connector = connector;
    this.server = server;
  }

  /**
   * Connects to a node on this machine.
   *
   * @throws IOException when it does not answer, or not yet
   */
  @SuppressWarnings("BanJNDI") // The other side is a process that the lab itself started.
  public static Management connect(int port) throws IOException {
    JMXConnector connector =
        JMXConnectorFactory.newJMXConnector(
            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), null);
    boolean connected = false;
    try {
      connector.connect();
      Management management = new Management(connector, connector.getMBeanServerConnection());
      connected = true;
      return management;
    } catch (NullPointerException early) {
      // For a moment a server that starts has a registry that hands out null, which Java follows.
      throw new IOException(
          "What listens at 127.0.0.1:" + port + " does not answer over JMX yet; try again.", early);
    } finally {
      if (!connected) {
        close(connector);
      }
    }
  }

  /**
   * What is still missing until the node and these others form a whole, or nothing when they do.
   *
   * @param running the advertised addresses of the nodes that run
   * @param ringTokens the number of tokens of all nodes of the cluster
   */
  public Optional<String> missing(Set<String> running, int ringTokens) throws IOException {
    Optional<String> missing = ring().missing(running, ringTokens);
    // Asking for schemas takes the node up to ten seconds while another is not there yet.
    if (missing.isEmpty() && !RingView.agreeOnSchema(schemas(), running)) {
      return Optional.of("the nodes do not agree on the schema yet");
    }
    return missing;
  }

  @SuppressWarnings("unchecked") // The types are those of Cassandra's StorageServiceMBean.
  private RingView ring() throws IOException {
    return new RingView(
        (String) attribute(STORAGE_SERVICE, "OperationMode"),
        new TreeSet<>(nodes("LiveNodes")),
        (Map<String, String>) attribute(STORAGE_SERVICE, "TokenToEndpointMap"));
  }

  @SuppressWarnings("unchecked") // The type is that of Cassandra's StorageProxyMBean.
  private Map<String, List<String>> schemas() throws IOException {
    return (Map<String, List<String>>) attribute(STORAGE_PROXY, "SchemaVersions");
  }

  /**
   * The advertised addresses of nodes in a condition, as this one sees them.
   *
   * @param list the attribute's name, as {@code LiveNodes}
   */
  @SuppressWarnings("unchecked") // The type is that of Cassandra's StorageServiceMBean.
  public List<String> nodes(String list) throws IOException {
    return (List<String>) attribute(STORAGE_SERVICE, list);
  }

  /** Writes what the node holds of a table in memory to disk. */
  void flush(String keyspace, String table) throws IOException {
    invoke(
        "forceKeyspaceFlush",
        List.of(String.class.getName(), String[].class.getName()),
        keyspace,
        new String[] {table});
  }

  /** Whether the node knows of no other that is on its way into the ring or out of it. */
  boolean isRingSettled() throws IOException {
    return nodes("JoiningNodes").isEmpty() && nodes("LeavingNodes").isEmpty();
  }

  /** Has the node leave the ring; ends when it has. */
  void decommission() throws IOException {
    invoke("decommission", List.of(boolean.class.getName()), false);
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

  /** What a bean says of itself. */
  public Object attribute(String bean, String name) throws IOException {
    try {
      return server.getAttribute(new ObjectName(bean), name);
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The beans whose names match a pattern.
   *
   * @param pattern such as {@code org.apache.cassandra.metrics:type=Keyspace,keyspace=*,name=N}
   */
  public Set<ObjectName> beans(String pattern) throws IOException {
    try {
      return server.queryNames(new ObjectName(pattern), null);
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Has the node do something as a member of its cluster; ends when it has.
   *
   * @param types the names of the parameters' types
   * @return what the operation returns, or null where it returns nothing
   */
  public @Nullable Object invoke(String operation, List<String> types, Object... parameters)
      throws IOException {
    try {
      return server.invoke(
          new ObjectName(STORAGE_SERVICE), operation, parameters, types.toArray(new String[0]));
    } catch (JMException | RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    close(connector);
  }

  private static void close(JMXConnector connector) {
    try {
      connector.close();
    } catch (IOException gone) {
      // The node has ended, and the connection with it.
    }
  }
}
