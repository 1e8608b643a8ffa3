package org.quorate.cassandra.access;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Where a node listens for other nodes, as texts and rows of traces tell it: never resolved, since
 * a trace may say anything.
 *
 * @param host an address in digits, without brackets
 * @param port 0 where it is not told, which is then taken for any
 */
public record NodeAddress(String host, int port) {
  private static final int HIGHEST_PORT = 65_535;

  /** As a row has it. */
  public static NodeAddress of(InetAddress host, int port) {
    return new NodeAddress(host.getHostAddress(), port);
  }

  /** As the driver knows it; empty where that address was never resolved. */
  public static Optional<NodeAddress> of(InetSocketAddress address) {
    return Optional.ofNullable(address.getAddress()).map(host -> of(host, address.getPort()));
  }

  /**
   * As servers write it: {@code /10.0.0.1:7000}, with the name of the host before the slash where
   * that is known, and {@code /[2001:db8:0:0:0:0:0:1]:7000}. Empty where it is none.
   */
  public static Optional<NodeAddress> parse(String text) {
    String address = text.substring(text.lastIndexOf('/') + 1);
    int colon = address.lastIndexOf(':');
    if (colon <= 0 || address.length() == text.length()) {
      return Optional.empty();
    }
    String host = address.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    int port;
    try {
      port = Integer.parseInt(address.substring(colon + 1));
    } catch (NumberFormatException none) {
      return Optional.empty();
    }
    return host.isEmpty() || port <= 0 || port > HIGHEST_PORT
        ? Optional.empty()
        : Optional.of(new NodeAddress(host, port));
  }

  /** Whether both may be the same node's. */
  public boolean matches(NodeAddress other) {
    return host.equals(other.host) && (port == other.port || port == 0 || other.port == 0);
  }

  /** For people: {@code 10.0.0.1:7000}. */
  @Override
  public String toString() {
    String digits = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == 0 ? digits : digits + ":" + port;
  }
}
