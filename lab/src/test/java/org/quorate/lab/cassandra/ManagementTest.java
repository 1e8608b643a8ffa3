package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UID;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ManagementTest {
  private static final Loopback LOOPBACK = new Loopback();

  @Test
  void aRegistryThatHasNothingYetIsANodeThatDoesNotAnswer() throws Exception {
    try (ServerSocket registry = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> handOutNull(registry), "registry");
      server.setDaemon(true);
      server.start();

      assertThatIOException()
          .isThrownBy(() -> Management.connect(registry.getLocalPort()))
          .withMessage(
              "What listens at 127.0.0.1:%d does not answer over JMX yet; try again.",
              registry.getLocalPort());
    }
  }

  @Test
  void nobodyThatListensIsANodeThatDoesNotAnswer() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThatIOException().isThrownBy(() -> Management.connect(port));
  }

  @Test
  void aConnectionThatFailsOnceItIsMadeIsClosed() throws Exception {
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    Remote connection =
        remote(
            RMIConnection.class,
            method -> {
              asked.add(method);
              if (method.equals("getConnectionId")) {
                throw new IOException("The node has ended.");
              }
              return null;
            });
    Remote stub = UnicastRemoteObject.exportObject(connection, 0, LOOPBACK, LOOPBACK);
    Remote server = remote(RMIServer.class, method -> stub);
    Remote bound = UnicastRemoteObject.exportObject(server, 0, LOOPBACK, LOOPBACK);
    AtomicInteger port = new AtomicInteger();
    Registry registry =
        LocateRegistry.createRegistry(
            0,
            LOOPBACK,
            any -> {
              ServerSocket socket = LOOPBACK.createServerSocket(any);
              port.set(socket.getLocalPort());
              return socket;
            });
    try {
      registry.bind("jmxrmi", bound);

      assertThatIOException()
          .isThrownBy(() -> Management.connect(port.get()))
          .withMessage("The node has ended.");
      assertThat(asked).containsExactly("getConnectionId", "close");
    } finally {
      UnicastRemoteObject.unexportObject(registry, true);
      UnicastRemoteObject.unexportObject(connection, true);
      UnicastRemoteObject.unexportObject(server, true);
    }
  }

  /** What a method answers. */
  private interface Answers {
    @Nullable Object to(String method) throws IOException;
  }

  private static Remote remote(Class<? extends Remote> type, Answers answers) {
    return (Remote)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.to(method.getName()));
  }

  /** So that neither end depends on what this machine is called. */
  private record Loopback()
      implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    }
  }

  /**
   * Answers one call as a registry of a server that has not bound anything: Java's own refuses to
   * bind null, so this speaks the Java Remote Method Protocol (its specification, chapter 10).
   */
  private static void handOutNull(ServerSocket registry) {
    try (Socket client = registry.accept();
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
      in.skipNBytes(7); // Magic, version, and the protocol of streams.
      out.writeByte(0x4e);
      out.writeUTF(client.getInetAddress().getHostAddress());
      out.writeInt(client.getPort());
      out.flush();
      in.readUTF();
      in.readInt();
      in.readByte(); // A call, whose method and arguments do not matter.
      out.writeByte(0x51);
      ObjectOutputStream answer = new ObjectOutputStream(out);
      answer.writeByte(1);
      new UID().write(answer);
      answer.writeObject(null);
      answer.flush();
      in.transferTo(DataOutputStream.nullOutputStream());
    } catch (IOException gone) {
      // The test says what it misses.
    }
  }
}
