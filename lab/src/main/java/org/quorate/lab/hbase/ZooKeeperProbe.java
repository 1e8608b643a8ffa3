package org.quorate.lab.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a ZooKeeper, by the word {@code srvr} of its administration, whether it serves clients. */
final class ZooKeeperProbe {
  private ZooKeeperProbe() {}

  /** Whether it answers within the time that it does. */
  static boolean answers(InetSocketAddress address, Duration timeout) {
    int milliseconds = Math.toIntExact(timeout.toMillis());
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(milliseconds);
      socket.connect(address, milliseconds);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return serves(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException silent) {
      return false;
    }
  }

  /** Whether the answer is one of a server that serves; one that does not yet says so instead. */
  static boolean serves(String answer) {
    return answer.startsWith("Zookeeper version") && answer.contains("Mode: ");
  }
}
