package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.Links;

class HBaseGreetingTest {
  private final HBaseGreeting greeting = new HBaseGreeting();

  @Test
  void whoeverStatesAnotherUserThanTheServersIsAClient() {
    assertThat(greeting.nodeIn(from("root"))).isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(from("hbase"))).isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(from("quorate-hbas"))).isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(from("quorate-hbasf"))).isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(from("quorate-hbase2"))).isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(from("x".repeat(200)))).isEqualTo(Links.CLIENTS);
  }

  @Test
  void serversGoOverNoLink() {
    assertThat(greeting.nodeIn(from(LinkTraffic.HBASE_SERVER_USER))).isEqualTo(Greeting.UNLINKED);
  }

  @Test
  void whoBeginsOtherwiseIsAClient() {
    assertThat(greeting.nodeIn(text("Regist"))).isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(text("HBas\0Q")))
        .as("authenticated by SASL")
        .isEqualTo(Links.CLIENTS);
    assertThat(greeting.nodeIn(text("HBas\0P\0\0\0\7\u0012\5Admin")))
        .as("without a user")
        .isEqualTo(Links.CLIENTS);
  }

  @Test
  void firstBytesMayComeInPieces() {
    byte[] whole = bytes(LinkTraffic.HBASE_SERVER_USER);
    ByteBuffer buffer = ByteBuffer.allocate(greeting.longest());
    int needed = 6 + 4 + 2 + 2 + LinkTraffic.HBASE_SERVER_USER.length();
    for (int i = 0; i < needed - 1; i++) {
      buffer.put(whole[i]);
      assertThat(greeting.nodeIn(buffer))
          .as("after %s bytes", i + 1)
          .isEqualTo(Greeting.INCOMPLETE);
    }
    assertThat(greeting.nodeIn(buffer.put(whole[needed - 1]))).isEqualTo(Greeting.UNLINKED);
  }

  @Test
  void whatFillsTheLongestGreetingIsNeverIncomplete() {
    byte[] endless = bytes(LinkTraffic.HBASE_SERVER_USER);
    for (int at = 11; at < 16; at++) {
      endless[at] = -1;
    }
    ByteBuffer buffer = ByteBuffer.allocate(greeting.longest());
    buffer.put(endless, 0, greeting.longest());
    assertThat(greeting.nodeIn(buffer)).isEqualTo(Links.CLIENTS);
  }

  @Test
  void addressesTellNothing() throws Exception {
    assertThat(greeting.nodeAt(InetAddress.getByName("127.9.0.2"))).isEqualTo(Greeting.UNKNOWN);
  }

  /** What HBase's client sends first: a preamble, and a header that begins with the user. */
  private static byte[] bytes(String user) {
    byte[] name = user.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer buffer = ByteBuffer.allocate(512);
    buffer.put(new byte[] {'H', 'B', 'a', 's', 0, 80});
    int information = 1 + (name.length > 127 ? 2 : 1) + name.length;
    buffer.putInt(1 + (information > 127 ? 2 : 1) + information + 15);
    buffer.put((byte) 0x0A);
    length(buffer, information);
    buffer.put((byte) 0x0A);
    length(buffer, name.length);
    buffer.put(name);
    buffer.put((byte) 0x12).put((byte) 13);
    buffer.put("ClientService".getBytes(StandardCharsets.US_ASCII));
    byte[] bytes = new byte[Math.max(64, buffer.position())];
    buffer.get(0, bytes);
    return bytes;
  }

  private static void length(ByteBuffer buffer, int value) {
    if (value > 127) {
      buffer.put((byte) ((value & 0x7F) | 0x80)).put((byte) (value >> 7));
    } else {
      buffer.put((byte) value);
    }
  }

  private ByteBuffer from(String user) {
    ByteBuffer buffer = ByteBuffer.allocate(greeting.longest());
    return buffer.put(bytes(user), 0, greeting.longest());
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.allocate(64).put(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
