package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.RaisedRanges.Causes;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.replica.StandInRing;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.RingMove.Deed;

/** In the order of a ring that changes: ten nodes, each row at three. */
class RaisedRangesTest {
  private static final NodePlace HERE = new NodePlace("dc1", "rack1");

  private final StandInRing ring = new StandInRing(10, 3, new IllegalStateException());
  private final RaisedRanges ranges = new RaisedRanges(ring::metadata);
  private final ReadLevels levels =
      ReadLevels.like(Level.LOCAL_ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.QUORUM);

  private Set<UUID> members() {
    return ring.metadata().getNodes().keySet();
  }

  private boolean refresh(Set<UUID> behind, Set<UUID> unproven, RingMove... moves) {
    Map<UUID, RingMove> byId = new HashMap<>();
    for (RingMove move : moves) {
      byId.put(new UUID(7, byId.size()), move);
    }
    return ranges.refresh(new Causes(behind, byId, unproven), members());
  }

  private double share() {
    double share = 0;
    for (KeyRange range : ranges.of("shop", levels)) {
      double width = ((double) range.last() - (double) range.after()) / 0x1p64;
      share += width < 0 ? width + 1 : width;
    }
    return share;
  }

  private boolean has(long token) {
    return ranges.of("shop", levels).stream().anyMatch(range -> range.contains(token));
  }

  /** Half way between the fourth and the fifth node. */
  private long half() {
    return ring.tokenOf(4) / 2 + ring.tokenOf(5) / 2;
  }

  @Test
  void theRangesOfANodeThatJoinsAreRaisedFromBeforeItIsReadUntilItIsProven() {
    refresh(Set.of(), Set.of());
    assertThat(ranges.isEmpty()).isTrue();
    assertThat(ranges.of("shop", levels)).isEmpty();
    long token = half();
    RingMove joining = new RingMove("new", Deed.JOINING, Set.of(token), Set.of(), HERE);
    assertThat(refresh(Set.of(), Set.of(), joining)).isTrue();
    assertThat(refresh(Set.of(), Set.of(), joining)).as("the same").isFalse();
    List<KeyRange> before = ranges.of("shop", levels);
    assertThat(share()).as("two and a half of ten ranges").isCloseTo(0.25, within(1e-9));
    assertThat(has(token)).isTrue();
    assertThat(has(token + 1)).isFalse();
    FakeNode joined = ring.joinAt(token);
    assertThat(refresh(Set.of(joined.id), members())).isTrue();
    assertThat(ranges.of("shop", levels)).isEqualTo(before);
    assertThat(refresh(Set.of(), Set.of())).isTrue();
    assertThat(ranges.of("shop", levels)).isEmpty();
  }

  @Test
  void theRangesOfANodeThatLeavesAreRaisedUntilEachOfThoseThatHoldThemSinceIsProven() {
    refresh(Set.of(), Set.of());
    UUID leaving = ring.node(4).id;
    UUID sixth = ring.node(6).id;
    long token = ring.tokenOf(3);
    refresh(Set.of(), Set.of(), new RingMove("old", Deed.LEAVING, Set.of(), Set.of(leaving), HERE));
    List<KeyRange> before = ranges.of("shop", levels);
    assertThat(share()).isCloseTo(0.3, within(1e-9));
    ring.leave(4);
    assertThat(refresh(Set.of(), members())).isTrue();
    assertThat(ranges.of("shop", levels)).isEqualTo(before);
    refresh(Set.of(), Set.of(sixth));
    assertThat(share()).as("one that another holds since").isCloseTo(0.1, within(1e-9));
    assertThat(has(token)).isTrue();
    refresh(Set.of(), Set.of());
    assertThat(ranges.isEmpty()).isTrue();
    refresh(Set.of(), members());
    assertThat(ranges.of("shop", levels)).as("no change of the ring since").isEmpty();
  }

  /** The driver's ring may be newer than the nodes that were looked at. */
  @Test
  void aRingThatIsSeenBeforeItsNodesAreIsAChangeToo() {
    refresh(Set.of(), Set.of());
    Set<UUID> before = members();
    ring.leave(4);
    ranges.refresh(new Causes(Set.of(), Map.of(), Set.of()), before);
    refresh(Set.of(), members());
    assertThat(share()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void oneChangeAfterAnotherIsHeldAgainstTheRingBeforeBoth() {
    refresh(Set.of(), Set.of());
    ring.leave(4);
    refresh(Set.of(), members());
    ring.leave(8);
    refresh(Set.of(), members());
    assertThat(share()).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void whoJoinsInAnotherDataCenterAnswersNoReadsHere() {
    refresh(Set.of(), Set.of());
    NodePlace there = new NodePlace("dc2", "rack1");
    RingMove joined = new RingMove("new", Deed.JOINED, Set.of(), Set.of(), there);
    refresh(Set.of(), Set.of(), joined);
    assertThat(ranges.of("shop", levels)).isEmpty();
    ReadLevels everywhere =
        ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.QUORUM);
    assertThat(ranges.of("shop", everywhere)).as("but there").hasSize(1);
  }

  @Test
  void aNodeThatHasJoinedWithTokensThatNobodyToldMayHoldAnyRange() {
    refresh(Set.of(), Set.of());
    refresh(Set.of(), Set.of(), new RingMove("new", Deed.JOINED, Set.of(), Set.of(), HERE));
    for (int node = 0; node < 10; node++) {
      assertThat(has(ring.tokenOf(node))).isTrue();
      assertThat(has(ring.tokenOf(node) + 1)).isTrue();
    }
  }
}
