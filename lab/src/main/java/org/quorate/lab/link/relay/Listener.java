package org.quorate.lab.link.relay;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Accepts connections for one node at the address that it advertises, and finds out who opened
 * them. For the relay's thread alone except where stated otherwise.
 */
final class Listener implements Ready {
  private static final Logger LOGGER = System.getLogger(Listener.class.getPackageName());
  private static final int BACKLOG = 1024;

  private final RelayLoop loop;
  private final LinkTable table;
  private final Greeting greeting;
  private final RelayEndpoint endpoint;

  Listener(RelayLoop loop, LinkTable table, Greeting greeting, RelayEndpoint endpoint) {
    this.loop = loop;
    this.table = table;
    this.greeting = greeting;
    this.endpoint = endpoint;
  }

  /**
   * Starts to accept. For any thread, before the relay's thread runs.
   *
   * @throws IOException if the address cannot be bound
   */
  void open() throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.bind(endpoint.advertised(), BACKLOG);
      channel.register(loop.selector(), SelectionKey.OP_ACCEPT, this);
    } catch (IOException e) {
      channel.close();
      throw new IOException(
          "The relay cannot accept at "
              + text(endpoint.advertised())
              + " for node "
              + endpoint.index()
              + " ("
              + e.getMessage()
              + "); free the address or choose another.",
          e);
    }
  }

  @Override
  public void ready(SelectionKey key) {
    SocketChannel channel;
    try {
      channel = ((ServerSocketChannel) key.channel()).accept();
    } catch (IOException e) {
      loop.troubled("The relay could not accept a connection for node " + endpoint.index(), e);
      return;
    }
    if (channel != null) {
      welcome(channel);
    }
  }

  private void welcome(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      int opener = greeting.nodeAt(remote(channel).getAddress());
      if (opener == Greeting.UNKNOWN) {
        channel.register(
            loop.selector(), SelectionKey.OP_READ, new Newcomer(this, channel, greeting));
      } else {
        relay(channel, opener, ByteBuffer.allocate(0));
      }
    } catch (IOException e) {
      drop(channel);
    }
  }

  /**
   * Relays a connection whose opener is known.
   *
   * @param opener one end of a link, or {@link Greeting#UNLINKED}
   * @param bytes what was read from it already
   */
  void relay(SocketChannel channel, int opener, ByteBuffer bytes) throws IOException {
    long arrival = loop.now();
    SocketChannel outward = SocketChannel.open();
    try {
      outward.configureBlocking(false);
      outward.setOption(StandardSocketOptions.TCP_NODELAY, true);
      RelayedConnection connection =
          new RelayedConnection(
              loop,
              table,
              opener == Greeting.UNLINKED ? endpoint.index() : opener,
              endpoint.index(),
              channel,
              outward);
      connection.start(bytes, arrival);
    } catch (IOException e) {
      outward.close();
      throw e;
    }
  }

  /** Closes a connection of which nobody can say which node opened it. */
  void refuse(SocketChannel channel) {
    try {
      LOGGER.log(
          Level.WARNING,
          "Refused a connection from {0} to node {1}: it comes from no node''s listen address, and"
              + " does not start as Cassandra''s unencrypted internode protocol does.",
          text(remote(channel)),
          endpoint.index());
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, "The address of a refused connection is not known.", e);
    }
    drop(channel);
  }

  /** Closes a connection that ended before it was known who opened it. */
  void drop(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, "A socket could not be closed.", e);
    }
  }

  private static InetSocketAddress remote(SocketChannel channel) throws IOException {
    return (InetSocketAddress) channel.getRemoteAddress();
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
