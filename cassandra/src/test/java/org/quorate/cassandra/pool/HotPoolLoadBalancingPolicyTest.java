package org.quorate.cassandra.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.loadbalancing.DefaultLoadBalancingPolicy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On rings of four nodes in dc1, unless a test says otherwise, of which the odd ones are hot. */
final class HotPoolLoadBalancingPolicyTest {
  /** A sixth of the ring, which goes from -3 to 3 of them. */
  private static final long PART =
      BigInteger.ONE.shiftLeft(64).divide(BigInteger.valueOf(6)).longValue();

  private static final long ROW_OF_1 = at(2);
  private static final long ROW_OF_2 = at(-2) - 1;
  private static final long ROW_OF_3 = at(-1);
  private static final String POLICY =
      "class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy\nlocal-datacenter = dc1\n";

  private final List<FakeRing> rings = new ArrayList<>();

  @AfterEach
  void close() {
    rings.forEach(FakeRing::close);
  }

  @Test
  void hotReplicasOfTheRowComeFirstThenTheOtherHotNodesAndNoColdOne() throws Exception {
    LoadBalancingPolicy policy = pooled(1, "").policy();
    for (int time = 0; time < 20; time++) {
      assertThat(FakeRing.plan(policy, ROW_OF_3)).as("replica 3").containsExactly(3, 1);
      assertThat(FakeRing.plan(policy, ROW_OF_1)).as("replica 1").containsExactly(1, 3);
      assertThat(FakeRing.plan(policy, ROW_OF_2))
          .as("cold replica")
          .containsExactlyInAnyOrder(1, 3);
    }
  }

  @Test
  void requestsOfNoKnownReplicaTakeTurns() throws Exception {
    LoadBalancingPolicy policy = pooled(1, "").policy();
    Map<Integer, Integer> firsts = new TreeMap<>();
    for (int time = 0; time < 100; time++) {
      List<Integer> plan = FakeRing.plan(policy);
      assertThat(plan).containsExactlyInAnyOrder(1, 3);
      firsts.merge(plan.get(0), 1, Integer::sum);
    }
    assertThat(firsts).containsOnly(Map.entry(1, 50), Map.entry(3, 50));
  }

  @Test
  void hotReplicasOfARowShareItsRequests() throws Exception {
    LoadBalancingPolicy policy = pooled(4, "").policy();
    Map<Integer, Integer> firsts = new TreeMap<>();
    for (int time = 0; time < 200; time++) {
      firsts.merge(FakeRing.plan(policy, ROW_OF_3).get(0), 1, Integer::sum);
    }
    // 200 fair draws leave the range of 60 to 140 once in 10^8 times.
    assertThat(firsts.get(1)).isBetween(60, 140);
    assertThat(firsts.keySet()).containsExactly(1, 3);
  }

  @Test
  void aHotNodeThatIsDownIsLeftOutUntilItIsBack() throws Exception {
    FakeRing ring = pooled(1, "");
    LoadBalancingPolicy policy = ring.policy();
    policy.onDown(ring.node(3));
    assertThat(FakeRing.plan(policy, ROW_OF_3)).containsExactly(1);
    policy.onUp(ring.node(3));
    assertThat(FakeRing.plan(policy, ROW_OF_3)).containsExactly(3, 1);
  }

  @Test
  void coldNodesStepInOnlyWhileNoHotNodeIsUp() throws Exception {
    FakeRing ring = pooled(1, "");
    LoadBalancingPolicy policy = ring.policy();
    policy.onDown(ring.node(1));
    policy.onDown(ring.node(3));
    assertThat(FakeRing.plan(policy, ROW_OF_2)).as("cold replica first").containsExactly(2, 4);
    assertThat(FakeRing.plan(policy, ROW_OF_3)).containsExactlyInAnyOrder(2, 4);
    policy.onUp(ring.node(1));
    assertThat(FakeRing.plan(policy, ROW_OF_2)).containsExactly(1);
  }

