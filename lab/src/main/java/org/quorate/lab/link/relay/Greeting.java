package org.quorate.lab.link.relay;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.quorate.lab.link.LinkTraffic;

/** Finds out who opened a connection. Immutable and thread-safe. */
sealed interface Greeting permits CassandraGreeting, HBaseGreeting {
  /** Who opened it cannot be told, and more bytes will not help. */
  int UNKNOWN = -1;

  /** More bytes are needed. */
  int INCOMPLETE = -2;

  /** A process of the cluster whose traffic goes over no link. */
  int UNLINKED = -3;

  /** The greeting of this kind of traffic. */
  static Greeting of(LinkTraffic traffic, List<RelayEndpoint> endpoints) {
    return switch (traffic) {
      case BETWEEN_CASSANDRA_NODES -> new CassandraGreeting(endpoints);
      case WITH_HBASE_CLIENTS -> new HBaseGreeting();
    };
  }

  /** No greeting is longer, in bytes. */
  int longest();

  /** The end of a link that a connection from this address comes from, or {@link #UNKNOWN}. */
  int nodeAt(InetAddress remote);

  /**
   * The end of a link that says so in its first bytes, or {@link #UNKNOWN}, {@link #INCOMPLETE} or
   * {@link #UNLINKED}. Never {@link #INCOMPLETE} for {@link #longest()} bytes.
   *
   * @param bytes from the start of the connection to the buffer's position; left as it is
   */
  int nodeIn(ByteBuffer bytes);
}
