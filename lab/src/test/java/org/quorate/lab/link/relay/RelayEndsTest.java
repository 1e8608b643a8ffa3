package org.quorate.lab.link.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;

/** How connections through the relay begin and end. */
class RelayEndsTest {
  private TestNetwork network;

  @BeforeEach
  void open() throws IOException {
    network = new TestNetwork(2);
  }

  @AfterEach
  void close() throws IOException {
    network.close();
  }

  @Test
  void endOfAStreamTravelsBehindItsBytesAndLeavesTheOtherDirectionOpen() throws IOException {
    network.relay().delay(DelayDistribution.parse("20ms"));
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);

    opener.getOutputStream().write("question".getBytes(US_ASCII));
    opener.shutdownOutput();
    assertThat(new String(acceptor.getInputStream().readAllBytes(), US_ASCII))
        .isEqualTo("question");
    acceptor.getOutputStream().write("answer".getBytes(US_ASCII));
    acceptor.close();

    assertThat(new String(opener.getInputStream().readAllBytes(), US_ASCII)).isEqualTo("answer");
    TestNetwork.awaitThat("all is closed", () -> network.relay().connections() == 0);
  }

  @Test
  void resetOfTheOpenerReachesTheAcceptorBehindItsBytes() throws IOException {
    network.relay().delay(DelayDistribution.parse("50ms"));
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    opener.getOutputStream().write(1);
    network.awaitTaken(1, 2, 1);
    reset(opener);

    assertThat(acceptor.getInputStream().read()).isEqualTo(1);
    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(() -> acceptor.getInputStream().read())
        .withMessageContaining("reset");
    TestNetwork.awaitThat("all is closed", () -> network.relay().connections() == 0);
  }

  @Test
  void resetOfTheAcceptorReachesTheOpener() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    reset(acceptor);

    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(() -> opener.getInputStream().read())
        .withMessageContaining("reset");
    TestNetwork.awaitThat("all is closed", () -> network.relay().connections() == 0);
  }

  @Test
  void receiverThatClosesUnderASenderResetsIt() throws IOException {
    Socket opener = network.connect(1, 2);
    network.accept(2).close();

    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(
            () -> {
              while (true) {
                opener.getOutputStream().write(new byte[64 * 1024]);
              }
            });
  }

  @Test
  void nodeThatDoesNotListenResetsWhoConnects() throws IOException {
    network.stopListening(2);
    Socket opener = network.connect(1, 2);

    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(() -> opener.getInputStream().read());
    TestNetwork.awaitThat("all is closed", () -> network.relay().connections() == 0);
  }

  @Test
  void nodeIsRecognisedByCassandrasFirstMessage() throws IOException {
    Socket opener = network.connectUnbound(2);
    InetSocketAddress advertised = network.endpoints().get(0).advertised();
    byte[] greeting =
        ByteBuffer.allocate(19)
            .putInt(0xCA552DFA)
            .putInt(0x0E0C0C01)
            .put((byte) 6)
            .put(advertised.getAddress().getAddress())
            .putShort((short) advertised.getPort())
            .putInt(0x01020304)
            .array();
    opener.getOutputStream().write(greeting, 0, 10);
    assertThat(network.nobodyReaches(2)).isTrue();
    opener.getOutputStream().write(greeting, 10, 9);

    Socket acceptor = network.accept(2);
    assertThat(acceptor.getInputStream().readNBytes(greeting.length)).isEqualTo(greeting);
    assertThat(acceptor.getInetAddress()).isEqualTo(advertised.getAddress());
    network.awaitBytes(1, 2, greeting.length);
  }

  @Test
  void strangerIsRefused() throws IOException {
    Socket stranger = network.connectUnbound(2);
    stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));

    assertThat(endsWithoutBytes(stranger)).isTrue();
    assertThat(network.nobodyReaches(2)).isTrue();
  }

  @Test
  void nodeThatConnectsToItselfIsNotDelayed() throws IOException {
    network.relay().delay(DelayDistribution.parse("30s"));
    network.connect(1, 1).getOutputStream().write(3);

    assertThat(network.accept(1).getInputStream().read()).isEqualTo(3);
    assertThatIllegalArgumentException().isThrownBy(() -> network.link(1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> network.link(1, 9));
  }

  @Test
  void closingTheRelayEndsItsConnectionsAndFreesItsAddresses() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    network.relay().close();
    network.relay().close();

    assertThat(endsWithoutBytes(opener)).isTrue();
    assertThat(endsWithoutBytes(acceptor)).isTrue();
    assertThatIllegalStateException().isThrownBy(() -> network.link(1, 2).cut());
    Relay.open(network.endpoints(), TestNetwork.SEED).close();
  }

  @Test
  void addressInUseIsNamedAndNothingIsLeftBound() throws IOException {
    RelayEndpoint taken = network.endpoints().get(1);
    RelayEndpoint free =
        new RelayEndpoint(
            7,
            new InetSocketAddress("127.88.0.7", taken.advertised().getPort()),
            new InetSocketAddress("127.88.1.7", 7000));

    assertThatIOException()
        .isThrownBy(() -> Relay.open(List.of(free, taken), TestNetwork.SEED))
        .withMessageContaining("127.88.0.2:" + taken.advertised().getPort())
        .withMessageContaining("node 2");
    Relay.open(List.of(free), TestNetwork.SEED).close();
  }

  @Test
  void nodesThatShareSomethingAreRefused() {
    RelayEndpoint node = network.endpoints().get(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Relay.open(List.of(node, node), TestNetwork.SEED));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RelayEndpoint(1, node.listen(), node.listen()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RelayEndpoint(-1, node.advertised(), node.listen()));
  }

  /** Whether a socket ends, in order or by a reset, before a byte came out of it. */
  private static boolean endsWithoutBytes(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() == -1;
    } catch (SocketException e) {
      return true;
    }
  }

  private static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
