package org.quorate.lab.link.relay;

import java.net.InetSocketAddress;

/**
 * Where the relay stands in for one node.
 *
 * @param index the node's index, at least 0 and different for every node
 * @param advertised the address that the node tells the others (Cassandra: {@code
 *     broadcast_address}); here the relay accepts
 * @param listen the address on which the node itself accepts (Cassandra: {@code listen_address});
 *     there the relay connects to
 */
public record RelayEndpoint(int index, InetSocketAddress advertised, InetSocketAddress listen) {
  public RelayEndpoint {
    if (index < 0) {
      throw new IllegalArgumentException("A node's index must not be negative: " + index + ".");
    }
    if (advertised.isUnresolved() || listen.isUnresolved()) {
      throw new IllegalArgumentException(
          "Node " + index + " has an address that is not resolved: " + advertised + ", " + listen);
    }
    if (advertised.equals(listen)) {
      throw new IllegalArgumentException(
          "Node "
              + index
              + " cannot listen on the address "
              + listen
              + " that it advertises; the relay needs it.");
    }
  }
}
