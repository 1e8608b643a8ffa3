package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.Links;

/** Links between clients and two nodes, which are nothing but server sockets. */
class RelayClientsTest {
  private static final Duration DELAY = Duration.ofMillis(60);

  private final ServerSocket[] servers = new ServerSocket[2];
  private final RelayEndpoint[] endpoints = new RelayEndpoint[2];
  private Relay relay;

  @BeforeEach
  void open() throws IOException {
    for (int node = 1; node <= 2; node++) {
      InetAddress advertised = InetAddress.getByName("127.87.0." + node);
      servers[node - 1] =
          TestNetwork.listening(InetAddress.getByName("127.87.1." + node), advertised);
      endpoints[node - 1] = TestNetwork.endpoint(node, servers[node - 1], advertised);
    }
    relay = Relay.open(List.of(endpoints), LinkTraffic.WITH_HBASE_CLIENTS, TestNetwork.SEED);
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    for (ServerSocket server : servers) {
      server.close();
    }
  }

  @Test
  void twoOppositeLinksLeadToEachNode() {
    assertThat(relay.all())
        .extracting(link -> link.from() + ">" + link.to())
        .containsExactly("0>1", "0>2", "1>0", "2>0");
    assertThatThrownBy(() -> relay.link(1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                Relay.open(
                    List.of(new RelayEndpoint(0, endpoints[0].advertised(), endpoints[0].listen())),
                    LinkTraffic.WITH_HBASE_CLIENTS,
                    TestNetwork.SEED))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatAClientSendsWaitsAndIsCounted() throws IOException {
    relay.delay(DelayDistribution.parse(DELAY.toMillis() + "ms"));
    Link toNode = relay.link(Links.CLIENTS, 1);
    Link toClients = relay.link(1, Links.CLIENTS);
    long began = System.nanoTime();
    int greeting = exchange("root");
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(DELAY.multipliedBy(2).toNanos());
    TestNetwork.awaitThat("the request is counted", () -> toNode.report().bytes() == greeting);
    TestNetwork.awaitThat("the answer is counted", () -> toClients.report().bytes() == 1);
    assertThat(relay.link(Links.CLIENTS, 2).report().bytes()).isZero();
  }

  @Test
  void whatServersSendPassesAtOnceAndIsCountedOnNoLink() throws IOException {
    relay.delay(DelayDistribution.parse("20s"));
    exchange(LinkTraffic.HBASE_SERVER_USER);
    assertThat(relay.all()).allMatch(link -> link.report().bytes() == 0);
  }

  /** Sends a greeting to node 1, which answers with one byte. */
  private int exchange(String user) throws IOException {
    byte[] name = user.getBytes(StandardCharsets.US_ASCII);
    byte[] greeting = new byte[10 + 4 + name.length + 16];
    byte[] begin = {'H', 'B', 'a', 's', 0, 80, 0, 0, 0, (byte) (greeting.length - 10)};
    System.arraycopy(begin, 0, greeting, 0, begin.length);
    greeting[10] = 0x0A;
    greeting[11] = (byte) (2 + name.length);
    greeting[12] = 0x0A;
    greeting[13] = (byte) name.length;
    System.arraycopy(name, 0, greeting, 14, name.length);
    try (Socket client = new Socket()) {
      client.connect(endpoints[0].advertised());
      client.setSoTimeout((int) TestNetwork.PATIENCE.toMillis());
      client.getOutputStream().write(greeting);
      try (Socket server = servers[0].accept()) {
        server.setSoTimeout((int) TestNetwork.PATIENCE.toMillis());
        assertThat(server.getInputStream().readNBytes(greeting.length)).isEqualTo(greeting);
        server.getOutputStream().write(7);
        assertThat(client.getInputStream().read()).isEqualTo(7);
      }
    }
    return greeting.length;
  }
}
