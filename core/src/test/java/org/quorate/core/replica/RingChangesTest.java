package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.core.replica.RingMove.Deed;

/** What a tracker says of a ring of three that changes, on a clock that the test turns. */
class RingChangesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);
  private static final UUID THREE = new UUID(0, 3);
  private static final UUID NEW = new UUID(0, 4);

  private final ReplicaTracker tracker = new ReplicaTracker();
  private long now;

  @BeforeEach
  void threeThatAreFresh() {
    members(ONE, TWO, THREE);
    Map<UUID, Signal.Heartbeat> heard = new HashMap<>();
    Stream.of(ONE, TWO, THREE)
        .forEach(id -> heard.put(id, new Signal.Heartbeat(1, 100, Duration.ofHours(1))));
    tracker.take(new Signal.Heartbeats(ONE, heard), now);
    quietFor(2, ONE, TWO, THREE);
    assertThat(tracker.isCalm()).isTrue();
  }

  private void members(UUID... ids) {
    Map<UUID, String> names = new HashMap<>();
    Stream.of(ids).forEach(id -> names.put(id, id.toString()));
    tracker.take(new Signal.Members(names, names.keySet()), now);
  }

  private void hears(UUID at, RingMove... moves) {
    Map<UUID, RingMove> heard = new HashMap<>();
    Stream.of(moves).forEach(move -> heard.put(UUID.fromString(move.name()), move));
    tracker.take(new Signal.Moves(at, heard), now);
  }

  private static RingMove move(UUID id, Deed deed, Long... tokens) {
    Set<UUID> left = deed == Deed.LEAVING || deed == Deed.MOVING ? Set.of(id) : Set.of();
    return new RingMove(id.toString(), deed, Set.of(tokens), left, new NodePlace("dc1", "rack1"));
  }

  private void quietFor(double seconds, UUID... nodes) {
    for (double passed = 0; passed < seconds; passed += 0.5) {
      now += SECOND / 2;
      Stream.of(nodes).forEach(at -> tracker.take(new Signal.Hints(at, Set.of(), false), now));
    }
  }

  /** Servers read from it seconds before the driver is told of it. */
  @Test
  void aNodeThatJoinsIsKnownFromThenOnUntilTheDriverKnowsItAndIsNotFreshFromThereOn() {
    hears(TWO, move(NEW, Deed.JOINING, 5L));
    assertThat(tracker.moves()).containsOnlyKeys(NEW);
    assertThat(tracker.isCalm()).as("so that servers are asked often").isFalse();
    assertThat(tracker.statuses())
        .as("of those that hold ranges")
        .containsOnlyKeys(ONE, TWO, THREE);
    now += 5 * SECOND;
    hears(TWO, move(NEW, Deed.JOINED, 5L, 6L));
    hears(ONE, move(NEW, Deed.JOINING, 5L));
    assertThat(tracker.moves().get(NEW)).isEqualTo(move(NEW, Deed.JOINED, 5L, 6L));
    members(ONE, TWO, THREE, NEW);
    assertThat(tracker.moves()).isEmpty();
    assertThat(tracker.raised()).containsExactly(NEW);
    assertThat(tracker.unproven()).contains(NEW);
    quietFor(23, ONE, TWO, THREE, NEW);
    assertThat(tracker.raised()).containsExactly(NEW);
    quietFor(4, ONE, TWO, THREE, NEW);
    assertThat(tracker.raised()).isEmpty();
    assertThat(tracker.unproven()).isEmpty();
    assertThat(tracker.isCalm()).isTrue();
  }

  @Test
  void whenANodeHasLeftTheOthersAreUnprovenUntilNothingIsKeptForThem() {
    hears(TWO, move(THREE, Deed.LEAVING));
    assertThat(tracker.moves()).containsOnlyKeys(THREE);
    assertThat(tracker.unproven()).as("they are not read from yet").isEmpty();
    now += 30 * SECOND;
    hears(TWO, move(THREE, Deed.LEAVING));
    quietFor(1, ONE, TWO, THREE);
    members(ONE, TWO);
    assertThat(tracker.moves()).isEmpty();
    assertThat(tracker.unproven()).containsExactlyInAnyOrder(ONE, TWO);
    assertThat(tracker.raised()).as("of what they held before they lack nothing").isEmpty();
    quietFor(20, ONE, TWO);
    now += 4 * SECOND;
    tracker.take(new Signal.Hints(ONE, Set.of(TWO), false), now);
    assertThat(tracker.unproven()).hasSize(2);
    assertThat(tracker.raised()).as("something is kept for it").containsExactly(TWO);
    quietFor(25, ONE, TWO);
    assertThat(tracker.unproven()).isEmpty();
    assertThat(tracker.raised()).isEmpty();
    assertThat(tracker.isCalm()).isTrue();
  }

  @Test
  void aChangeThatNobodySawBeforeLeavesAllUnprovenToo() {
    members(ONE, TWO);
    assertThat(tracker.unproven()).containsExactlyInAnyOrder(ONE, TWO);
  }

  @Test
  void oneThatIsDownShowsWhatItHasWhenItIsBack() {
    tracker.take(new Signal.Connection(THREE, false), now);
    members(ONE, TWO, THREE, NEW);
    quietFor(0.5, ONE, TWO);
    assertThat(tracker.unproven()).containsExactlyInAnyOrder(ONE, TWO, NEW);
  }

  @Test
  void aChangeLastsWhileAnyNodeThatIsAskedSaysSo() {
    hears(ONE, move(THREE, Deed.LEAVING));
    hears(TWO, move(THREE, Deed.LEAVING));
    hears(ONE);
    assertThat(tracker.moves()).containsOnlyKeys(THREE);
    hears(TWO);
    assertThat(tracker.moves()).as("it stays after all").isEmpty();
    assertThat(tracker.unproven()).isEmpty();
  }

  @Test
  void aNodeThatDoesNotAnswerAnyMoreKeepsNoChangeAlive() {
    hears(TWO, move(NEW, Deed.JOINING, 5L));
    now += 9 * SECOND;
    hears(ONE);
    assertThat(tracker.moves()).containsOnlyKeys(NEW);
    now += 2 * SECOND;
    hears(ONE);
    assertThat(tracker.moves()).as("it gave up").isEmpty();
    hears(TWO, move(NEW, Deed.JOINING, 5L));
    members(ONE, THREE);
    assertThat(tracker.moves()).as("said by one that has left").isEmpty();
  }

  /** The driver takes no notice of tokens that move. */
  @Test
  void aNodeThatHasMovedIsToldUntilEveryNodeIsProven() {
    hears(TWO, move(THREE, Deed.MOVING, 5L));
    now += 10 * SECOND;
    hears(TWO);
    assertThat(tracker.moves()).containsOnlyKeys(THREE);
    assertThat(tracker.unproven()).hasSize(3);
    quietFor(23, ONE, TWO, THREE);
    assertThat(tracker.moves()).containsOnlyKeys(THREE);
    quietFor(2, ONE, TWO, THREE);
    assertThat(tracker.moves()).isEmpty();
    assertThat(tracker.isCalm()).isTrue();
  }

  @Test
  void whereNobodyCanBeAskedNothingWouldEverProveThem() {
    tracker.take(new Signal.Blind(ONE, "No rights."), now);
    members(ONE, TWO);
    assertThat(tracker.unproven()).isEmpty();
  }

  @Test
  void whatWasUnderWayWhenNobodyLookedIsNotKnown() {
    hears(TWO, move(NEW, Deed.JOINING, 5L));
    members(ONE, TWO);
    tracker.unwatched(now);
    assertThat(tracker.moves()).isEmpty();
    assertThat(tracker.unproven()).isEmpty();
  }

  @Test
  void aNodeThatIsNotThereSaysNothing() {
    hears(NEW, move(THREE, Deed.LEAVING));
    assertThat(List.copyOf(tracker.moves().values())).isEmpty();
  }
}
