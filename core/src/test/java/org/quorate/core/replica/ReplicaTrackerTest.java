package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.core.replica.ReplicaState.CATCHING_UP;
import static org.quorate.core.replica.ReplicaState.DOWN;
import static org.quorate.core.replica.ReplicaState.FRESH;
import static org.quorate.core.replica.ReplicaState.SUSPECT;
import static org.quorate.core.replica.ReplicaState.UNKNOWN;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** How replicas stand by what is seen of them. */
class ReplicaTrackerTest extends ReplicaStory {
  static Stream<Arguments> stories() {
    Step returned = KILLED.andThen(after(60, started(11, Duration.ZERO)));
    return Stream.of(
        story("nothing is known at first", BEGIN, UNKNOWN, true),
        story(
            "a process that runs for long, and no hints anywhere",
            BEGIN.andThen(after(0, started(10, LONG))).andThen(quietAfter(0.2)),
            FRESH,
            false),
        story(
            "one look is not enough",
            BEGIN.andThen(after(0, started(10, LONG), quiet(ONE), quiet(TWO))),
            UNKNOWN,
            true),
        story(
            "nor is one node",
            BEGIN.andThen(after(0, started(10, LONG), quiet(ONE))).andThen(after(1, quiet(ONE))),
            UNKNOWN,
            true),
        story(
            "a process that began just before may have missed writes",
            BEGIN.andThen(after(0, started(10, Duration.ofSeconds(20)))).andThen(quietAfter(1)),
            UNKNOWN,
            true),
        story(
            "until hints for them would be seen",
            BEGIN.andThen(after(0, started(10, Duration.ofSeconds(20)))).andThen(quietAfter(14)),
            FRESH,
            false),
        story("so may one whose start is not told", BEGIN.andThen(quietAfter(23)), UNKNOWN, true),
        story("until then", BEGIN.andThen(quietAfter(24)), FRESH, false),
        story("the driver loses it", KILLED, DOWN, false),
        story(
            "what was under way to others is no return",
            KILLED.andThen(
                after(0.5, new Signal.Messages(ONE, THREE, 5), new Signal.Messages(ONE, THREE, 6))),
            DOWN,
            false),
        story(
            "a message to another is",
            KILLED
                .andThen(after(2, new Signal.Messages(ONE, THREE, 5)))
                .andThen(after(50, new Signal.Messages(ONE, THREE, 6))),
            CATCHING_UP,
            true),
        story("a new generation is", returned, CATCHING_UP, true),
        story(
            "its last heartbeats are passed on by others after its death",
            KILLED
                .andThen(after(1.2, beat(THREE, 10, 2, LONG, 60)))
                .andThen(after(1, beat(THREE, 10, 3, LONG, 61)))
                .andThen(after(3, beat(THREE, 10, 4, LONG, 64))),
            DOWN,
            false),
        story(
            "a heartbeat that moves again later is a return",
            KILLED
                .andThen(after(2, beat(THREE, 10, 2, LONG, 60)))
                .andThen(after(9, beat(THREE, 10, 2, LONG, 69)))
                .andThen(after(1, beat(THREE, 10, 3, LONG, 70))),
            CATCHING_UP,
            true),
        story(
            "the driver's connection is",
            KILLED.andThen(after(60, connected(THREE, true))),
            CATCHING_UP,
            true),
        story(
            "back, and hints may be out of sight",
            returned.andThen(after(0, connected(THREE, true))).andThen(quietAfter(23)),
            CATCHING_UP,
            true),
        story(
            "back, and none are left",
            returned.andThen(after(0, connected(THREE, true))).andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "a file is left",
            returned
                .andThen(after(0, connected(THREE, true)))
                .andThen(quietAfter(20))
                .andThen(after(4.5, quiet(ONE), keeps(TWO, THREE)))
                .andThen(after(1, quiet(ONE), quiet(TWO))),
            CATCHING_UP,
            true),
        story(
            "something is being delivered",
            returned
                .andThen(after(0, connected(THREE, true)))
                .andThen(quietAfter(20))
                .andThen(after(4.5, quiet(ONE), new Signal.Hints(TWO, Set.of(), true)))
                .andThen(after(1, quiet(ONE), new Signal.Hints(TWO, Set.of(), true))),
            CATCHING_UP,
            true),
        story("back for a moment only", returned.andThen(after(20, quiet(ONE))), DOWN, false),
        story(
            "hints for one that is up",
            FRESH_AT_FIRST.andThen(after(9, keeps(TWO, THREE))),
            SUSPECT,
            true),
        story(
            "and delivered",
            FRESH_AT_FIRST.andThen(after(9, keeps(TWO, THREE))).andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "messages to it are lost",
            FRESH_AT_FIRST
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 5))),
            SUSPECT,
            true),
        story(
            "lost before anybody looked",
            FRESH_AT_FIRST
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4))),
            FRESH,
            false),
        story(
            "its heartbeat stands still",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(10, beat(THREE, 10, 9, LONG, 70))),
            SUSPECT,
            true),
        story(
            "that of the node which was asked does too",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(10, beat(THREE, 10, 9, LONG, 61))),
            FRESH,
            false),
        story(
            "nobody asked for long",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(100, beat(THREE, 10, 109, LONG, 160))),
            FRESH,
            false),
        story(
            "nobody asked for long, and it stood still meanwhile",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(100, beat(THREE, 10, 94, LONG, 160))),
            CATCHING_UP,
            true),
        story(
            "or was only busier than the one that was asked",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(100, beat(THREE, 10, 97, LONG, 160))),
            FRESH,
            false),
        story(
            "the driver forgets it for a moment",
            FRESH_AT_FIRST
                .andThen(after(1, members(ONE, TWO)))
                .andThen(after(1, members(ONE, TWO, THREE)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "another does not reach it",
            FRESH_AT_FIRST.andThen(cutOff(4, quiet(ONE), quiet(TWO))),
            SUSPECT,
            true),
        story(
            "another does not reach it, and one that has left still answers",
            FRESH_AT_FIRST.andThen(
                cutOff(4, quiet(ONE), new Signal.Exchange(new UUID(0, 9), Map.of(), Map.of()))),
            SUSPECT,
            true),
        story(
            "another does not reach it for long",
            FRESH_AT_FIRST.andThen(cutOff(60, quiet(ONE), quiet(TWO))),
            SUSPECT,
            true),
        story(
            "another reaches it again",
            FRESH_AT_FIRST
                .andThen(cutOff(9))
                .andThen(after(1, new Signal.Exchange(THREE, Map.of(), Map.of(ONE, 9L, TWO, 60L))))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "silent for so long that servers hold it for down, and clients are connected to it",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(45, beat(THREE, 10, 9, LONG, 105))),
            SUSPECT,
            true),
        story(
            "nobody looked for a while",
            FRESH_AT_FIRST.andThen(test -> test.tracker.unwatched(test.now)),
            UNKNOWN,
            true),
        story(
            "nobody looked for a while, and it has been running",
            FRESH_AT_FIRST
                .andThen(test -> test.tracker.unwatched(test.now))
                .andThen(after(1, started(10, LONG)))
                .andThen(quietAfter(0.5)),
            FRESH,
            false),
        story(
            "silent for so long, and no client is to be connected to it",
            FRESH_AT_FIRST
                .andThen(after(0, new Signal.Members(NAMES, Set.of(ONE, TWO))))
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(45, beat(THREE, 10, 9, LONG, 105))),
            DOWN,
            false),
        story(
            "silent for so long, and the driver has lost it since",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(45, beat(THREE, 10, 9, LONG, 105), connected(THREE, false))),
            DOWN,
            false),
        story(
            "a paused one goes on",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(15, beat(THREE, 10, 9, LONG, 75)))
                .andThen(after(1, beat(THREE, 10, 10, LONG, 76))),
            CATCHING_UP,
            true),
        story("it says that it stops, and clients still reach it", STOPPED, SUSPECT, true),
        story(
            "for as long as that lasts, whatever messages it sends",
            STOPPED
                .andThen(after(5, new Signal.Messages(ONE, THREE, 5)))
                .andThen(after(5, new Signal.Messages(ONE, THREE, 6)))
                .andThen(after(3600, beat(THREE, 10, Integer.MAX_VALUE, LONG, 3670)))
                .andThen(quietAfter(20)),
            SUSPECT,
            true),
        story(
            "it says that it stops, and clients reach it no more",
            STOPPED.andThen(after(1, connected(THREE, false))),
            DOWN,
            false),
        story(
            "it says that it stops, and no client is to be connected to it",
            FRESH_AT_FIRST
                .andThen(after(0, new Signal.Members(NAMES, Set.of(ONE, TWO))))
                .andThen(after(1, beat(THREE, 10, Integer.MAX_VALUE, LONG, 60))),
            DOWN,
            false),
        story(
            "another has said that it stops, and is asked what it hears",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 2, LONG, Integer.MAX_VALUE)))
                .andThen(after(20, beat(THREE, 10, 2, LONG, Integer.MAX_VALUE))),
            FRESH,
            false),
        story(
            "it was started anew before anybody missed it",
            FRESH_AT_FIRST.andThen(after(9, started(11, Duration.ofSeconds(3)))),
            CATCHING_UP,
            true),
        story(
            "it has joined",
            after(0, members(ONE, TWO)).andThen(after(9, members(ONE, TWO, THREE))),
            CATCHING_UP,
            true),
        story(
            "messages to it are lost while who counts them is off the list for a moment, and no hints",
            FRESH_AT_FIRST
                .andThen(after(1, new Signal.HintSettings(TWO, false, ReplicaTimes.DEFAULT)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, members(TWO, THREE)))
                .andThen(after(1, members(ONE, TWO, THREE)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 5))),
            SUSPECT,
            true),
        story(
            "another that keeps hints for it went down since",
            returned
                .andThen(after(0, connected(THREE, true)))
                .andThen(after(1, connected(TWO, false)))
                .andThen(quietAfterAtOne()),
            CATCHING_UP,
            true),
        story(
            "another went as the session began, perhaps with hints for it, and then it did",
            BEGIN
                .andThen(after(3, connected(TWO, false)))
                .andThen(after(3, connected(THREE, false)))
                .andThen(after(20, connected(THREE, true)))
                .andThen(quietAfterAtOne()),
            CATCHING_UP,
            true),
        story(
            "another that keeps hints for it went down, and nobody looked for a while",
            returned
                .andThen(after(0, connected(THREE, true)))
                .andThen(after(1, connected(TWO, false)))
                .andThen(test -> test.tracker.unwatched(test.now))
                .andThen(quietAfterAtOne()),
            UNKNOWN,
            true),
        story(
            "another was down before it, and has none",
            FRESH_AT_FIRST
                .andThen(after(5, connected(TWO, false)))
                .andThen(after(29, beat(THREE, 10, 65, LONG, 114)))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(60, connected(THREE, true)))
                .andThen(quietAfterAtOne()),
            FRESH,
            false));
  }

  @Test
  void aChangeIsToldOnce() {
    FRESH_AT_FIRST.of(this);
    List<ReplicaChange> changes = tracker.take(connected(THREE, false), now);
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).replica()).isEqualTo(THREE);
    assertThat(changes.get(0).before().state()).isEqualTo(FRESH);
    assertThat(changes.get(0).after().state()).isEqualTo(DOWN);
    assertThat(changes.get(0).after().name()).isEqualTo("three");
    assertThat(tracker.take(connected(THREE, false), now)).isEmpty();
    assertThat(tracker.isCalm()).isFalse();
    assertThat(tracker.down()).containsExactly(THREE);
  }

  @Test
  void whoHasLeftIsForgotten() {
    FRESH_AT_FIRST.of(this);
    take(members(ONE, TWO));
    assertThat(tracker.statuses()).containsOnlyKeys(ONE, TWO);
    assertThat(tracker.take(keeps(ONE, THREE), now)).isEmpty();
  }

  @Test
  void aClusterOfOneNodeHasNobodyToMissAnythingFrom() {
    take(members(ONE));
    assertThat(tracker.isCalm()).isTrue();
  }

  /**
   * 2,000 random stories of 100 signals; seed 3. By the definition alone: whenever a replica
   * becomes fresh, every watched node that was not down before it went has been looked at twice in
   * a row, 24 s after the last instant at which it was anything else than fresh for a new reason,
   * and kept nothing for it.
   */
  @Test
  void noReplicaBecomesFreshWithoutEvidence() {
    SplittableRandom random = new SplittableRandom(3);
    int freshened = 0;
    for (int story = 0; story < 2_000; story++) {
      ReplicaTracker one = new ReplicaTracker();
      long at = 0;
      one.take(members(ONE, TWO, THREE), at);
      Map<UUID, long[]> looks = new HashMap<>();
      Map<UUID, Long> lastDanger = new HashMap<>();
      Set<UUID> down = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        at += (long) (random.nextDouble() * 6 * SECOND);
        UUID any = List.of(ONE, TWO, THREE).get(random.nextInt(3));
        UUID other = List.of(ONE, TWO, THREE).get(random.nextInt(3));
        boolean keeping = !any.equals(other) && random.nextInt(12) == 0;
        Signal signal =
            switch (random.nextInt(24)) {
              case 0 -> connected(any, false);
              case 1 -> connected(any, true);
              case 2 -> new Signal.Losses(any, other, "messages", i);
              default -> keeping ? keeps(other, any) : quiet(other);
            };
        long instant = at;
        if (signal instanceof Signal.Hints hints && down.contains(hints.at())) {
          continue; // Nobody can ask it.
        }
        if (signal instanceof Signal.Hints hints) {
          long[] last = looks.computeIfAbsent(hints.at(), id -> new long[] {-1, -1});
          last[0] = last[1];
          last[1] = instant;
          if (keeping) {
            lastDanger.put(any, instant);
          }
        } else {
          lastDanger.put(any, instant);
        }
        down.removeIf(
            id -> signal instanceof Signal.Connection up && up.up() && up.replica().equals(id));
        if (signal instanceof Signal.Connection lost && !lost.up()) {
          down.add(lost.replica());
        }
        for (ReplicaChange change : one.take(signal, instant)) {
          if (change.after().state() == FRESH) {
            freshened++;
            assertThat(down).doesNotContain(change.replica());
            boolean everybody =
                Stream.of(ONE, TWO, THREE)
                    .filter(id -> !id.equals(change.replica()) && !down.contains(id))
                    .allMatch(
                        id ->
                            looks.containsKey(id)
                                && Objects.requireNonNull(looks.get(id))[0] >= 24 * SECOND);
            assertThat(everybody).isTrue();
            assertThat(lastDanger.getOrDefault(change.replica(), 0L)).isLessThan(instant);
          }
        }
      }
    }
    assertThat(freshened).isGreaterThan(1_000);
  }

  private void answer(long millis, UUID... nodes) {
    for (UUID node : nodes) {
      take(new Signal.Took(node, millis * 1_000_000));
    }
  }

  @Test
  void aReplicaThatIsOnlySlowIsSuspectAndNothingIsRaisedForIt() {
    FRESH_AT_FIRST.of(this);
    for (int i = 0; i < 40; i++) {
      answer(i % 4 == 3 ? 90 : 5, ONE, TWO, THREE);
    }
    assertThat(third().state()).as("one in four is late, as ever").isEqualTo(FRESH);
    for (int i = 0; i < 4; i++) {
      answer(5, ONE, TWO);
      answer(40, THREE);
    }
    assertThat(third().state()).isEqualTo(SUSPECT);
    assertThat(third().reason())
        .isEqualTo("It answers in 40 ms, where it took 5 ms before, and most others do not.");
    assertThat(third().raises()).isFalse();
    assertThat(tracker.raised()).isEmpty();
    assertThat(tracker.isCalm()).as("so that it is not asked more often").isTrue();
    for (int i = 0; i < 200; i++) {
      answer(12, THREE);
    }
    assertThat(third().state()).as("still twice as slow").isEqualTo(SUSPECT);
    for (int i = 0; i < 5; i++) {
      answer(9, THREE);
    }
    assertThat(third().state()).isEqualTo(FRESH);
  }

  @Test
  void whereMostNodesAreSlowTheClusterIsOverloadedAndNothingIsRaised() {
    FRESH_AT_FIRST.of(this);
    for (int i = 0; i < 40; i++) {
      answer(5, ONE, TWO, THREE);
    }
    for (int i = 0; i < 8; i++) {
      answer(100, ONE, THREE);
    }
    assertThat(third().reason())
        .endsWith("and so do most nodes: the cluster is overloaded, or this process is.");
    assertThat(tracker.raised()).isEmpty();
  }

  @Test
  void aReplicaThatAnswersNothingForAsLongAsAWriteMayWaitIsRaisedUntilThereIsEvidence() {
    FRESH_AT_FIRST.andThen(silence()).of(this);
    assertThat(third().state()).isEqualTo(SUSPECT);
    assertThat(third().reason())
        .isEqualTo("It has answered nothing for so long that it may drop writes.");
    assertThat(tracker.raised()).containsExactly(THREE);
    quietAfter(23).of(this);
    assertThat(tracker.raised()).as("a hint may be out of sight").containsExactly(THREE);
    quietAfter(2).of(this);
    assertThat(tracker.raised()).isEmpty();
  }

  @Test
  void aQuestionThatWasLostSaysNothingWhileTheNodeAnswersOthersOrNobodyDoes() {
    FRESH_AT_FIRST.of(this);
    take(new Signal.Answered(ONE, now - 1));
    take(new Signal.TimedOut(THREE, now));
    assertThat(third().state())
        .as("nobody answered since: the client stood still")
        .isEqualTo(FRESH);
    take(new Signal.Answered(ONE, now));
    take(new Signal.Answered(THREE, now - SECOND));
    take(new Signal.TimedOut(THREE, now));
    assertThat(third().state()).as("it has answered another question since").isEqualTo(FRESH);
  }

  @Test
  void aProcessThatStoodStillBlamesNobody() {
    FRESH_AT_FIRST.of(this);
    long asked = now;
    now += 5 * SECOND / 2;
    take(new Signal.Answered(ONE, asked));
    take(new Signal.TimedOut(THREE, asked));
    assertThat(third().state()).as("one answer came before its time-out").isEqualTo(FRESH);
    now++;
    take(new Signal.Answered(ONE, now - 1));
    take(new Signal.TimedOut(THREE, asked));
    assertThat(third().state()).as("one was asked anew at once").isEqualTo(FRESH);
    silence().of(this);
    assertThat(third().state()).as("it goes on").isEqualTo(SUSPECT);
  }

  @Test
  void aProcessThatIsLateBlamesNobody() {
    FRESH_AT_FIRST.of(this);
    long asked = now;
    for (int look = 0; look < 10; look++) {
      now += SECOND / 5;
      take(members(ONE, TWO, THREE));
      if (look == 7) {
        take(new Signal.Answered(ONE, asked));
      }
    }
    take(new Signal.TimedOut(THREE, asked));
    assertThat(third().state()).as("another answered after 1.6 s").isEqualTo(FRESH);
  }

  @Test
  void aReplicaAtWhichWritesQueueUpIsRaisedAsLongAsTheyDo() {
    FRESH_AT_FIRST.of(this);
    take(new Signal.Backlog(THREE, 5_000));
    assertThat(tracker.raised()).as("a moment's queue").isEmpty();
    take(new Signal.Backlog(THREE, 1_000));
    assertThat(tracker.raised()).containsExactly(THREE);
    assertThat(third().reason()).isEqualTo("It is overloaded: 1000 writes wait for their turn.");
    assertThat(third().state()).isEqualTo(SUSPECT);
    take(new Signal.Backlog(THREE, 999));
    assertThat(tracker.raised()).isEmpty();
  }

  @Test
  void aQueueThatWasSeenBeforeANodeStoppedOrCouldNotBeAskedAnyMoreRaisesNothingAfter() {
    FRESH_AT_FIRST.of(this);
    take(new Signal.Backlog(THREE, 5_000));
    take(new Signal.Backlog(THREE, 5_000));
    after(1, connected(THREE, false), connected(THREE, true)).of(this);
    quietAfter(24).of(this);
    assertThat(third().state()).as("it was started anew since").isEqualTo(FRESH);
    take(new Signal.Backlog(THREE, 5_000));
    take(new Signal.Backlog(THREE, 5_000));
    assertThat(tracker.raised()).containsExactly(THREE);
    take(new Signal.Blind(THREE, "No rights."));
    assertThat(tracker.raised()).as("nobody would see the end of it").isEmpty();
  }
}
