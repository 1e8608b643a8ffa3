package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class CassandraGreetingTest {
  /** What a node of Cassandra 5.0 that advertises 127.9.0.2:7000 sends first. */
  private static final String FROM_NODE_2 =
      "ca552dfa" + "0e0c0c01" + "06" + "7f090002" + "1b58" + "00000000";

  private final CassandraGreeting greeting =
      new CassandraGreeting(
          List.of(
              new RelayEndpoint(1, at("127.9.0.1", 7000), at("127.9.1.1", 7000)),
              new RelayEndpoint(2, at("127.9.0.2", 7000), at("127.9.1.2", 7000)),
              new RelayEndpoint(3, at("::7", 7000), at("127.0.0.1", 7000))));

  @Test
  void nodeIsKnownByItsListenAddress() throws UnknownHostException {
    assertThat(greeting.nodeAt(InetAddress.getByName("127.9.1.2"))).isEqualTo(2);
    assertThat(greeting.nodeAt(InetAddress.getByName("127.9.0.2"))).isEqualTo(Greeting.UNKNOWN);
  }

  @Test
  void addressThatTheKernelGivesToEverybodyTellsNothing() throws UnknownHostException {
    byte[] loopback = {127, 0, 0, 1};
    assertThat(greeting.nodeAt(InetAddress.getByAddress(loopback))).isEqualTo(Greeting.UNKNOWN);
  }

  @Test
  void nodeIsKnownByTheAddressInItsFirstMessage() {
    assertThat(greeting.nodeIn(bytes(FROM_NODE_2))).isEqualTo(2);
  }

  @Test
  void longAddressesAreRead() {
    String address = "00".repeat(15) + "07";
    assertThat(greeting.nodeIn(bytes("ca552dfa" + "0e0c0c01" + "12" + address + "1b58")))
        .isEqualTo(3);
  }

  @Test
  void firstMessageMayComeInPieces() {
    byte[] whole = HexFormat.of().parseHex(FROM_NODE_2);
    ByteBuffer buffer = ByteBuffer.allocate(greeting.longest());
    for (int i = 0; i < 14; i++) {
      buffer.put(whole[i]);
      assertThat(greeting.nodeIn(buffer)).as("after %s bytes", i + 1).isEqualTo(-2);
    }
    assertThat(greeting.nodeIn(buffer.put(whole[14]))).isEqualTo(2);
    assertThat(buffer.position()).isEqualTo(15);
  }

  @Test
  void whatDoesNotSayWhoSentItIsUnknown() {
    assertThat(greeting.nodeIn(bytes("16030100"))).as("TLS").isEqualTo(Greeting.UNKNOWN);
    assertThat(greeting.nodeIn(bytes("ca552dfa" + "00000a01" + "06" + "7f0900021b58")))
        .as("a version that does not state the address")
        .isEqualTo(Greeting.UNKNOWN);
    assertThat(greeting.nodeIn(bytes("ca552dfa" + "0e0c0c01" + "07" + "7f0900021b58")))
        .as("an address of odd length")
        .isEqualTo(Greeting.UNKNOWN);
    assertThat(greeting.nodeIn(bytes("ca552dfa" + "0e0c0c01" + "06" + "7f0900091b58")))
        .as("an address that no node advertises")
        .isEqualTo(Greeting.UNKNOWN);
    assertThat(greeting.nodeIn(bytes("ca552dfa" + "0e0c0c01" + "06" + "7f0900021b59")))
        .as("another port")
        .isEqualTo(Greeting.UNKNOWN);
  }

  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.allocate(64).put(HexFormat.of().parseHex(hex));
  }

  private static InetSocketAddress at(String host, int port) {
    return new InetSocketAddress(host, port);
  }
}
