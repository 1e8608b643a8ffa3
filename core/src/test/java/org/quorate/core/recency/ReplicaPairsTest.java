package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.ReplicaPairs.StaleReplica;

final class ReplicaPairsTest {
  private final ReplicaPairs pairs = new ReplicaPairs();

  private void add(String replica, int stale, int all) {
    for (int i = 0; i < all; i++) {
      pairs.add(replica, i < stale);
    }
  }

  @Test
  void aReplicaThatLacksWritesIsToldFromTheOthers() {
    add("node1", 0, 150);
    add("node2", 8, 100);
    add("node3", 1, 150);
    assertThat(pairs.stalest()).contains(new StaleReplica("node2", 8, 100, 1, 300));
  }

  @Test
  void whatIsStaleEverywhereOrHardlyEverSaysNothingOfOne() {
    assertThat(pairs.stalest()).isEmpty();
    add("node1", 12, 100);
    add("node2", 15, 100);
    add("node3", 18, 100);
    assertThat(pairs.stalest()).isEmpty();
    add("node4", 2, 2);
    assertThat(pairs.stalest()).as("two are too few").isEmpty();
  }

  @Test
  void oneReplicaAloneIsComparedWithNothing() {
    add("node1", 50, 50);
    assertThat(pairs.stalest()).isEmpty();
  }

  /** The probability by its definition: a sum over all ways to spread the stale ones. */
  @Test
  void theChanceIsThatOfFishersExactTest() {
    double expected = 0;
    for (int stale = 3; stale <= 5; stale++) {
      expected += choose(10, stale) * choose(20, 5 - stale) / choose(30, 5);
    }
    assertThat(new StaleReplica("node1", 3, 10, 2, 20).chance()).isCloseTo(expected, within(1e-12));
  }

  @Test
  void pairsOfYearsAreNoFault() {
    long many = 3L * Integer.MAX_VALUE;
    assertThat(new StaleReplica("node1", many / 1_000, many, many / 1_000, many).chance())
        .isBetween(0.4, 0.6);
    assertThat(new StaleReplica("node1", many / 500, many, many / 1_000, many).chance()).isZero();
  }

  private static double choose(int of, int many) {
    double ways = 1;
    for (int i = 1; i <= many; i++) {
      ways *= (of - many + i) / (double) i;
    }
    return ways;
  }

  /** Seed 4: of 2,000 tables whose replicas are alike at most 0.1 % are told apart; alpha 0.001. */
  @Test
  void replicasThatAreAlikeAreToldApartHardlyEver() {
    SeededRandom random = SeededRandom.stream(4, 0);
    int toldApart = 0;
    for (int table = 0; table < 2_000; table++) {
      ReplicaPairs alike = new ReplicaPairs();
      for (int pair = 0; pair < 300; pair++) {
        alike.add("node" + random.nextInt(5), random.nextDouble() < 0.05);
      }
      toldApart += alike.stalest().isPresent() ? 1 : 0;
    }
    assertThat(toldApart).isLessThanOrEqualTo(8);
  }

  @Test
  void noMoreReplicasAreHeldThanThereAreRoomsFor() {
    for (int replica = 0; replica < 2 * ReplicaPairs.MOST_REPLICAS; replica++) {
      add("node" + replica, 0, 1);
    }
    add("node" + 2 * ReplicaPairs.MOST_REPLICAS, 9, 9);
    assertThat(pairs.stalest()).isEmpty();
  }
}