  @Test
  void coldNodesNeverStepInWhereThatIsForbidden() throws Exception {
    FakeRing ring = pooled(1, "when-no-hot-node = fail");
    LoadBalancingPolicy policy = ring.policy();
    assertThat(FakeRing.plan(policy, ROW_OF_2)).containsExactlyInAnyOrder(1, 3);
    policy.onDown(ring.node(1));
    policy.onDown(ring.node(3));
    assertThat(FakeRing.plan(policy, ROW_OF_2)).isEmpty();
    assertThat(FakeRing.plan(policy)).isEmpty();
    assertThat(FakeRing.numbers(policy.newQueryPlan(null, null)))
        .as("the driver's own connection to the cluster")
        .containsExactlyInAnyOrder(2, 4);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.2",
    "10.0.0.2:9042",
    "10.1.0.2",
    "00000000-0000-0000-0000-000000000002",
    "' 10.0.0.2 '"
  })
  void hotNodesCanBeListedWhateverTheirRanges(String entry) throws Exception {
    LoadBalancingPolicy policy = pooled(4, "hot-nodes = [\"" + entry + "\"]").policy();
    assertThat(FakeRing.plan(policy, ROW_OF_3)).containsExactly(2);
  }

  @Test
  void aListMayNameNodesOfSeveralDataCentresOfWhichTheLocalOnesCount() throws Exception {
    FakeRing ring =
        ring(2, "hot-nodes = [\"10.0.0.1\", \"10.0.0.3\"]")
            .node("dc1", 0)
            .node("dc1", at(1))
            .node("dc2", 1)
            .node("dc2", at(1) + 1)
            .refresh();
    HotPoolLoadBalancingPolicy policy = ring.policy();
    assertThat(FakeRing.numbers(policy.hotNodes())).containsExactly(1);
    assertThat(FakeRing.plan(policy)).containsExactly(1);
  }

  @Test
  void whereNoListedNodeExistsColdOnesStepIn() throws Exception {
    HotPoolLoadBalancingPolicy policy = pooled(1, "hot-nodes = [\"10.0.0.9\"]").policy();
    assertThat(policy.hotNodes()).isEmpty();
    assertThat(FakeRing.plan(policy)).containsExactlyInAnyOrder(1, 2, 3, 4);
  }

  @Test
  void rangesAreThoseOfTheLocalDataCentre() throws Exception {
    // Over the whole ring nodes 1 and 3 own next to nothing.
    FakeRing ring = pooled(1, "").node("dc2", at(0) - 1).node("dc2", at(3) - 1).refresh();
    assertThat(FakeRing.numbers(ring.policy().hotNodes())).containsExactlyInAnyOrder(1, 3);
  }

  @Test
  void whereAllRangesAreEqualAllNodesAreHot() throws Exception {
    FakeRing ring = ring(1, "").node("dc1", at(-3)).node("dc1", at(-1)).node("dc1", at(1));
    assertThat(FakeRing.numbers(ring.refresh().policy().hotNodes()))
        .containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void withoutTokensAllNodesAreHot() throws Exception {
    FakeRing ring =
        keep(
            new FakeRing(
                    1,
                    "datastax-java-driver { advanced.metadata.token-map.enabled = false\n"
                        + "basic.load-balancing-policy {\n"
                        + POLICY
                        + "} }")
                .node("dc1", 0)
                .node("dc1", at(1))
                .refresh());
    assertThat(FakeRing.numbers(ring.policy().hotNodes())).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void whoIsHotFollowsTheRing() throws Exception {
    FakeRing ring = pooled(1, "");
    HotPoolLoadBalancingPolicy policy = ring.policy();
    assertThat(FakeRing.plan(policy)).containsExactlyInAnyOrder(1, 3);

    // Takes half of the range of node 1.
    ring.node("dc1", at(2)).refresh();
    policy.onAdd(ring.node(5));
    policy.onUp(ring.node(5));
    assertThat(FakeRing.plan(policy)).containsExactly(3);

    // Takes half of the range of node 3: all are equal.
    ring.node("dc1", at(-1)).refresh();
    policy.onAdd(ring.node(6));
    assertThat(FakeRing.plan(policy)).as("node 6 is not up yet").hasSize(5).doesNotContain(6);
    policy.onUp(ring.node(6));
    assertThat(FakeRing.plan(policy)).hasSize(6);

    policy.onRemove(ring.node(2));
    assertThat(FakeRing.plan(policy)).hasSize(5).doesNotContain(2);
  }

  @Test
  void everyProfileCanHaveItsOwnCoordinators() throws Exception {
    FakeRing ring =
        keep(
            four(
                new FakeRing(
                    1,
                    """
                    datastax-java-driver {
                      basic.load-balancing-policy {
                        class = DefaultLoadBalancingPolicy
                        local-datacenter = dc1
                      }
                      profiles {
                        first.basic.load-balancing-policy {
                          class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy
                          hot-nodes = [ 10.0.0.1 ]
                        }
                        last.basic.load-balancing-policy {
                          class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy
                          hot-nodes = [ 10.0.0.4 ]
                        }
                      }
                    }
                    """)));
    assertThat(ring.context.getLoadBalancingPolicy("default"))
        .isExactlyInstanceOf(DefaultLoadBalancingPolicy.class);
    assertThat(FakeRing.plan(ring.policy("first"), ROW_OF_2)).containsExactly(1);
    assertThat(FakeRing.plan(ring.policy("last"), ROW_OF_2)).containsExactly(4);
  }

  @Test
  void nodesOfOtherDataCentresComeLastWhereTheDriverFailsOver() throws Exception {
    FakeRing ring =
        four(keep(
                new FakeRing(
                    1,
                    """
                        datastax-java-driver {
                          basic.load-balancing-policy {
                            class = org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy
                            local-datacenter = dc1
                            when-no-hot-node = fail
                          }
                          advanced.load-balancing-policy.dc-failover {
                            max-nodes-per-remote-dc = 2
                            allow-for-local-consistency-levels = true
                          }
                        }
                        """)))
            .node("dc2", 1)
            .refresh();
    LoadBalancingPolicy policy = ring.policy();
    assertThat(FakeRing.plan(policy, ROW_OF_3)).containsExactly(3, 1, 5);
    policy.onDown(ring.node(1));
    policy.onDown(ring.node(3));
    assertThat(FakeRing.plan(policy, ROW_OF_3)).containsExactly(5);
  }

  @Test
  void aWrongConfigurationIsRefusedByName() {
    refused("hot-nodes = []", "basic.load-balancing-policy.hot-nodes is empty");
    refused("hot-nodes = [\"10.0.0.1:x\"]", "\"10.0.0.1:x\" in basic.load-balancing-policy");
    refused("hot-node = [\"10.0.0.1\"]", "Did you mean basic.load-balancing-policy.hot-nodes?");
    refused("when-no-hot-node = perhaps", "write use-cold or fail");
  }

  @Test
  void distancesAreThoseOfTheDriver() throws Exception {
    FakeRing ring = pooled(1, "");
    Set<Integer> known = new TreeSet<>();
    ring.context
        .getLoadBalancingPolicy("default")
        .init(
            ring.context.getMetadataManager().getMetadata().getNodes(),
            (node, distance) -> known.addAll(FakeRing.numbers(List.of(node))));
    assertThat(known).as("connections to cold nodes stay open").containsExactly(1, 2, 3, 4);
  }

  private void refused(String options, String message) {
    FakeRing ring = ring(1, options);
    assertThatThrownBy(() -> ring.context.getLoadBalancingPolicy("default"))
        .hasStackTraceContaining(message);
  }

  private FakeRing pooled(int replicas, String options) throws Exception {
    return four(ring(replicas, options));
  }

  /** Ranges of 2, 1, 2 and 1 parts. */
  private static FakeRing four(FakeRing ring) throws Exception {
    return ring.node("dc1", at(-3))
        .node("dc1", at(-2))
        .node("dc1", at(0))
        .node("dc1", at(1))
        .refresh();
  }

  private FakeRing ring(int replicas, String options) {
    return keep(
        new FakeRing(
            replicas,
            "datastax-java-driver.basic.load-balancing-policy {\n" + POLICY + options + "\n}"));
  }

  private FakeRing keep(FakeRing ring) {
    rings.add(ring);
    return ring;
  }

  private static long at(int part) {
    return part * PART;
  }
}
