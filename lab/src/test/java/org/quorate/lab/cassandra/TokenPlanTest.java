package org.quorate.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
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

  private static ClusterSpec spec(int tokens, DataCenter... centers) {
    return ClusterSpec.builder("demo", "5.0.9")
        .dataCenters(List.of(centers))
        .replicationFactor(1)
        .tokensPerNode(tokens)
        .build();
  }
}
