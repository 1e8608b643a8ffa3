package org.quorate.lab.link.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * One of the two sockets of a relayed connection. One flow is read from it, the opposite one is
 * written to it. For the relay's thread alone.
 */
final class Side implements Ready {
  private final RelayedConnection connection;
  private final SocketChannel channel;
  private final SelectionKey key;
  private boolean connecting;
  private boolean connected;
  private int interest;

  /**
   * @param channel non-blocking, connected or not
   */
  Side(RelayedConnection connection, SocketChannel channel, Selector selector) throws IOException {
    this.connection = connection;
    this.channel = channel;
    this.connected = channel.isConnected();
    SelectionKey known = channel.keyFor(selector);
    this.key = known == null ? channel.register(selector, 0) : known;
    key.interestOps(0);
    key.attach(this);
  }

  SocketChannel channel() {
    return channel;
  }

  boolean isConnected() {
    return connected;
  }

  /** Starts to connect; {@link #isConnected} tells when that is done. */
  void connect(InetAddress local, SocketAddress remote) throws IOException {
    channel.bind(new InetSocketAddress(local, 0));
    connecting = true;
    connected = channel.connect(remote);
  }

  @Override
  public void ready(SelectionKey ignored) {
    try {
      int ready = key.readyOps();
      if (!connected) {
        connected = channel.finishConnect();
      } else if ((ready & SelectionKey.OP_READ) != 0) {
        connection.flowFrom(this).read(this);
      }
      if ((ready & SelectionKey.OP_WRITE) != 0) {
        connection.flowTo(this).unblock();
      }
    } catch (IOException e) {
      connection.lost(this);
    }
    connection.refresh();
  }

  /** Tells the selector what this side waits for. */
  void waitFor(boolean reading, boolean writing) {
    if (!channel.isOpen()) {
      return;
    }
    int wanted;
    if (connected) {
      wanted = (reading ? SelectionKey.OP_READ : 0) | (writing ? SelectionKey.OP_WRITE : 0);
    } else {
      wanted = connecting ? SelectionKey.OP_CONNECT : 0;
    }
    if (wanted != interest) {
      interest = wanted;
      key.interestOps(wanted);
    }
  }

  /** Closes the socket; what the peer has not read yet may still arrive there. */
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The socket is gone either way.
    }
  }

  /** Closes the socket so that the peer sees a reset connection. */
  void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      // A socket that cannot be told to linger is closed already, or about to be.
    }
    close();
  }
}
