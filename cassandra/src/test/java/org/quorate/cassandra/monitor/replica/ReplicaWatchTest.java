package org.quorate.cassandra.monitor.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.ReplicaChange;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.core.replica.ReplicaTimes;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.RingMove.Deed;
import org.quorate.core.replica.Signal;

/** On a clock that the test turns, over servers that a script answers for. */
class ReplicaWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final NodePlace HERE = new NodePlace("dc1", "rack1");

  private final List<ReplicaChange> changes = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final Script script = new Script();
  private long now;

  private ReplicaWatch watch(StandInRing ring) {
    return new ReplicaWatch(ring::all, script, Runnable::run, changes::add, () -> now, 7);
  }

  private void run(ReplicaWatch watch, double seconds) {
    for (double passed = 0; passed < seconds - 0.1; passed += 0.2) {
      now += ReplicaWatch.PERIOD.toNanos();
      watch.tick();
    }
  }

  private static StandInRing ring(int nodes) {
    return new StandInRing(nodes, 3, new IllegalStateException());
  }

  @Test
  void replicasThatRunForLongAreFreshWithinTwoSeconds() {
    ReplicaWatch watch = watch(ring(3));
    run(watch, 2);
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.statuses()).hasSize(3);
    assertThat(watch.statuses().values()).allMatch(each -> each.state() == ReplicaState.FRESH);
  }

  /** And every node is asked in its turn. */
  @Test
  void aCalmClusterOfTwoHundredNodesIsAskedLittle() {
    ReplicaWatch watch = watch(ring(200));
    run(watch, 60);
    assertThat(watch.raised()).isEmpty();
    asked.clear();
    run(watch, 100);
    assertThat(asked.size()).isBetween(700, 800);
    assertThat(asked.stream().filter(each -> each.startsWith("hints")).distinct()).hasSize(200);
  }

  @Test
  void allNodesOfASmallClusterAreAskedEachSecond() {
    ReplicaWatch watch = watch(ring(3));
    run(watch, 10);
    asked.clear();
    run(watch, 10);
    for (String kind : List.of("heartbeats", "hints", "losses")) {
      assertThat(asked.stream().filter(each -> each.startsWith(kind))).as(kind).hasSize(30);
    }
  }

  /** As each of many processes asks that tell one another what they see. */
  @Test
  void whereOthersAskTooAllNodesAreAskedEveryTwoSeconds() {
    ReplicaWatch watch = watch(ring(3));
    run(watch, 10);
    watch.calm(Duration.ofSeconds(2));
    run(watch, 10);
    asked.clear();
    run(watch, 60);
    assertThat(watch.raised()).isEmpty();
    for (String kind : List.of("heartbeats", "hints", "losses")) {
      assertThat(asked.stream().filter(each -> each.startsWith(kind))).as(kind).hasSize(90);
    }
  }

  @Test
  void aNodeThatAnotherDoesNotReachIsThenSeenWithinEightSeconds() {
    for (double phase = 0; phase < 2; phase += 0.2) {
      StandInRing ring = ring(3);
      ReplicaWatch watch = watch(ring);
      watch.calm(Duration.ofSeconds(2));
      run(watch, 20 + phase);
      script.cutOffAt = now / SECOND;
      run(watch, 8);
      assertThat(watch.raised()).as("phase %s", phase).containsExactly(ring.node(2).id);
      script.cutOffAt = Long.MAX_VALUE;
    }
  }

  @Test
  void aHeartbeatThatStandsStillIsSeenWithinElevenSeconds() {
    for (double phase = 0; phase < 1; phase += 0.2) {
      StandInRing ring = ring(3);
      ReplicaWatch watch = watch(ring);
      run(watch, 10 + phase);
      script.stoodStillAt = now / SECOND;
      script.still = 2;
      run(watch, 9);
      assertThat(watch.raised()).isEmpty();
      run(watch, 2.4);
      assertThat(watch.raised()).containsExactly(ring.node(2).id);
      script.still = -1;
    }
  }

  @Test
  void aNodeThatAnotherDoesNotReachIsSeenWithinFourSeconds() {
    StandInRing ring = ring(3);
    ReplicaWatch watch = watch(ring);
    run(watch, 10.4);
    script.cutOffAt = now / SECOND;
    run(watch, 4.2);
    assertThat(watch.raised()).containsExactly(ring.node(2).id);
    assertThat(watch.statuses().get(ring.node(2).id).reason())
        .matches("For [34] s it has got nothing of what .* sends it\\.");
  }

  @Test
  void aNodeThatIsDownIsLookedForFiveTimesASecondAndCatchesUpAtItsFirstMessage() {
    StandInRing ring = ring(100);
    ReplicaWatch watch = watch(ring);
    run(watch, 30);
    ring.node(9).state = NodeState.DOWN;
    script.down = 9;
    run(watch, 3);
    assertThat(watch.statuses().get(ring.node(9).id).state()).isEqualTo(ReplicaState.DOWN);
    assertThat(watch.raised()).isEmpty();
    asked.clear();
    run(watch, 1);
    assertThat(asked.stream().filter(each -> each.startsWith("messages"))).hasSize(15);
    assertThat(asked).hasSizeLessThan(50);
    script.received++;
    now += ReplicaWatch.PERIOD.toNanos();
    watch.tick();
    assertThat(watch.raised()).containsExactly(ring.node(9).id);
    assertThat(changes.get(changes.size() - 1).after().state()).isEqualTo(ReplicaState.CATCHING_UP);
  }

  @Test
  void aNodeThatJoinsIsKnownBeforeTheDriverKnowsItAndLookedForFiveTimesASecond() {
    StandInRing ring = ring(3);
    ReplicaWatch watch = watch(ring);
    run(watch, 10);
    UUID joining = new UUID(0, 3);
    script.moves = Map.of(joining, new RingMove("node3", Deed.JOINING, Set.of(5L), Set.of(), HERE));
    run(watch, 1.2);
    assertThat(watch.moves()).containsOnlyKeys(joining);
    assertThat(watch.raised()).isEmpty();
    asked.clear();
    run(watch, 10);
    assertThat(asked.stream().filter(each -> each.startsWith("heartbeats"))).hasSize(50);
    ring.join(1);
    run(watch, 0.2);
    assertThat(watch.moves()).isEmpty();
    assertThat(watch.raised()).containsExactly(joining);
    assertThat(watch.unproven()).hasSize(4);
    script.moves = Map.of();
    run(watch, 20);
    assertThat(watch.raised()).containsExactly(joining);
    run(watch, 10);
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.unproven()).isEmpty();
  }

  @Test
  void aNodeThatLeavesIsKnownBeforeAndWhoHasItsRangesSinceIsUnproven() {
    StandInRing ring = ring(4);
    ReplicaWatch watch = watch(ring);
    run(watch, 10);
    UUID leaving = ring.node(1).id;
    script.moves =
        Map.of(leaving, new RingMove("node1", Deed.LEAVING, Set.of(), Set.of(leaving), HERE));
    run(watch, 1.2);
    assertThat(watch.moves()).containsOnlyKeys(leaving);
    ring.leave(1);
    run(watch, 0.2);
    assertThat(watch.moves()).isEmpty();
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.unproven()).hasSize(3);
    run(watch, 30);
    assertThat(watch.unproven()).isEmpty();
  }

  @Test
  void whoMayNotAskRaisesNothingButWhatIsDown() {
    script.refusal = new SourceException("The role may not.");
    StandInRing ring = ring(3);
    ReplicaWatch watch = watch(ring);
    run(watch, 4);
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.statuses().get(ring.node(0).id).reason())
        .endsWith(" cannot be asked which hints it keeps. The role may not.");
    int before = asked.size();
    run(watch, 20);
    assertThat(asked).as("a refusal is not asked again at once").hasSize(before);
    ring.node(0).state = NodeState.DOWN;
    script.down = 0;
    run(watch, 1);
    assertThat(watch.raised()).containsExactly(ring.node(0).id);
    script.refusal = null;
    script.down = -1;
    ring.node(0).state = NodeState.UP;
    run(watch, 60);
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.statuses().get(ring.node(1).id).state()).isEqualTo(ReplicaState.FRESH);
  }

  /** As while a cluster is upgraded to a version that can be asked. */
  @Test
  void whileOneNodeCannotBeAskedReplicasStandAsWhereNoneCan() {
    StandInRing ring = ring(3);
    script.refusal = new SourceException("The server has not what is asked.");
    script.refusing = ring.node(0).node;
    ReplicaWatch watch = watch(ring);
    run(watch, 5);
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.isBlind()).isTrue();
    ReplicaStatus second = watch.statuses().get(ring.node(1).id);
    assertThat(second.state()).isEqualTo(ReplicaState.UNKNOWN);
    assertThat(second.reason())
        .endsWith(" cannot be asked which hints it keeps. The server has not what is asked.");
    changes.clear();
    asked.clear();
    run(watch, 100);
    assertThat(changes).as("nothing changes").isEmpty();
    assertThat(asked.size()).as("nor is it asked more often").isLessThan(800);
    ring.node(0).state = NodeState.DOWN;
    script.down = 0;
    run(watch, 10);
    assertThat(watch.raised()).containsExactly(ring.node(0).id);
    script.refusal = null;
    ring.node(0).state = NodeState.UP;
    script.down = -1;
    run(watch, 90);
    assertThat(watch.isBlind()).isFalse();
    assertThat(watch.statuses().values()).allMatch(each -> each.state() == ReplicaState.FRESH);
  }

  @Test
  void aNodeThatDoesNotAnswerHasOneOpenQuestionOfAKind() {
    StandInRing ring = ring(3);
    script.frozen = ring.node(1).node;
    ReplicaWatch watch = watch(ring);
    run(watch, 20);
    assertThat(asked.stream().filter(each -> each.equals("hints node1"))).hasSize(1);
    assertThat(asked.stream().filter(each -> each.equals("losses node1"))).hasSize(1);
    assertThat(watch.raised()).as("those it may keep hints for").hasSize(2);
  }

  @Test
  void aNodeWhoseQuestionsTimeOutWhileOthersAnswerIsRaised() {
    StandInRing ring = ring(3);
    ReplicaWatch watch = watch(ring);
    run(watch, 30);
    assertThat(watch.raised()).isEmpty();
    script.timingOut = ring.node(1).node;
    run(watch, 3);
    assertThat(watch.raised()).containsExactly(ring.node(1).id);
    script.timingOut = null;
    run(watch, 30);
    assertThat(watch.raised()).isEmpty();
  }

  @Test
  void aNodeThatDropsMoreWritesIsRaisedUntilOthersKeepNothingForIt() {
    StandInRing ring = ring(3);
    ReplicaWatch watch = watch(ring);
    run(watch, 30);
    watch.dropped(ring.node(1).id, 7);
    watch.dropped(ring.node(1).id, 7);
    assertThat(watch.raised()).as("dropped before anybody looked").isEmpty();
    watch.dropped(ring.node(1).id, 9);
    assertThat(watch.raised()).containsExactly(ring.node(1).id);
    assertThat(watch.statuses().get(ring.node(1).id).reason())
        .isEqualTo("It did not get 2 writes, which it has dropped.");
    run(watch, 20);
    assertThat(watch.raised()).as("hints may be out of sight").hasSize(1);
    run(watch, 10);
    assertThat(watch.raised()).isEmpty();
  }

  @Test
  void aNodeThatCouldNotBeAskedIsAskedAgain() {
    script.isClosed = true;
    ReplicaWatch watch = watch(ring(3));
    run(watch, 2);
    script.isClosed = false;
    run(watch, 10);
    assertThat(watch.raised()).isEmpty();
    assertThat(watch.statuses().values()).allMatch(each -> each.state() == ReplicaState.FRESH);
  }

  /** Node 3 is asked for its settings only while another is away. */
  @Test
  void aNodeThatIsNotAskedAnyMoreSaysNothingOfWhetherHintsAreWritten() {
    StandInRing ring = ring(4);
    ReplicaWatch watch = watch(ring);
    run(watch, 10);
    assertThat(asked).contains("settings node0").doesNotContain("settings node3");
    script.withoutHints = Set.of(ring.node(3).id);
    away(watch, ring, 0);
    assertThat(asked).contains("settings node3");
    script.withoutHints = Set.of();
    run(watch, 40);
    assertThat(watch.raised()).as("hints were off while it was away").hasSize(1);
    watch.repaired(ring.node(0).id);
    run(watch, 40);
    assertThat(watch.raised()).isEmpty();
    away(watch, ring, 1);
    assertThat(watch.raised()).containsExactly(ring.node(1).id);
    run(watch, 40);
    assertThat(watch.raised()).as("hints are on").isEmpty();
  }

  private void away(ReplicaWatch watch, StandInRing ring, int number) {
    ring.node(number).state = NodeState.DOWN;
    script.down = number;
    run(watch, 5);
    ring.node(number).state = NodeState.UP;
    script.down = -1;
    run(watch, 1);
  }

  @Test
  void nodesThatAreReplacedAThousandTimesLeaveNothingBehind() {
    StandInRing ring = ring(6);
    script.hintsAreWritten = false; // So that a node that was away needs a repair.
    ReplicaWatch watch = watch(ring);
    run(watch, 10);
    replace(watch, ring, 20);
    int remembered = Remembered.by(watch, script);
    replace(watch, ring, 1_000);
    assertThat(Remembered.by(watch, script)).isBetween(1, remembered + 100);
  }

  private void replace(ReplicaWatch watch, StandInRing ring, int times) {
    for (int i = 0; i < times; i++) {
      ring.node(5).state = NodeState.DOWN;
      script.down = number(ring.node(5));
      script.keptFor = Set.of(ring.node(5).id);
      run(watch, 1);
      ring.replace(5);
      script.numbers = List.of(0, 1, 2, 3, 4, number(ring.node(5)));
      run(watch, 1);
    }
  }

  private static int number(FakeNode node) {
    return (int) node.id.getLeastSignificantBits();
  }

  private final class Script implements NodeViews {
    private @Nullable SourceException refusal;
    private @Nullable Node refusing;
    private @Nullable Node frozen;
    private @Nullable Node timingOut;
    private long received;
    private int down = -1;
    private int still = -1;
    private long stoodStillAt;
    private long cutOffAt = Long.MAX_VALUE;
    private boolean isClosed;
    private boolean hintsAreWritten = true;
    private Set<UUID> withoutHints = Set.of();
    private List<Integer> numbers = IntStream.range(0, 200).boxed().toList();
    private Map<UUID, RingMove> moves = Map.of();
    private Set<UUID> keptFor = Set.of();

    private CompletionStage<List<Signal>> answer(String kind, Node at, Signal... signals) {
      if (isClosed) {
        throw new IllegalStateException("closed");
      }
      asked.add(kind + " " + at);
      if (refusal != null && (refusing == null || at == refusing)) {
        return CompletableFuture.failedFuture(refusal);
      }
      if (at == timingOut) {
        return CompletableFuture.failedFuture(new DriverTimeoutException("late"));
      }
      return at == frozen
          ? new CompletableFuture<>()
          : CompletableFuture.completedFuture(List.of(signals));
    }

    @Override
    public CompletionStage<List<Signal>> heartbeats(Node at) {
      Map<UUID, Signal.Heartbeat> heard = new HashMap<>();
      for (int i : numbers) {
        long version = down == i ? 0 : still == i ? stoodStillAt : now / SECOND;
        heard.put(new UUID(0, i), new Signal.Heartbeat(5, version, Duration.ofHours(1)));
      }
      return answer(
          "heartbeats", at, new Signal.Heartbeats(id(at), heard), new Signal.Moves(id(at), moves));
    }

    @Override
    public CompletionStage<List<Signal>> messages(Node at, Node from) {
      return answer("messages", at, new Signal.Messages(id(at), id(from), received));
    }

    @Override
    public CompletionStage<List<Signal>> hints(Node at) {
      return answer("hints", at, new Signal.Hints(id(at), keptFor, false));
    }

    @Override
    public CompletionStage<List<Signal>> losses(Node at) {
      long second = now / SECOND;
      boolean reached = id(at).getLeastSignificantBits() != 2;
      Map<UUID, Long> sent = new HashMap<>();
      Map<UUID, Long> got = new HashMap<>();
      for (int i = 0; i < 3; i++) {
        sent.put(new UUID(0, i), second);
        got.put(new UUID(0, i), reached || i != 0 ? second : Math.min(second, cutOffAt));
      }
      List<Signal> counts = new ArrayList<>();
      counts.add(new Signal.Exchange(id(at), sent, got));
      for (int i : numbers) {
        counts.add(new Signal.Losses(new UUID(0, i), id(at), "messages", 0));
      }
      return answer("losses", at, counts.toArray(Signal[]::new));
    }

    @Override
    public CompletionStage<List<Signal>> settings(Node at) {
      boolean written = hintsAreWritten && !withoutHints.contains(id(at));
      return answer("settings", at, new Signal.HintSettings(id(at), written, ReplicaTimes.DEFAULT));
    }

    private static UUID id(Node node) {
      return Objects.requireNonNull(node.getHostId());
    }
  }
}
