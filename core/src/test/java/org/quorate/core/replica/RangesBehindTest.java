package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;

class RangesBehindTest {
  private static final ReplicaStatus NOT_KNOWN =
      new ReplicaStatus("", ReplicaState.UNKNOWN, "", true);

  @Test
  void nobodyBehindIsNoRange() {
    assertThat(RangesBehind.of(ring(6, 3, 1, new SplittableRandom(1)), Set.of())).isEmpty();
  }

  @Test
  void whereEveryRowIsAtEveryNodeItIsTheWholeRing() {
    List<KeyRange> ranges =
        RangesBehind.of(ring(3, 3, 4, new SplittableRandom(1)), Set.of(node(1)));
    assertThat(ranges).hasSize(1);
    assertThat(ranges.get(0).after()).isEqualTo(ranges.get(0).last());
  }

  @Test
  void oneReplicaOfAHundredNodesConcernsThreeReadsInAHundred() {
    List<ReplicatedRange> ring = ring(100, 3, 1, null);
    List<KeyRange> ranges = RangesBehind.of(ring, Set.of(node(17)));
    assertThat(ranges).as("neighbours are one range").hasSize(1);
    assertThat(share(ranges, 100_000)).isBetween(0.0299, 0.0301);
  }

  /** 300 random rings of up to 40 nodes with up to 8 tokens each; seed 5. */
  @Test
  void exactlyTheTokensOfReplicasThatAreBehindAreInside() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 300; i++) {
      int nodes = 1 + random.nextInt(40);
      List<ReplicatedRange> ring =
          ring(nodes, 1 + random.nextInt(3), 1 + random.nextInt(8), random);
      Set<UUID> behind = new HashSet<>();
      for (int j = random.nextInt(3); j >= 0; j--) {
        behind.add(node(random.nextInt(nodes)));
      }
      List<KeyRange> ranges = RangesBehind.of(ring, behind);
      for (int j = 0; j < 200; j++) {
        long token =
            j < 100
                ? random.nextLong()
                : ring.get(random.nextInt(ring.size())).range().last() + random.nextInt(2);
        boolean expected =
            ring.stream()
                .filter(each -> each.range().contains(token))
                .anyMatch(each -> each.replicas().stream().anyMatch(behind::contains));
        assertThat(ranges.stream().anyMatch(range -> range.contains(token)))
            .as("token %d", token)
            .isEqualTo(expected);
      }
    }
  }

  /** 200 random rings, each looked at by 2,000 tokens: four deviations are 0.045; seed 8. */
  @Test
  void sharesOfTheRingAreThoseOfItsTokens() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 200; i++) {
      int nodes = 1 + random.nextInt(12);
      List<ReplicatedRange> ring = ring(nodes, 3, 1 + random.nextInt(8), random);
      Map<UUID, ReplicaStatus> statuses = new HashMap<>();
      for (int node = 0; node < nodes; node++) {
        ReplicaState state = List.of(ReplicaState.values()).get(random.nextInt(5));
        boolean raises = random.nextBoolean();
        if (random.nextInt(3) == 0) {
          statuses.put(node(node), new ReplicaStatus("", state, "", raises));
        } else if (random.nextInt(9) > 0) {
          statuses.put(node(node), new ReplicaStatus("", ReplicaState.FRESH, "", false));
        }
      }
      int down = 0;
      int behind = 0;
      int unknown = 0;
      for (int j = 0; j < 2_000; j++) {
        long token = random.nextLong();
        List<ReplicaStatus> of =
            ring.stream()
                .filter(each -> each.range().contains(token))
                .flatMap(each -> each.replicas().stream())
                .map(id -> statuses.getOrDefault(id, NOT_KNOWN))
                .toList();
        if (of.stream().anyMatch(each -> each.state() == ReplicaState.DOWN)) {
          down++;
        } else if (of.stream()
            .anyMatch(each -> each.raises() && each.state() != ReplicaState.UNKNOWN)) {
          behind++;
        } else if (of.stream().anyMatch(each -> each.state() == ReplicaState.UNKNOWN)) {
          unknown++;
        }
      }
      RingShares shares = RingShares.of(ring, statuses);
      assertThat(shares.down()).isCloseTo(down / 2_000.0, within(0.045));
      assertThat(shares.behind()).isCloseTo(behind / 2_000.0, within(0.045));
      assertThat(shares.unknown()).isCloseTo(unknown / 2_000.0, within(0.045));
    }
    assertThat(RingShares.of(List.of(), Map.of())).isEqualTo(RingShares.UNKNOWN);
  }

  private static double share(List<KeyRange> ranges, int samples) {
    int inside = 0;
    for (int i = 0; i < samples; i++) {
      long token = Long.MIN_VALUE + Math.round((i + 0.5) * (0x1p63 / samples)) * 2;
      inside += ranges.stream().anyMatch(range -> range.contains(token)) ? 1 : 0;
    }
    return (double) inside / samples;
  }

  private static UUID node(int number) {
    return new UUID(0, number);
  }

  /**
   * Each range is at the node of its end and at the next ones of the ring.
   *
   * @param random of tokens, or null for evenly spaced ones
   */
  private static List<ReplicatedRange> ring(
      int nodes, int replicas, int tokensEach, @Nullable SplittableRandom random) {
    TreeSet<Long> tokens = new TreeSet<>();
    for (int i = 0; i < nodes * tokensEach; i++) {
      tokens.add(
          random == null
              ? Long.MIN_VALUE + Math.round(i * (0x1p63 / (nodes * tokensEach))) * 2
              : random.nextLong());
    }
    List<Long> ends = new ArrayList<>(tokens);
    List<ReplicatedRange> ring = new ArrayList<>();
    for (int i = 0; i < ends.size(); i++) {
      Set<UUID> holders = new HashSet<>();
      for (int next = i; holders.size() < Math.min(replicas, nodes); next++) {
        holders.add(node(next % ends.size() % nodes));
      }
      ring.add(
          new ReplicatedRange(
              new KeyRange(ends.get(i == 0 ? ends.size() - 1 : i - 1), ends.get(i)), holders));
    }
    return ring;
  }
}
