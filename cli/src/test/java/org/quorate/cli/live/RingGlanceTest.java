package org.quorate.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.live.RingGlance.Count;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.ReplicatedRange;

final class RingGlanceTest {
  @Test
  void theWholeRingOfOneNodeIsOneSegment() {
    UUID node = new UUID(0, 1);
    RingGlance ring =
        RingGlance.of(
            "k",
            List.of(new ReplicatedRange(new KeyRange(5, 5), Set.of(node))),
            Map.of(node, State.DOWN));
    assertThat(ring.shares()).containsExactly(Map.entry(new Count(0, 0, 1), 1.0));
    assertThat(ring.worst()).containsOnly(new Count(0, 0, 1)).hasSize(RingGlance.PARTS);
  }

  @Test
  void aNodeThatNobodyKnowsIsNeitherUpNorDown() {
    RingGlance ring =
        RingGlance.of(
            "k",
            List.of(new ReplicatedRange(new KeyRange(0, 0), Set.of(new UUID(0, 1)))),
            Map.of());
    assertThat(ring.shares()).containsExactly(Map.entry(new Count(0, 1, 0), 1.0));
  }

  @Test
  void ofThreeNodesWithTwoReplicasOneThatIsDownTakesAReplicaOfTwoThirds() {
    RingGlance ring = LookSamples.nodes(State.DOWN).orElseThrow().rings().get(0);
    assertThat(ring.shares().keySet()).containsExactly(new Count(1, 0, 1), new Count(2, 0, 0));
    assertThat(ring.shares().get(new Count(1, 0, 1))).isCloseTo(2 / 3.0, within(1e-9));
  }

  /** 200 random rings of up to 40 ranges, looked at in 2,000 places each; seed 1. */
  @Test
  void everyPlaceOfTheRingHasTheStatesOfItsReplicas() {
    Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      Map<UUID, State> states = new HashMap<>();
      for (int i = 0; i < 5; i++) {
        states.put(new UUID(0, i), List.of(State.values()).get(random.nextInt(3)));
      }
      TreeSet<Long> ends = new TreeSet<>();
      int size = 1 + random.nextInt(40);
      while (ends.size() < size) {
        ends.add(random.nextLong());
      }
      List<ReplicatedRange> ranges = new ArrayList<>();
      long after = ends.last();
      for (long end : ends) {
        Set<UUID> replicas = new HashSet<>();
        for (int i = 0; i < 3; i++) {
          replicas.add(new UUID(0, random.nextInt(5)));
        }
        ranges.add(new ReplicatedRange(new KeyRange(after, end), replicas));
        after = end;
      }
      RingGlance ring = RingGlance.of("k", ranges, states);
      assertThat(ring.shares().values().stream().mapToDouble(Double::doubleValue).sum())
          .isCloseTo(1, within(1e-9));
      Map<Count, Integer> found = new HashMap<>();
      for (int i = 0; i < 2_000; i++) {
        long token = random.nextLong();
        double place = token / 0x1p64 + 0.5;
        Set<UUID> replicas =
            ranges.stream()
                .filter(range -> range.range().contains(token))
                .findFirst()
                .orElseThrow()
                .replicas();
        Count count =
            new Count(
                in(replicas, states, State.UP),
                in(replicas, states, State.UNKNOWN),
                in(replicas, states, State.DOWN));
        found.merge(count, 1, Integer::sum);
        assertThat(ring.worst().get((int) (place * RingGlance.PARTS)).up())
            .isLessThanOrEqualTo(count.up());
      }
      assertThat(ring.worst()).isSubsetOf(ring.shares().keySet());
      // Of 2,000 places a share is met in so many within 5.5 standard deviations, alpha 1e-4.
      found.forEach(
          (count, times) ->
              assertThat(times / 2_000.0).isCloseTo(ring.shares().get(count), within(0.062)));
    }
  }

  private static int in(Set<UUID> replicas, Map<UUID, State> states, State state) {
    return (int) replicas.stream().filter(each -> states.get(each) == state).count();
  }
}
