package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PairPlanTest {
  @Test
  void everyCoordinatorGetsAsManyPairs() throws Exception {
    PairPlan<Integer, String> plan = plan(key -> List.of("a", "b", "c"), Set.of(), Set.of());
    assertThat(byCoordinator(plan)).isEqualTo(Map.of("a", 10L, "b", 10L, "c", 10L));
    assertThat(plan.isReplicated()).isTrue();
    assertThat(plan.isComplete()).isTrue();
  }

  @Test
  void noCoordinatorGetsMoreThanTenPairs() throws Exception {
    PairPlan<Integer, String> plan = plan(key -> List.of("a", "b", "c"), Set.of(), Set.of("a"));
    assertThat(byCoordinator(plan)).isEqualTo(Map.of("b", 10L, "c", 10L));
    assertThat(plan.isComplete()).isTrue();
  }

  @Test
  void largeClustersCostNoMore() throws Exception {
    PairPlan<Integer, String> plan =
        plan(key -> List.of("n" + key, "n" + (key + 1)), Set.of(), Set.of());
    assertThat(plan.pairs()).hasSize(PairPlan.MOST_READS / 2);
    assertThat(plan.pairs())
        .allMatch(
            pair ->
                pair.coordinator().equals("n" + pair.key())
                    || pair.coordinator().equals("n" + (pair.key() + 1)));
  }

  @Test
  void aSmallRoundHasNoMorePairsThanItMay() throws Exception {
    assertThat(plan(key -> List.of("a", "b", "c"), Set.of(), Set.of(), 3).pairs()).hasSize(3);
  }

  @Test
  void keysWithAllReplicasUpArePreferred() throws Exception {
    PairPlan<Integer, String> plan =
        plan(
            key -> key % 4 == 0 ? List.of("a", "b", "c") : List.of("a", "down", "c"),
            Set.of("down"),
            Set.of());
    assertThat(plan.pairs()).hasSize(30).allMatch(pair -> pair.key() % 4 == 0);
    assertThat(plan.isComplete()).isTrue();
  }

  @Test
  void whereEveryKeyHasAReplicaDownThePlanSaysSo() throws Exception {
    PairPlan<Integer, String> plan =
        plan(key -> List.of("a", "down", "c"), Set.of("down"), Set.of());
    assertThat(byCoordinator(plan)).isEqualTo(Map.of("a", 10L, "c", 10L));
    assertThat(plan.isComplete()).isFalse();
  }

  @Test
  void oneReplicaIsNoReplication() throws Exception {
    assertThat(plan(key -> List.of("a"), Set.of(), Set.of()).isReplicated()).isFalse();
  }

  private static Map<String, Long> byCoordinator(PairPlan<Integer, String> plan) {
    return plan.pairs().stream()
        .collect(Collectors.groupingBy(PairPlan.Pair::coordinator, Collectors.counting()));
  }

  private static PairPlan<Integer, String> plan(
      Function<Integer, List<String>> replicas, Set<String> down, Set<String> unreachable)
      throws Exception {
    return plan(replicas, down, unreachable, Integer.MAX_VALUE);
  }

  private static PairPlan<Integer, String> plan(
      Function<Integer, List<String>> replicas, Set<String> down, Set<String> unreachable, int most)
      throws Exception {
    return PairPlan.draw(
        new PairPlan.Ring<>() {
          private int drawn;

          @Override
          public Integer draw() {
            return drawn++;
          }

          @Override
          public Collection<String> replicas(Integer key) {
            return replicas.apply(key);
          }

          @Override
          public boolean isDown(String node) {
            return down.contains(node);
          }

          @Override
          public boolean canCoordinate(String node) {
            return !unreachable.contains(node);
          }
        },
        most);
  }
}
