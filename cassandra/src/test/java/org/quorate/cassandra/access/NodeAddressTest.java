package org.quorate.cassandra.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class NodeAddressTest {
  @Test
  void whatTextsAndRowsTellOfANodeIsTheSame() throws Exception {
    InetAddress host = InetAddress.getByName("2001:db8::1");
    NodeAddress parsed = NodeAddress.parse("/[2001:db8:0:0:0:0:0:1]:7000").orElseThrow();
    assertThat(parsed).isEqualTo(NodeAddress.of(host, 7000));
    assertThat(parsed).hasToString("[2001:db8:0:0:0:0:0:1]:7000");
    assertThat(NodeAddress.of(new InetSocketAddress(host, 7000))).contains(parsed);
    assertThat(NodeAddress.of(InetSocketAddress.createUnresolved("node", 1))).isEmpty();
    assertThat(NodeAddress.parse("a/b/10.0.0.1:7001")).contains(new NodeAddress("10.0.0.1", 7001));
  }

  @Test
  void aPortThatIsNotToldIsAny() {
    NodeAddress somewhere = new NodeAddress("10.0.0.1", 0);
    assertThat(somewhere.matches(new NodeAddress("10.0.0.1", 7000))).isTrue();
    assertThat(new NodeAddress("10.0.0.1", 7001).matches(new NodeAddress("10.0.0.1", 7000)))
        .isFalse();
    assertThat(somewhere).hasToString("10.0.0.1");
  }
}
