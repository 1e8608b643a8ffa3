package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.replica.StandInRing;
import org.quorate.core.evidence.ReplicaBehind;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.recency.SettledPairs;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.replica.RingShares;

/** Where no node may be asked, so that the ranges of one that is down are raised. */
class ReplicaRoundsTest {
  private final StandInRing ring =
      new StandInRing(10, 3, new UnauthorizedException(FakeNode.of(1, "dc1").node, "no rights"));
  private final List<LevelEvent> events = new ArrayList<>();
  private final AtomicInteger changes = new AtomicInteger();
  private long now;
  private final SettledPairs pairs = new SettledPairs();
  private final ReplicaRounds rounds =
      new ReplicaRounds(
          ring.session,
          new Events(List.of(events::add), Duration.ZERO, () -> now, InstantSource.system()),
          Runnable::run,
          changes::incrementAndGet,
          new PairedReplicas(List.of(pairs)),
          () -> now,
          7);

  private void tick() {
    now += 200_000_000L;
    rounds.tick(true, 1);
  }

  private double share(String dataCenter) {
    ReadLevels levels =
        ReadLevels.like(
            Level.LOCAL_ONE, new Replication(Map.of(dataCenter, 3)), dataCenter, Level.QUORUM);
    double share = 0;
    for (KeyRange range : rounds.behind("shop", levels)) {
      double width = (range.last() - range.after()) / 0x1p64;
      share += width < 0 ? width + 1 : width; // More than half of the ring.
    }
    return share;
  }

  @Test
  void aChangeOfTheRingWhileRangesAreRaisedChangesTheRanges() {
    tick();
    assertThat(share("dc1")).isZero();
    ring.node(4).state = NodeState.DOWN;
    tick();
    assertThat(share("dc1")).isBetween(0.299, 0.301);
    int before = changes.get();
    ring.join(20);
    tick();
    assertThat(changes.get()).isGreaterThan(before);
    assertThat(share("dc1")).as("of 3, 20 that join and 2 before them").isBetween(0.832, 0.834);
    assertThat(rounds.statuses()).hasSize(30);
  }

  @Test
  void whatWasKnownBeforeNobodyMindedIsUnknownSince() {
    tick();
    ring.node(4).state = NodeState.DOWN;
    tick();
    ring.node(4).state = NodeState.UP;
    tick();
    assertThat(rounds.statuses().values())
        .filteredOn(status -> status.state() == ReplicaState.CATCHING_UP)
        .hasSize(1);
    rounds.tick(false, 1);
    tick();
    assertThat(rounds.statuses().values())
        .hasSize(10)
        .allSatisfy(status -> assertThat(status.state()).isEqualTo(ReplicaState.UNKNOWN));
    ring.node(4).state = NodeState.DOWN;
    tick();
    rounds.tick(false, 1);
    tick();
    assertThat(rounds.statuses().values())
        .filteredOn(status -> status.state() == ReplicaState.DOWN)
        .as("still")
        .hasSize(1);
  }

  @Test
  void sharesOfTheRingAreThoseOfReplicasThatAnswer() {
    ReadLevels here =
        ReadLevels.like(Level.LOCAL_ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.QUORUM);
    assertThat(rounds.shares("shop", here))
        .as("before the first look")
        .isEqualTo(RingShares.UNKNOWN);
    tick();
    assertThat(rounds.shares("shop", here)).as("nobody may be asked").isEqualTo(RingShares.UNKNOWN);
    ring.node(4).state = NodeState.DOWN;
    tick();
    assertThat(rounds.shares("shop", here).down()).isBetween(0.299, 0.301);
    assertThat(rounds.shares("shop", here).behind()).isZero();
  }

  @Test
  void theRingIsReadOnceForEachChangeOfIt() {
    ReadLevels here =
        ReadLevels.like(Level.LOCAL_ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.QUORUM);
    tick();
    ring.node(4).state = NodeState.DOWN;
    tick();
    RingShares before = rounds.shares("shop", here);
    int read = ring.formattedTokens();
    assertThat(read).as("both ends of 10 ranges").isEqualTo(20);
    for (int second = 0; second < 10; second++) {
      tick();
      assertThat(rounds.shares("shop", here)).isEqualTo(before);
      assertThat(share("dc1")).isPositive();
    }
    assertThat(ring.formattedTokens()).isEqualTo(read);
    ring.join(20);
    tick();
    assertThat(rounds.shares("shop", here).down()).isBetween(0.099, 0.101);
    assertThat(ring.formattedTokens()).as("and of 30").isEqualTo(read + 60);
  }

  @Test
  void replicasOfAnotherDataCenterDoNotAnswerReadsHere() {
    tick();
    ring.node(4).state = NodeState.DOWN;
    tick();
    assertThat(share("dc2")).isZero();
  }

