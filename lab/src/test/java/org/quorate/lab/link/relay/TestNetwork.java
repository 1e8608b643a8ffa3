package org.quorate.lab.link.relay;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.quorate.lab.link.Link;

/**
 * Nodes 1 to n that are nothing but server sockets, with a relay between them. Sockets that it
 * hands out give up reading after {@link #PATIENCE}, and are closed with it.
 */
public final class TestNetwork implements AutoCloseable {
  static final long SEED = 42;
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Long enough for bytes that may not come to have come. */
  static final Duration A_WHILE = Duration.ofMillis(250);

  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final AtomicInteger USED = new AtomicInteger();

  private final List<RelayEndpoint> endpoints = new ArrayList<>();
  private final List<ServerSocket> servers = new ArrayList<>();
  private final List<Socket> sockets = new ArrayList<>();
  private final Relay relay;

  TestNetwork(int nodes) throws IOException {
    for (int node = 1; node <= nodes; node++) {
      InetAddress advertised = InetAddress.getByName("127.88.0." + node);
      ServerSocket server = listening(InetAddress.getByName("127.88.1." + node), advertised);
      servers.add(server);
      endpoints.add(endpoint(node, server, advertised));
    }
    relay = Relay.open(endpoints, SEED);
  }

  /**
   * A node that listens at a port that is free at the address which a relay is to listen at, too,
   * and stays so: outside of what systems give to who asks for any port, as connections through a
   * relay do, which leave theirs taken for a minute.
   */
  public static ServerSocket listening(InetAddress listen, InetAddress advertised)
      throws IOException {
    for (int i = 0; i < PORTS; i++) {
      int port =
          FIRST_PORT + (int) ((ProcessHandle.current().pid() + USED.getAndIncrement()) % PORTS);
      try {
        ServerSocket server = new ServerSocket(port, 50, listen);
        try {
          new ServerSocket(port, 1, advertised).close();
          server.setSoTimeout((int) PATIENCE.toMillis());
          return server;
        } catch (BindException taken) {
          server.close();
        }
      } catch (BindException taken) {
        // By another test, or by somebody who listens at all addresses.
      }
    }
    throw new IOException("No port from " + FIRST_PORT + " on is free at " + listen + ".");
  }

  /** Where a relay is to reach a node, and others the relay. */
  public static RelayEndpoint endpoint(int node, ServerSocket server, InetAddress advertised) {
    return new RelayEndpoint(
        node,
        new InetSocketAddress(advertised, server.getLocalPort()),
        new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
  }

  Relay relay() {
    return relay;
  }

  List<RelayEndpoint> endpoints() {
    return endpoints;
  }

  Link link(int from, int to) {
    return relay.link(from, to);
  }

  /** A socket by which one node has connected to another. */
  Socket connect(int from, int to) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(endpoints.get(from - 1).listen().getAddress(), 0));
    socket.connect(endpoints.get(to - 1).advertised());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  /** A socket that comes from no node's address. */
  Socket connectUnbound(int to) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.connect(endpoints.get(to - 1).advertised());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  /** The next connection that has reached a node. */
  Socket accept(int node) throws IOException {
    Socket socket = servers.get(node - 1).accept();
    sockets.add(socket);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  /** Whether no connection reaches a node for a while. */
  boolean nobodyReaches(int node) throws IOException {
    ServerSocket server = servers.get(node - 1);
    server.setSoTimeout((int) A_WHILE.toMillis());
    try {
      server.accept().close();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      server.setSoTimeout((int) PATIENCE.toMillis());
    }
  }

  /** Whether nothing comes out of a socket for a while, neither bytes nor an end. */
  static boolean nothingComesOutOf(Socket socket) throws IOException {
    socket.setSoTimeout((int) A_WHILE.toMillis());
    try {
      socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      socket.setSoTimeout((int) PATIENCE.toMillis());
    }
  }

  /** Stops a node from listening. */
  void stopListening(int node) throws IOException {
    servers.get(node - 1).close();
  }

  /** Waits for a report, which may come a moment later than the bytes. */
  void awaitBytes(int from, int to, long bytes) {
    awaitThat(
        bytes + " bytes from " + from + " to " + to,
        () -> link(from, to).report().bytes() == bytes);
  }

  /** Waits until the relay has taken so many bytes: they are under way, or through already. */
  void awaitTaken(int from, int to, long bytes) {
    awaitThat(
        bytes + " bytes from " + from + " to " + to + " are taken",
        () -> relay.heldBytes() + link(from, to).report().bytes() >= bytes);
  }

  static void awaitThat(String what, BooleanSupplier condition) {
    await(what)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(condition::getAsBoolean);
  }

  @Override
  public void close() throws IOException {
    relay.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    for (ServerSocket server : servers) {
      server.close();
    }
  }
}
