package org.quorate.bench.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Nodes that are nothing but listening sockets, and the ways to connect one to another. */
public final class Nodes implements AutoCloseable {
  /** A connection for each ordered pair of nodes. */
  public record Connections(List<SocketChannel> senders, List<SocketChannel> receivers)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      for (SocketChannel sender : senders) {
        sender.close();
      }
      for (SocketChannel receiver : receivers) {
        receiver.close();
      }
    }
  }

  private final List<ServerSocketChannel> servers = new ArrayList<>();
  private final List<InetSocketAddress> advertised = new ArrayList<>();

  /** Opens nodes 1 to {@code count} on loopback addresses. */
  public Nodes(int count) throws IOException {
    for (int i = 1; i <= count; i++) {
      InetAddress outside = InetAddress.getByName("127.89.0." + i);
      try (ServerSocket probe = new ServerSocket(0, 1, outside)) {
        advertised.add(new InetSocketAddress(outside, probe.getLocalPort()));
      }
      servers.add(ServerSocketChannel.open().bind(new InetSocketAddress("127.89.1." + i, 0)));
    }
  }

  /** Advertised and listen address of each node in turn, as host:port. */
  List<String> addresses() throws IOException {
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      addresses.add(text(advertised.get(i)));
      addresses.add(text(listen(i)));
    }
    return addresses;
  }

  /**
   * Connects every node to every other.
   *
   * @param relayed through the relay, or straight
   */
  public Connections connect(boolean relayed) throws IOException {
    List<SocketChannel> senders = new ArrayList<>();
    List<SocketChannel> receivers = new ArrayList<>();
    for (int from = 0; from < servers.size(); from++) {
      for (int to = 0; to < servers.size(); to++) {
        if (from != to) {
          SocketChannel sender = SocketChannel.open();
          sender.bind(new InetSocketAddress(listen(from).getAddress(), 0));
          sender.setOption(StandardSocketOptions.TCP_NODELAY, true);
          sender.connect(relayed ? advertised.get(to) : listen(to));
          senders.add(sender);
          receivers.add(servers.get(to).accept());
        }
      }
    }
    return new Connections(senders, receivers);
  }

  private InetSocketAddress listen(int index) throws IOException {
    return (InetSocketAddress) servers.get(index).getLocalAddress();
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  @Override
  public void close() throws IOException {
    for (ServerSocketChannel server : servers) {
      server.close();
    }
  }
}
