package org.quorate.lab.link.relay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/**
 * Finds out which node of Cassandra opened a connection.
 *
 * <p>A node that binds its outgoing connections to its listen address is known by the address that
 * the connection comes from. Cassandra 4 and later leave the choice of that address to the kernel,
 * which takes 127.0.0.1 for every address of the loopback network; but the first message on each of
 * their connections, for messages as for streams, states the sender's broadcast address:
 *
 * <pre>
 *   4 bytes  magic CA 55 2D FA
 *   4 bytes  flags; bits 8 to 15 hold the version of the protocol, 12 or more
 *   1 byte   length of address and port: 6 (IPv4) or 18 (IPv6)
 *   n bytes  address, then 2 bytes port
 * </pre>
 *
 * <p>Source: {@code org.apache.cassandra.net.HandshakeProtocol.Initiate} and {@code
 * org.apache.cassandra.locator.InetAddressAndPort.Serializer}. With encryption between nodes this
 * is not readable, and such connections are refused.
 */
final class CassandraGreeting implements Greeting {
  private static final int LONGEST = 8 + 1 + 18;
  private static final int MAGIC = 0xCA552DFA;
  private static final int FIRST_VERSION_WITH_ADDRESS = 12;
  private static final int ADDRESS_AT = 9;
  private static final int PORT_BYTES = 2;
  private static final Set<String> ANYBODY = Set.of("127.0.0.1", "0:0:0:0:0:0:0:1");

  private final List<RelayEndpoint> endpoints;

  CassandraGreeting(List<RelayEndpoint> endpoints) {
    this.endpoints = List.copyOf(endpoints);
  }

  @Override
  public int longest() {
    return LONGEST;
  }

  /**
   * The node whose listen address a connection comes from, or {@link #UNKNOWN}. 127.0.0.1 tells
   * nothing, since the kernel gives it to everybody who does not ask for another.
   */
  @Override
  public int nodeAt(InetAddress remote) {
    if (ANYBODY.contains(remote.getHostAddress())) {
      return UNKNOWN;
    }
    for (RelayEndpoint endpoint : endpoints) {
      if (endpoint.listen().getAddress().equals(remote)) {
        return endpoint.index();
      }
    }
    return UNKNOWN;
  }

  @Override
  public int nodeIn(ByteBuffer bytes) {
    int count = bytes.position();
    if (count < Integer.BYTES * 2 + 1) {
      return count >= Integer.BYTES && bytes.getInt(0) != MAGIC ? UNKNOWN : INCOMPLETE;
    }
    int version = (bytes.getInt(Integer.BYTES) >>> 8) & 0xFF;
    int addressBytes = bytes.get(ADDRESS_AT - 1) - PORT_BYTES;
    if (bytes.getInt(0) != MAGIC
        || version < FIRST_VERSION_WITH_ADDRESS
        || (addressBytes != 4 && addressBytes != 16)) {
      return UNKNOWN;
    }
    if (count < ADDRESS_AT + addressBytes + PORT_BYTES) {
      return INCOMPLETE;
    }
    byte[] address = new byte[addressBytes];
    bytes.get(ADDRESS_AT, address);
    int port = bytes.getShort(ADDRESS_AT + addressBytes) & 0xFFFF;
    return nodeAdvertising(address, port);
  }

  private int nodeAdvertising(byte[] address, int port) {
    try {
      InetSocketAddress stated = new InetSocketAddress(InetAddress.getByAddress(address), port);
      for (RelayEndpoint endpoint : endpoints) {
        if (endpoint.advertised().equals(stated)) {
          return endpoint.index();
        }
      }
      return UNKNOWN;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address.", e);
    }
  }
}
