package org.quorate.cassandra.access;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The host under which the driver reaches a node. Stateless. */
public final class NodeHost {
  private NodeHost() {}

  /** An address or a name for use in a URL: in brackets where it is IPv6. */
  public static String of(Node node) {
    SocketAddress address = node.getEndPoint().resolve();
    if (!(address instanceof InetSocketAddress socket)) {
      return address.toString();
    }
    InetAddress resolved = socket.getAddress();
    String host = resolved == null ? socket.getHostString() : resolved.getHostAddress();
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
