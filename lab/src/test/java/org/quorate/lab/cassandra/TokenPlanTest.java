package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.pool.Pool;
import org.quorate.core.pool.PoolLayout;
import org.quorate.core.pool.PoolPlan;
import org.quorate.core.pool.PrimaryRanges;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;

class TokenPlanTest {
  @Test
  void singleTokensAreEvenlySpacedInTheOrderOfTheNodes() {
    assertThat(TokenPlan.of(spec(1, new DataCenter("dc1", 4, 1))))
        .containsExactly(
            List.of(Long.MIN_VALUE + 1), List.of(-(1L << 62)), List.of(0L), List.of(1L << 62));
  }

  @Test
  void aSecondDataCenterIsShiftedByOne() {
    assertThat(TokenPlan.of(spec(1, new DataCenter("dc1", 2, 1), new DataCenter("dc2", 2, 1))))
        .containsExactly(
            List.of(Long.MIN_VALUE + 1), List.of(0L), List.of(Long.MIN_VALUE + 2), List.of(1L));
  }

  @Test
  void manyTokensGiveEveryNodeTheSameShareAndManyNeighbours() {
    List<List<Long>> plan = TokenPlan.of(spec(16, new DataCenter("dc1", 5, 1)));
    TreeMap<Long, Integer> ring = new TreeMap<>();
    for (int node = 0; node < 5; node++) {
      assertThat(plan.get(node)).hasSize(16).isSorted();
      for (long token : plan.get(node)) {
        assertThat(ring.put(token, node)).as("no token twice").isNull();
      }
    }
    double[] share = new double[5];
    Set<String> neighbours = new HashSet<>();
    long before = ring.lastKey();
    for (Map.Entry<Long, Integer> entry : ring.entrySet()) {
      // Subtraction wraps as the ring does.
      share[entry.getValue()] += Math.scalb((double) (entry.getKey() - before), -64);
      neighbours.add(ring.get(before) + "-" + entry.getValue());
      before = entry.getKey();
    }
    for (double one : share) {
      assertThat(one).isCloseTo(0.2, within(1e-12));
    }
    assertThat(neighbours).hasSizeGreaterThan(15);
  }

  @Test
  void theSameClusterAlwaysGetsTheSameRing() {
    ClusterSpec spec = spec(16, new DataCenter("dc1", 3, 1), new DataCenter("dc2", 3, 1));
    assertThat(TokenPlan.of(spec)).isEqualTo(TokenPlan.of(spec));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "balanced",
        "hot-cold",
        "mostly-hot",
        "mostly-cold",
        "hot 1 of 4",
        "hot-cold 3:1",
        "hot-cold 1:1"
      })
  void primaryRangesAreAsTheWeightsOfThePools(String layout) {
    for (int nodes = 2; nodes <= 60; nodes++) {
      ClusterSpec spec =
          ClusterSpec.builder("demo", "5.0.9").nodes(nodes).pools(PoolLayout.parse(layout)).build();
      List<BigInteger> ranges = ranges(TokenPlan.of(spec));
      PoolPlan pools = spec.pools().over(nodes);
      BigInteger ring = BigInteger.valueOf(pools.ringWeight());
      for (int node = 0; node < nodes; node++) {
        BigInteger share =
            TokenPlan.POSITIONS.multiply(BigInteger.valueOf(pools.weight(node))).divide(ring);
        // One for rounding, and one for the token that makes way for the lowest value.
        assertThat(ranges.get(node).subtract(share).abs().longValueExact())
            .as("node %d of %d", node, nodes)
            .isLessThanOrEqualTo(2);
      }
      assertThat(ranges.stream().reduce(BigInteger.ZERO, BigInteger::add))
          .isEqualTo(TokenPlan.POSITIONS);
    }
  }

  @Test
  void aHotNodeOwnsTwiceTheRangeOfAColdOne() {
    ClusterSpec spec =
        ClusterSpec.builder("demo", "5.0.9").nodes(6).pools(PoolLayout.HOT_COLD).build();
    List<BigInteger> ranges = ranges(TokenPlan.of(spec));
    for (int hot = 0; hot < 6; hot += 2) {
      BigInteger twice = ranges.get(hot + 1).shiftLeft(1);
      assertThat(ranges.get(hot).subtract(twice).abs().longValueExact()).isLessThanOrEqualTo(5);
    }
  }

  @Test
  void everyDataCenterHasItsPools() {
    ClusterSpec spec =
        ClusterSpec.builder("demo", "5.0.9")
            .dataCenters(List.of(new DataCenter("dc1", 3, 1), new DataCenter("dc2", 2, 1)))
            .pools(PoolLayout.MOSTLY_COLD)
            .build();
    List<List<Long>> plan = TokenPlan.of(spec);
    assertThat(plan.stream().flatMap(List::stream)).doesNotHaveDuplicates();
    assertThat(spec.pool(1)).isEqualTo(Pool.HOT);
    assertThat(spec.pool(2)).isEqualTo(Pool.COLD);
    assertThat(spec.pool(4)).isEqualTo(Pool.HOT);
    assertThat(spec.pool(5)).isEqualTo(Pool.COLD);
    // Ranges count among the tokens of a data centre: two of three parts for node 4.
    BigInteger twice = ranges(plan.subList(3, 5)).get(1).shiftLeft(1);
    assertThat(ranges(plan.subList(3, 5)).get(0).subtract(twice).abs().longValueExact())
        .isLessThanOrEqualTo(5);
  }

  /** The size of every node's primary range, exactly. */
  private static List<BigInteger> ranges(List<List<Long>> plan) {
    Map<Integer, List<BigInteger>> tokens = new TreeMap<>();
    for (int node = 0; node < plan.size(); node++) {
      tokens.put(node, plan.get(node).stream().map(BigInteger::valueOf).toList());
    }
    return List.copyOf(new TreeMap<>(PrimaryRanges.lengths(tokens, TokenPlan.POSITIONS)).values());
  }

  private static ClusterSpec spec(int tokens, DataCenter... centers) {
    return ClusterSpec.builder("demo", "5.0.9")
        .dataCenters(List.of(centers))
        .replicationFactor(1)
        .tokensPerNode(tokens)
        .build();
  }
}
