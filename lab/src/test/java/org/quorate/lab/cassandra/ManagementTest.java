package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.UID;
import org.junit.jupiter.api.Test;

final class ManagementTest {
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
