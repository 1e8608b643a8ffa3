package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClientProbeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void readyAndAuthenticateAreAnswersAndAnErrorIsNot() throws Exception {
    assertThat(probe(2)).isTrue();
    assertThat(probe(3)).isTrue();
    assertThat(probe(0)).isFalse();
  }

  @Test
  void nobodyListeningIsNoAnswer() throws Exception {
    InetSocketAddress address;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = (InetSocketAddress) socket.getLocalSocketAddress();
    }
    assertThat(ClientProbe.answers(address, PATIENCE)).isFalse();
  }

  @Test
  void silenceIsNoAnswer() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(
              ClientProbe.answers(
                  (InetSocketAddress) socket.getLocalSocketAddress(), Duration.ofMillis(50)))
          .isFalse();
    }
  }

  private static boolean probe(int operation) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> asked =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket socket = server.accept()) {
                  byte[] frame = socket.getInputStream().readNBytes(ClientProbe.startup().length);
                  socket
                      .getOutputStream()
                      .write(new byte[] {(byte) 0x84, 0, 0, 0, (byte) operation, 0, 0, 0, 0});
                  return frame;
                } catch (java.io.IOException failure) {
                  throw new java.io.UncheckedIOException(failure);
                }
              });
      boolean answered =
          ClientProbe.answers((InetSocketAddress) server.getLocalSocketAddress(), PATIENCE);
      // Version 4, no flags, stream 0, STARTUP, 22 bytes: one pair.
      assertThat(asked.get()).startsWith(4, 0, 0, 0, 1, 0, 0, 0, 22, 0, 1);
      return answered;
    }
  }
}
