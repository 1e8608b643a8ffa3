package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.SnitchScores;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Replication;

/** Three nodes in two racks of dc1, and one in dc2 that keeps no replica. */
final class SeenReplicasTest {
  private static final Replication THREE = new Replication(Map.of("dc1", 3));
  private static final List<Long> TOKENS = List.of(Long.MIN_VALUE / 2, 0L, Long.MAX_VALUE);

  private final List<FakeNode> nodes = new ArrayList<>();

  SeenReplicasTest() throws Exception {
    for (int number = 1; number <= 4; number++) {
      FakeNode node = FakeNode.of(number, number == 4 ? "dc2" : "dc1");
      node.rack = number == 2 ? "b" : "a";
      node.broadcast =
          Optional.of(
              new InetSocketAddress(
                  InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number}), 7000));
      nodes.add(node);
    }
  }

  @Test
  void nodesAreCalledAsTracesCallThemAndHaveTheirRacksAndScores() {
    SnitchScores scores = new SnitchScores(Map.of("10.0.0.2:7000", 0.2), 0.1);
    NodeHealth health = new NodeHealth(null, null, null, null, Map.of(), Map.of(), null, scores);
    ReplicaMap map =
        SeenReplicas.of(metadata(Optional.empty()), "shop", THREE, Map.of(nodes.get(0).id, health));
    assertThat(map.nodes())
        .containsExactly(
            new ReplicaMap.MappedNode("10.0.0.1:7000", "dc1", "a", scores.byAddress()),
            new ReplicaMap.MappedNode("10.0.0.2:7000", "dc1", "b", Map.of()),
            new ReplicaMap.MappedNode("10.0.0.3:7000", "dc1", "a", Map.of()));
    assertThat(map.badnessThreshold()).isEqualTo(0.1);
    assertThat(map.rows()).as("all have all, as far as is known").containsExactly(List.of(0, 1, 2));
  }

  /** Of a quarter, a quarter and half of the ring. */
  @Test
  void rowsAreAsManyAsTheirShareOfTheRingAndInItsOrder() {
    ReplicaMap map =
        SeenReplicas.of(
            metadata(
                Optional.of(
                    ring(
                        index ->
                            new LinkedHashSet<>(List.of(node(index), node((index + 1) % 3)))))),
            "shop",
            new Replication(Map.of("dc1", 2)),
            Map.of());
    assertThat(
            map.rows().stream().collect(Collectors.groupingBy(row -> row, Collectors.counting())))
        .isEqualTo(Map.of(List.of(0, 1), 16L, List.of(1, 2), 16L, List.of(2, 0), 32L));
  }

  @Test
  void ofSeveralDataCentresNothingIsTold() {
    assertThat(
            SeenReplicas.of(
                metadata(Optional.empty()),
                "shop",
                new Replication(Map.of("dc1", 2, "dc2", 1)),
                Map.of()))
        .isEqualTo(ReplicaMap.NONE);
  }

  private Node node(int index) {
    return nodes.get(index).node;
  }

  private Metadata metadata(Optional<TokenMap> ring) {
    Map<UUID, Node> known =
        nodes.stream().collect(Collectors.toMap(each -> each.id, each -> each.node));
    return proxy(
        Metadata.class,
        call ->
            switch (call) {
              case "getNodes" -> known;
              case "getTokenMap" -> ring;
              default -> throw new UnsupportedOperationException(call);
            });
  }

  private static TokenMap ring(Function<Integer, Set<Node>> replicas) {
    return (TokenMap)
        Proxy.newProxyInstance(
            TokenMap.class.getClassLoader(),
            new Class<?>[] {TokenMap.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getPartitionerName" -> "org.apache.cassandra.dht.Murmur3Partitioner";
                  case "parse" -> proxy(Token.class, call -> arguments[0]);
                  case "getReplicas" -> {
                    long token = Long.parseLong(arguments[1].toString());
                    yield replicas.apply(
                        IntStream.range(0, 3)
                            .filter(i -> token <= TOKENS.get(i))
                            .findFirst()
                            .orElseThrow());
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static <T> T proxy(Class<T> type, Function<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getName().equals("equals")
                    ? proxy == arguments[0]
                    : answers.apply(method.getName())));
  }
}
