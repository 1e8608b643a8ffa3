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
import org.quorate.cli.live.RingGlance.Segment;
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
    assertThat(ring.segments()).containsExactly(new Segment(0, 1, new Count(0, 0, 1)));
    assertThat(ring.worst(4)).containsOnly(new Count(0, 0, 1)).hasSize(4);
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

  /** 200 random rings of up to 40 ranges, looked at in 50 places each; seed 1. */
  @Test
  void everyPlaceOfTheRingHasTheStatesOfItsReplicas() {
    Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      Map<UUID, State> states = new HashMap<>();
      for (int i = 0; i < 5; i++) {
        states.put(new UUID(0, i), State.values()[random.nextInt(3)]);
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
      for (int i = 0; i < 50; i++) {
        long token = random.nextLong();
        double place = token / 0x1p64 + 0.5;
        Set<UUID> replicas =
            ranges.stream()
                .filter(range -> range.range().contains(token))
                .findFirst()
                .orElseThrow()
                .replicas();
        Count count =
            ring.segments().stream()
                .filter(segment -> segment.from() <= place && place < segment.to())
                .findFirst()
                .orElseThrow()
                .count();
        assertThat(count.up()).isEqualTo(in(replicas, states, State.UP));
        assertThat(count.down()).isEqualTo(in(replicas, states, State.DOWN));
        assertThat(count.unknown()).isEqualTo(in(replicas, states, State.UNKNOWN));
      }
    }
  }

  private static int in(Set<UUID> replicas, Map<UUID, State> states, State state) {
    return (int) replicas.stream().filter(each -> states.get(each) == state).count();
  }
}
