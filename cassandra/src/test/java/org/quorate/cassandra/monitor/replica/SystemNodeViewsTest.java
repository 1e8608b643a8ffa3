package org.quorate.cassandra.monitor.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.session.StandInServer;
import org.quorate.core.replica.Signal;

/**
 * A node was started anew under another address, as a pod is. Servers tell of both for a while, in
 * the order of addresses, and count what they sent to either.
 */
class SystemNodeViewsTest {
  private static final UUID ASKED = new UUID(0, 1);
  private static final UUID BACK = new UUID(0, 4);
  private static final String NOW = "127.0.0.2";
  private static final String BEFORE = "127.0.0.3";
  private static final int STOPPED = Integer.MAX_VALUE;

  private final StandInServer server = server();
  private final CqlSession session = server.session("ONE").build();
  private final SystemNodeViews views =
      new SystemNodeViews(session, InstantSource.fixed(Instant.ofEpochSecond(71)));

  private static StandInServer server() {
    StandInServer server = StandInServer.with(Map.of());
    server.addNode();
    server.has(
        "system_views.gossip_info",
        List.of(
            row("127.0.0.1", ASKED, 9, 70), row(NOW, BACK, 11, 5), row(BEFORE, BACK, 10, STOPPED)));
    server.has(
        "system_views.internode_outbound", List.of(sent(NOW, 20, 1), sent(BEFORE, 3_000, 7)));
    server.has(
        "system_views.internode_inbound", List.of(received(NOW, 30), received(BEFORE, 4_000)));
    return server;
  }

  @AfterEach
  void close() {
    session.close();
    server.close();
  }

  private static Map<String, Object> row(String at, UUID id, int generation, int heartbeat) {
    return Map.of(
        "address",
        address(at),
        "port",
        7000,
        "host_id",
        id.toString(),
        "generation",
        generation,
        "heartbeat",
        heartbeat,
        "dc",
        "dc1",
        "rack",
        "rack1",
        "status",
        "",
        "status_with_port",
        "NORMAL,5");
  }

  private static Map<String, Object> sent(String to, long messages, long expired) {
    return Map.of(
        "address",
        address(to),
        "port",
        7000,
        "sent_count",
        messages,
        "pending_count",
        0L,
        "expired_count",
        expired,
        "overload_count",
        0L);
  }

  private static Map<String, Object> received(String from, long messages) {
    return Map.of(
        "address", address(from), "port", 7000, "received_count", messages, "expired_count", 0L);
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private Node node(UUID id) {
    return Objects.requireNonNull(session.getMetadata().getNodes().get(id));
  }

  private static List<Signal> of(CompletionStage<List<Signal>> answer) {
    return answer.toCompletableFuture().join();
  }

  private List<Signal> heartbeats() {
    return of(views.heartbeats(node(ASKED)));
  }

  private List<Signal> messages() {
    return of(views.messages(node(ASKED), node(BACK)));
  }

  @Test
  void itsHeartbeatIsThatOfItsLastStart() {
    assertThat(heartbeats())
        .contains(
            new Signal.Heartbeats(
                ASKED,
                Map.of(
                    ASKED, new Signal.Heartbeat(9, 70, Duration.ofSeconds(62)),
                    BACK, new Signal.Heartbeat(11, 5, Duration.ofSeconds(60)))));
  }

  @Test
  void whatWasSentToItsOldAddressDoesNotCount() {
    heartbeats();
    assertThat(of(views.losses(node(ASKED))))
        .containsExactly(
            new Signal.Losses(BACK, ASKED, "messages that waited too long for it", 1),
            new Signal.Losses(ASKED, ASKED, "messages in time", 0),
            new Signal.Exchange(ASKED, Map.of(BACK, 21L), Map.of(BACK, 30L)));
  }

  @Test
  void othersAreAskedForMessagesOfItsNewAddressAlsoWhereOneHasNotHeardOfIt() {
    heartbeats();
    assertThat(messages()).containsExactly(new Signal.Messages(ASKED, BACK, 30));
    server.has(
        "system_views.gossip_info",
        List.of(row("127.0.0.1", ASKED, 9, 71), row(BEFORE, BACK, 10, 900)));
    heartbeats();
    assertThat(messages()).containsExactly(new Signal.Messages(ASKED, BACK, 30));
  }
}
