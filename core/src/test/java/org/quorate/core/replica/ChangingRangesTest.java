package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.KeyRange;
import org.quorate.core.replica.RingMove.Deed;

/** By the definition alone: a row is at the owners of the next tokens, each node once. */
class ChangingRangesTest {
  private static final UUID NEW = new UUID(7, 7);
  private static final NodePlace HERE = new NodePlace("dc1", "rack1");

  private final SplittableRandom random = new SplittableRandom(6);
  private final NavigableMap<Long, UUID> owners = new TreeMap<>();
  private int replicas;

  private void nodes(int nodes, int tokensEach) {
    owners.clear();
    while (owners.size() < nodes * tokensEach) {
      owners.put(random.nextLong(), new UUID(0, owners.size() % nodes));
    }
  }

  private static Set<UUID> holders(NavigableMap<Long, UUID> owners, long token, int replicas) {
    Set<UUID> holders = new LinkedHashSet<>();
    List<UUID> onwards = new ArrayList<>(owners.tailMap(token, true).values());
    onwards.addAll(owners.values());
    for (UUID next : onwards) {
      if (holders.size() < replicas) {
        holders.add(next);
      }
    }
    return holders;
  }

  private List<ReplicatedRange> ring(NavigableMap<Long, UUID> owners) {
    List<ReplicatedRange> ring = new ArrayList<>();
    long after = owners.lastKey();
    for (long end : owners.keySet()) {
      ring.add(new ReplicatedRange(new KeyRange(after, end), holders(owners, end, replicas)));
      after = end;
    }
    return ring;
  }

  private OwnedTokens tokens() {
    Map<UUID, NodePlace> places = new HashMap<>();
    owners.values().forEach(id -> places.put(id, HERE));
    return new OwnedTokens(owners, places);
  }

  private long token() {
    long near = owners.keySet().stream().skip(random.nextInt(owners.size())).findFirst().orElse(0L);
    return random.nextBoolean() ? random.nextLong() : near + random.nextInt(2);
  }

  private static boolean has(List<KeyRange> ranges, long token) {
    return ranges.stream().anyMatch(range -> range.contains(token));
  }

  private static RingMove move(Deed deed, Set<Long> tokens, Set<UUID> left) {
    return new RingMove("new", deed, tokens, left, HERE);
  }

  /** 300 rings of 4 to 12 nodes, each looked at by 100 tokens; seed 6. */
  @Test
  void whoJoinsTakesTheRangesOfWhichItBecomesAReplicaAndNoOthers() {
    for (int i = 0; i < 300; i++) {
      boolean joined = random.nextBoolean();
      replicas = 1 + random.nextInt(3);
      nodes(4 + random.nextInt(9), joined ? 1 + random.nextInt(4) : 1);
      Set<Long> own = new LinkedHashSet<>();
      for (int j = joined ? 1 + random.nextInt(3) : 1; j > 0; j--) {
        own.add(random.nextLong());
      }
      List<KeyRange> ranges =
          ChangingRanges.of(
              ring(owners),
              tokens(),
              List.of(move(joined ? Deed.JOINED : Deed.JOINING, own, Set.of())));
      NavigableMap<Long, UUID> after = new TreeMap<>(owners);
      own.forEach(token -> after.put(token, NEW));
      for (int j = 0; j < 100; j++) {
        long token = j == 0 ? own.iterator().next() : token();
        assertThat(has(ranges, token))
            .as("token %d", token)
            .isEqualTo(holders(after, token, replicas).contains(NEW));
      }
    }
  }

  @Test
  void whoJoinsADataCenterThatHasNotMoreNodesThanReplicasMayTakeAnyRange() {
    replicas = 3;
    nodes(3, 1);
    List<KeyRange> few =
        ChangingRanges.of(
            ring(owners), tokens(), List.of(move(Deed.JOINING, Set.of(5L), Set.of())));
    nodes(9, 1);
    List<KeyRange> elsewhere =
        ChangingRanges.of(
            ring(owners),
            tokens(),
            List.of(
                new RingMove(
                    "new", Deed.JOINING, Set.of(5L), Set.of(), new NodePlace("dc2", "rack1"))));
    for (int i = 0; i < 1_000; i++) {
      assertThat(has(few, token())).isTrue();
      assertThat(has(elsewhere, token())).isTrue();
    }
  }

  @Test
  void whoseTokensAreNotToldTakesNothingUntilItHasJoinedAndAnyRangeThen() {
    replicas = 3;
    nodes(9, 4);
    assertThat(
            ChangingRanges.of(
                ring(owners), tokens(), List.of(move(Deed.JOINING, Set.of(5L), Set.of()))))
        .as("one of several")
        .isEmpty();
    List<KeyRange> ranges =
        ChangingRanges.of(ring(owners), tokens(), List.of(move(Deed.JOINED, Set.of(), Set.of())));
    for (int i = 0; i < 1_000; i++) {
      assertThat(has(ranges, token())).isTrue();
    }
  }

  /** 200 rings, each looked at by 100 tokens; seed 6. */
  @Test
  void whoLeavesOrMovesGivesUpTheRangesThatItHolds() {
    for (int i = 0; i < 200; i++) {
      replicas = 1 + random.nextInt(3);
      nodes(5 + random.nextInt(9), 1);
      UUID gone = owners.firstEntry().getValue();
      boolean moves = random.nextBoolean();
      long target = random.nextLong();
      List<KeyRange> ranges =
          ChangingRanges.of(
              ring(owners),
              tokens(),
              List.of(
                  moves
                      ? move(Deed.MOVING, Set.of(target), Set.of(gone))
                      : move(Deed.LEAVING, Set.of(), Set.of(gone))));
      NavigableMap<Long, UUID> after = new TreeMap<>(owners);
      after.values().removeIf(gone::equals);
      if (moves) {
        after.put(target, gone);
      }
      for (int j = 0; j < 100; j++) {
        long token = token();
        Set<UUID> now = holders(owners, token, replicas);
        Set<UUID> then = holders(after, token, replicas);
        assertThat(has(ranges, token))
            .as("token %d", token)
            .isEqualTo(now.contains(gone) || then.contains(gone));
        assertThat(has(ranges, token) || now.containsAll(then)).as("a new replica").isTrue();
      }
    }
  }

  /** 300 rings that change anyhow, each looked at by 100 tokens; seed 6. */
  @Test
  void gainedIsWhatANodeHoldsAndDidNotHoldBefore() {
    for (int i = 0; i < 300; i++) {
      replicas = 1 + random.nextInt(3);
      nodes(3 + random.nextInt(6), 1 + random.nextInt(3));
      List<ReplicatedRange> before = ring(owners);
      NavigableMap<Long, UUID> after = new TreeMap<>(owners);
      for (int j = random.nextInt(4); j > 0 && after.size() > 1; j--) {
        after.remove(Objects.requireNonNull(after.floorKey(Long.MAX_VALUE)));
        after.put(random.nextLong(), new UUID(0, random.nextInt(9)));
      }
      Set<UUID> by = Set.of(new UUID(0, random.nextInt(9)), new UUID(0, 9 + random.nextInt(9)));
      List<KeyRange> gained = ChangingRanges.gained(before, ring(after), by);
      for (int j = 0; j < 100; j++) {
        long token = token();
        Set<UUID> since = holders(after, token, replicas);
        since.removeAll(holders(owners, token, replicas));
        assertThat(has(gained, token))
            .as("token %d", token)
            .isEqualTo(since.stream().anyMatch(by::contains));
      }
    }
    assertThat(ChangingRanges.gained(List.of(), ring(owners), Set.of(NEW))).isEmpty();
  }
}