  @Test
  void aReplicaThatChangesIsTold() {
    tick();
    assertThat(events).extracting(LevelEvent::kind).containsOnly(Kind.SOURCE_PROBLEM);
    ring.node(4).state = NodeState.DOWN;
    tick();
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.REPLICA_BEHIND)
        .singleElement()
        .asString()
        .contains(" is down. The driver has lost its connections to it.")
        .contains("GRANT SELECT ON KEYSPACE system_views");
  }

  @Test
  void aReplicaThatIsBackIsToldOnce() {
    tick();
    ring.node(4).state = NodeState.DOWN;
    tick();
    assertThat(rounds.returned()).isFalse();
    ring.node(4).state = NodeState.UP;
    tick();
    assertThat(rounds.returned()).isTrue();
    assertThat(rounds.returned()).as("told once").isFalse();
  }

  /** Here of a replica that is raised already: where nobody can be asked no other is for these. */
  @Test
  void writesThatANodeCountsAsDroppedAreLosses() {
    tick();
    ring.node(4).state = NodeState.DOWN;
    tick();
    ring.node(4).state = NodeState.UP;
    tick();
    rounds.seen(dropped(3L));
    rounds.seen(dropped(null));
    tick();
    assertThat(rounds.statuses().get(ring.node(4).id).reason()).doesNotContain("dropped");
    rounds.seen(dropped(5L));
    tick();
    assertThat(rounds.statuses().get(ring.node(4).id).reason())
        .startsWith("It did not get 2 writes, which it has dropped.");
  }

  private MonitorReading dropped(@Nullable Long mutations) {
    NodeHealth health = new NodeHealth(null, mutations, null, null, Map.of(), Map.of());
    return new MonitorReading(
        now, 1, "jmx", Map.of(), Map.of(ring.node(4).id, health), List.of(), List.of(), List.of());
  }

  /** Five of 40 at one node, one of 300 at others. */
  private void pairsAreStale() {
    for (int i = 1; i <= 340; i++) {
      FakeNode node = ring.node(i <= 40 ? 4 : i % 10 == 4 ? 5 : i % 10);
      boolean isStale = i <= 5 || i == 340;
      pairs.add(node.id, i, KeyPlace.UNKNOWN, 60_000_000L, isStale);
    }
    tick();
  }

  @Test
  void aReplicaThatPairsShowToLackWritesIsBehindForAWhile() {
    pairsAreStale();
    UUID behind = ring.node(4).id;
    assertThat(share("dc1")).isBetween(0.299, 0.301);
    assertThat(rounds.statuses().get(behind).state()).isEqualTo(ReplicaState.SUSPECT);
    assertThat(rounds.seenBehind()).as("is told to others").containsOnlyKeys(behind);
    assertThat(pairs.isWatched()).as("pairs are sent there still").isTrue();
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.REPLICA_BEHIND)
        .singleElement()
        .asString()
        .contains(" is suspect. It answered 5 of 40 compared reads stale, the others 1 of 300");
    now += Duration.ofMinutes(4).toNanos();
    pairs.add(behind, 1_000, KeyPlace.UNKNOWN, 60_000_000L, true);
    tick();
    now += Duration.ofMinutes(4).toNanos();
    tick();
    assertThat(share("dc1")).as("one more was stale").isPositive();
    now += Duration.ofMinutes(1).toNanos();
    tick();
    assertThat(share("dc1")).isZero();
    assertThat(pairs.isWatched()).isFalse();
    assertThat(rounds.seenBehind()).isEmpty();
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.REPLICA_FRESH)
        .singleElement()
        .asString()
        .contains("Pairs of reads have not shown for 5 minutes that the replica at ");
  }

  @Test
  void whereAnotherDangerRaisesRangesTooNoPairsAreSentThere() {
    pairsAreStale();
    UUID behind = ring.node(4).id;
    UUID other = ring.node(8).id;
    rounds.others(Map.of(behind, new ReplicaBehind(behind, 3, "seen")));
    assertThat(pairs.isWatched()).as("others have found the same").isTrue();
    rounds.others(Map.of(other, new ReplicaBehind(other, 3, "seen")));
    assertThat(pairs.isWatched()).isFalse();
    assertThat(share("dc1")).isBetween(0.599, 0.601);
  }

  @Test
  void whatPairsHaveShownEndsWithARepair() {
    pairsAreStale();
    rounds.repaired(ring.node(4).id.toString());
    assertThat(share("dc1")).isZero();
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.REPLICA_FRESH)
        .singleElement()
        .asString()
        .contains("It was declared that the replica at ");
    for (int i = 0; i < 40; i++) {
      pairs.add(ring.node(4).id, 2_000 + i, KeyPlace.UNKNOWN, 60_000_000L, i < 5);
      for (int other = 0; other < 10; other++) {
        long partition = 3_000 + 10L * i + other;
        pairs.add(ring.node(5).id, partition, KeyPlace.UNKNOWN, 60_000_000L, false);
      }
    }
    now += Duration.ofSeconds(5).toNanos();
    tick();
    assertThat(share("dc1")).as("found since").isBetween(0.299, 0.301);
  }

  @Test
  void aNodeThatIsNotThereCannotBeRepaired() {
    tick();
    rounds.repaired(ring.node(4).id.toString());
    assertThatThrownBy(() -> rounds.repaired("10.0.0.9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("There is no node 10.0.0.9; there are [");
  }
}
