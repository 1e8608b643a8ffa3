package org.quorate.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PoolPlanTest {
  @ParameterizedTest
  @CsvSource({
    "balanced, 3, HHH",
    "hot-cold, 2, HC",
    "hot-cold, 3, HCH",
    "hot-cold, 4, HCHC",
    "hot-cold, 5, HCHCH",
    "hot-cold, 6, HCHCHC",
    "mostly-hot, 6, HCHHCH",
    "mostly-cold, 6, HCCHCC",
    "hot 1 of 6, 6, HCCCCC",
    "hot 5 of 6, 6, HCHHHH"
  })
  void hotNodesAreSpreadOverTheRing(String layout, int nodes, String ring) {
    assertThat(ring(PoolLayout.parse(layout).over(nodes))).isEqualTo(ring);
  }

  /** By brute force over every ring of up to 24 nodes. */
  @Test
  void neighboursHoldAsManyHotNodesAsOneAnotherGiveOrTakeOne() {
    for (int nodes = 2; nodes <= 24; nodes++) {
      for (int hot = 1; hot < nodes; hot++) {
        PoolPlan plan = new PoolLayout(hot, nodes, 2, 1).over(nodes);
        assertThat(ring(plan).chars().filter(letter -> letter == 'H')).hasSize(hot);
        for (int replicas = 1; replicas <= nodes; replicas++) {
          for (int first = 0; first < nodes; first++) {
            int from = first;
            long found =
                IntStream.range(0, replicas)
                    .filter(next -> plan.pool((from + next) % plan.nodes()) == Pool.HOT)
                    .count();
            assertThat((double) found).isCloseTo((double) replicas * hot / nodes, within(1 - 1e-9));
          }
          if (replicas * hot >= nodes) {
            assertThat(plan.hotShare(replicas)).isEqualTo(1);
          }
        }
      }
    }
  }

  @Test
  void aHotNodeOwnsTwiceTheRangeOfAColdOne() {
    PoolPlan plan = PoolLayout.HOT_COLD.over(6);
    assertThat(plan.ringWeight()).isEqualTo(9);
    assertThat(plan.weight(0)).isEqualTo(2);
    assertThat(plan.weight(1)).isEqualTo(1);
    assertThat(plan.primaryShare(0)).isEqualTo(2.0 / 9);
    assertThat(PoolLayout.BALANCED.over(5).primaryShare(3)).isEqualTo(0.2);
    assertThat(PoolLayout.parse("hot-cold 1:1").over(4).primaryShare(1)).isEqualTo(0.25);
  }

  @Test
  void replicasBringWhatNodesHoldCloserTogether() {
    PoolPlan plan = PoolLayout.HOT_COLD.over(6);
    assertThat(plan.heldShare(0, 1)).isEqualTo(2.0 / 9);
    assertThat(plan.heldShare(0, 2)).isEqualTo(3.0 / 9);
    assertThat(plan.heldShare(1, 2)).isEqualTo(3.0 / 9);
    assertThat(plan.heldShare(0, 3)).isEqualTo(5.0 / 9);
    assertThat(plan.heldShare(1, 3)).isEqualTo(4.0 / 9);
    assertThat(plan.heldShare(0, 5)).isEqualTo(8.0 / 9);
    assertThat(plan.heldShare(1, 5)).isEqualTo(7.0 / 9);
    assertThat(plan.heldShare(1, 6)).isEqualTo(1);
  }

  @Test
  void someRowsHaveNoHotReplicaWhereHotNodesAreFewAndReplicasToo() {
    PoolPlan plan = PoolLayout.MOSTLY_COLD.over(6);
    assertThat(plan.hotShare(1)).isEqualTo(4.0 / 8);
    assertThat(plan.hotShare(2)).isEqualTo(6.0 / 8);
    assertThat(plan.hotShare(3)).isEqualTo(1);
  }

  @Test
  void whatIsNotThereIsRefused() {
    PoolPlan plan = PoolLayout.HOT_COLD.over(4);
    assertThatThrownBy(() -> plan.pool(4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plan.pool(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plan.heldShare(0, 5)).hasMessageContaining("5 replicas");
    assertThatThrownBy(() -> PoolLayout.HOT_COLD.over(0)).hasMessageContaining("at least 1 node");
  }

  private static String ring(PoolPlan plan) {
    return IntStream.range(0, plan.nodes())
        .mapToObj(node -> plan.pool(node) == Pool.HOT ? "H" : "C")
        .collect(Collectors.joining());
  }
}
