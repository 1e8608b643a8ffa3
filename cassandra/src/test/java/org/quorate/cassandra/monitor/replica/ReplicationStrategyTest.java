package org.quorate.cassandra.monitor.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.metadata.token.DefaultReplicationStrategyFactory;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3Token;
import com.datastax.oss.driver.internal.core.metadata.token.ReplicationStrategy;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.ChangingRanges;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.OwnedTokens;
import org.quorate.core.replica.ReplicatedRange;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.RingMove.Deed;

/** Ranges that change owner, against the replicas that the driver finds before and after. */
class ReplicationStrategyTest {
  private static final String SIMPLE = "org.apache.cassandra.locator.SimpleStrategy";
  private static final String BY_RACKS = "org.apache.cassandra.locator.NetworkTopologyStrategy";

  private final SplittableRandom random = new SplittableRandom(2);
  private final NavigableMap<Long, FakeNode> owners = new TreeMap<>();
  private ReplicationStrategy strategy = strategy(Map.of("class", SIMPLE));

  private static ReplicationStrategy strategy(Map<String, String> replication) {
    Map<String, String> options = new HashMap<>(replication);
    options.putIfAbsent("replication_factor", "1");
    if (!SIMPLE.equals(options.get("class"))) {
      options.remove("replication_factor");
    }
    InternalDriverContext context =
        (InternalDriverContext)
            Proxy.newProxyInstance(
                InternalDriverContext.class.getClassLoader(),
                new Class<?>[] {InternalDriverContext.class},
                (proxy, method, arguments) -> "test");
    return new DefaultReplicationStrategyFactory(context).newInstance(options);
  }

  private List<ReplicatedRange> ring(NavigableMap<Long, FakeNode> owners) {
    Map<Token, Node> byToken = new HashMap<>();
    List<Token> tokens = new ArrayList<>();
    owners.forEach(
        (token, owner) -> {
          tokens.add(new Murmur3Token(token));
          byToken.put(new Murmur3Token(token), owner.node);
        });
    Map<Token, Set<Node>> replicas = strategy.computeReplicasByToken(byToken, tokens);
    List<ReplicatedRange> ring = new ArrayList<>();
    long after = owners.lastKey();
    for (long end : owners.keySet()) {
      Set<UUID> ids = new HashSet<>();
      for (Node node : Objects.requireNonNull(replicas.get(new Murmur3Token(end)))) {
        ids.add(Objects.requireNonNull(node.getHostId()));
      }
      ring.add(new ReplicatedRange(new KeyRange(after, end), ids));
      after = end;
    }
    return ring;
  }

  private static Set<UUID> replicas(List<ReplicatedRange> ring, long token) {
    return ring.stream()
        .filter(each -> each.range().contains(token))
        .findFirst()
        .orElseThrow()
        .replicas();
  }

  private FakeNode node(int number, int dataCenters, int racks) {
    FakeNode node = FakeNode.of(number, "dc" + (1 + random.nextInt(dataCenters)));
    node.rack = "rack" + random.nextInt(racks);
    return node;
  }

  private OwnedTokens tokens() {
    NavigableMap<Long, UUID> ids = new TreeMap<>();
    Map<UUID, NodePlace> places = new HashMap<>();
    owners.forEach(
        (token, owner) -> {
          ids.put(token, owner.id);
          places.put(owner.id, place(owner));
        });
    return new OwnedTokens(ids, places);
  }

  private static NodePlace place(FakeNode node) {
    return new NodePlace(String.valueOf(node.node.getDatacenter()), node.rack);
  }

  /**
   * 600 rings of 2 to 14 nodes in one or two data centres of one to five racks, in each of which
   * one joins, leaves or moves, each looked at by 60 tokens; seed 2.
   */
  @Test
  void noRangeGetsAnotherReplicaThatWasNotForeseen() {
    int foreseen = 0;
    int changed = 0;
    for (int i = 0; i < 600; i++) {
      int dataCenters = 1 + random.nextInt(2);
      int racks = 1 + random.nextInt(5);
      String factor = Integer.toString(1 + random.nextInt(3));
      Map<String, String> byRacks = new HashMap<>(Map.of("class", BY_RACKS, "dc1", factor));
      if (dataCenters == 2) {
        byRacks.put("dc2", "2");
      }
      strategy =
          strategy(
              random.nextInt(3) == 0
                  ? Map.of("class", SIMPLE, "replication_factor", factor)
                  : byRacks);
      owners.clear();
      int nodes = 2 + random.nextInt(13);
      for (int number = 0; number < nodes; number++) {
        owners.put(random.nextLong(), node(number, dataCenters, racks));
      }
      List<ReplicatedRange> before = ring(owners);
      NavigableMap<Long, FakeNode> then = new TreeMap<>(owners);
      long target = random.nextLong();
      Map.Entry<Long, FakeNode> some = Objects.requireNonNull(owners.firstEntry());
      UUID id = some.getValue().id;
      NodePlace at = place(some.getValue());
      RingMove move;
      switch (random.nextInt(3)) {
        case 0 -> {
          FakeNode joining = node(nodes, dataCenters, racks + 1);
          then.put(target, joining);
          move = new RingMove("new", Deed.JOINING, Set.of(target), Set.of(), place(joining));
        }
        case 1 -> {
          then.remove(some.getKey());
          move = new RingMove("old", Deed.LEAVING, Set.of(), Set.of(id), at);
        }
        default -> {
          then.remove(some.getKey());
          then.put(target, some.getValue());
          move = new RingMove("old", Deed.MOVING, Set.of(target), Set.of(id), at);
        }
      }
      List<ReplicatedRange> after = ring(then);
      List<KeyRange> ranges = ChangingRanges.of(before, tokens(), List.of(move));
      for (int j = 0; j < 60; j++) {
        long token = j == 0 ? target : random.nextLong();
        boolean raised = ranges.stream().anyMatch(range -> range.contains(token));
        boolean changes = !replicas(before, token).containsAll(replicas(after, token));
        assertThat(raised || !changes).as("ring %d, token %d, %s", i, token, move).isTrue();
        foreseen += raised ? 1 : 0;
        changed += changes ? 1 : 0;
      }
    }
    assertThat(changed).isGreaterThan(5_000);
    assertThat(foreseen).as("few for nothing").isLessThan(3 * changed);
  }
}
