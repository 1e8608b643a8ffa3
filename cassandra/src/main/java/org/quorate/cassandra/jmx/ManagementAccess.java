package org.quorate.cassandra.jmx;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.MalformedURLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.access.NodeHost;

/**
 * Where nodes listen for JMX, and as whom to ask. Immutable and thread-safe.
 *
 * @param addresses a node's JMX address
 * @param login empty where the servers want none
 * @param encrypted whether the registry of addresses is reached by TLS too, with the trust and key
 *     stores that the system properties {@code javax.net.ssl.*} name; the connection itself is
 *     encrypted whenever the server wants it
 */
public record ManagementAccess(
    Function<Node, JMXServiceURL> addresses, Optional<Login> login, boolean encrypted) {
  /** Cassandra's own port for JMX. */
  public static final int DEFAULT_PORT = 7199;

  /** Each node at its own address and this port; no login, no encryption. */
  public static ManagementAccess atPort(int port) {
    return of("service:jmx:rmi:///jndi/rmi://{host}:" + port + "/jmxrmi");
  }

  /**
   * Each node by a template in which {@code {host}} stands for the address under which the driver
   * reaches it; no login, no encryption.
   *
   * @throws IllegalArgumentException if the template makes no JMX address
   */
  public static ManagementAccess of(String template) {
    address(template, "127.0.0.1");
    return new ManagementAccess(
        node -> address(template, NodeHost.of(node)), Optional.empty(), false);
  }

  public ManagementAccess withLogin(Login given) {
    return new ManagementAccess(addresses, Optional.of(given), encrypted);
  }

  public ManagementAccess withEncryption() {
    return new ManagementAccess(addresses, login, true);
  }

  /** A connection to the node, not made yet. */
  public ManagementConnection connection(Node node) {
    Map<String, Object> environment = new HashMap<>();
    login.ifPresent(
        given ->
            environment.put(
                JMXConnector.CREDENTIALS, new String[] {given.user(), given.password()}));
    if (encrypted) {
      environment.put("com.sun.jndi.rmi.factory.socket", new SslRMIClientSocketFactory());
    }
    return new ManagementConnection(addresses.apply(node), environment);
  }

  private static JMXServiceURL address(String template, String host) {
    try {
      return new JMXServiceURL(template.replace("{host}", host));
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(
          "\""
              + template
              + "\" is no JMX address; write it like"
              + " service:jmx:rmi:///jndi/rmi://{host}:7199/jmxrmi.",
          e);
    }
  }
}
