package org.quorate.lab.remote;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.UUID;
import org.quorate.cassandra.access.KnownCluster;

/**
 * A node of a remote cluster, as the driver knows it.
 *
 * @param address where clients reach it
 * @param version of its server, such as {@code 5.0.6}
 * @param reached whether it is up, and there are connections to it where there should be
 */
record RemoteNode(
    UUID id, InetSocketAddress address, String dataCenter, String version, boolean reached) {
  static RemoteNode of(Node node) {
    SocketAddress address = node.getEndPoint().resolve();
    boolean connected = node.getDistance() == NodeDistance.IGNORED || node.getOpenConnections() > 0;
    return new RemoteNode(
        Objects.requireNonNull(node.getHostId()),
        address instanceof InetSocketAddress socket
            ? socket
            : InetSocketAddress.createUnresolved(address.toString(), 0),
        String.valueOf(node.getDatacenter()),
        String.valueOf(node.getCassandraVersion()),
        connected && !KnownCluster.isDown(node));
  }

  /** Its address without the port. */
  String host() {
    InetAddress resolved = address.getAddress();
    return resolved == null ? address.getHostString() : resolved.getHostAddress();
  }

  /** Its address with the port. */
  String hostAndPort() {
    return (host().contains(":") ? "[" + host() + "]" : host()) + ":" + address.getPort();
  }
}
