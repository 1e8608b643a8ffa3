package org.quorate.cassandra.jmx;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.MalformedURLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.remote.JMXServiceURL;
import org.quorate.cassandra.access.NodeHost;

/**
 * Where nodes listen for JMX: one port, a template, or an address for each node, as tunnels need.
 *
 * @param access to all nodes
 * @param named hosts of the nodes that have an address of their own; empty where all have one
 */
public record ManagementAddresses(ManagementAccess access, List<String> named) {
  /** Copies the names. */
  public ManagementAddresses {
    named = List.copyOf(named);
  }

  /**
   * Reads {@code 7199}, {@code service:jmx:...{host}...}, or {@code NODE=HOST:PORT,...}.
   *
   * @throws IllegalArgumentException if the text is none of them; the message is one sentence
   */
  public static ManagementAddresses parse(String text) {
    String stripped = text.strip();
    if (stripped.matches("[0-9]{1,5}")) {
      return new ManagementAddresses(ManagementAccess.atPort(port(text, stripped)), List.of());
    }
    if (stripped.startsWith("service:jmx:")) {
      return new ManagementAddresses(ManagementAccess.of(stripped), List.of());
    }
    Map<String, JMXServiceURL> addresses = new LinkedHashMap<>();
    for (String entry : stripped.split(",", -1)) {
      int equals = entry.indexOf('=');
      int colon = entry.lastIndexOf(':');
      if (equals < 1 || colon < equals + 2) {
        throw wrong(text);
      }
      addresses.put(
          entry.substring(0, equals).strip(),
          address(
              text,
              entry.substring(equals + 1, colon).strip(),
              port(text, entry.substring(colon + 1).strip())));
    }
    return new ManagementAddresses(
        new ManagementAccess(
            node -> Optional.ofNullable(addresses.get(NodeHost.of(node))).orElseThrow(),
            Optional.empty(),
            false),
        List.copyOf(addresses.keySet()));
  }

  /**
   * Checks that every node has an address.
   *
   * @param option what the addresses were given by, for the message
   * @throws IllegalArgumentException if one has none; the message is one sentence
   */
  public void requireAll(Collection<Node> nodes, String option) {
    for (Node node : nodes) {
      if (!named.isEmpty() && !named.contains(NodeHost.of(node))) {
        throw new IllegalArgumentException(
            option
                + " names no address for node "
                + NodeHost.of(node)
                + "; add it as NODE=HOST:PORT.");
      }
    }
  }

  private static JMXServiceURL address(String text, String host, int port) {
    try {
      return new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + host + ":" + port + "/jmxrmi");
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(wrong(text).getMessage(), e);
    }
  }

  private static int port(String text, String number) {
    if (!number.matches("[0-9]{1,5}")) {
      throw wrong(text);
    }
    int port = Integer.parseInt(number);
    if (port < 1 || port > 65_535) {
      throw wrong(text);
    }
    return port;
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "\""
            + text
            + "\" does not say where nodes listen for JMX; write a port such as 7199, a template"
            + " such as service:jmx:rmi:///jndi/rmi://{host}:7199/jmxrmi, or NODE=HOST:PORT for"
            + " each node.");
  }
}
