package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.core.replica.ReplicaState.CATCHING_UP;
import static org.quorate.core.replica.ReplicaState.FRESH;
import static org.quorate.core.replica.ReplicaState.UNKNOWN;

import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** When a replica needs a repair, since servers may have written no hints for it. */
class HintWindowTest extends ReplicaStory {
  static Stream<Arguments> stories() {
    Step lost =
        FRESH_AT_FIRST
            .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4)))
            .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 5)));
    Step lostAndAnotherGone =
        lost.andThen(after(5, connected(TWO, false))).andThen(fourHoursOf(quiet(ONE)));
    Step gone20Seconds =
        after(1, connected(THREE, false)).andThen(after(20, connected(THREE, true)));
    return Stream.of(
        story(
            "away for longer than the hint window",
            KILLED.andThen(after(4 * 3600, connected(THREE, true))).andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "and repaired",
            KILLED
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(after(100, new Signal.Repaired(THREE)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "the session begins while it is down, for longer than the hint window since",
            BEGIN
                .andThen(after(0, connected(THREE, false)))
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "the session begins while it is down, for less since",
            BEGIN
                .andThen(after(0, connected(THREE, false)))
                .andThen(after(2 * 3600, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "away for longer than the hint window, and nobody looked for a while meanwhile",
            KILLED
                .andThen(after(3600))
                .andThen(test -> test.tracker.unwatched(test.now))
                .andThen(after(3 * 3600, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "it has joined, and is away for longer than the hint window before it has everything",
            after(0, members(ONE, TWO))
                .andThen(after(9, members(ONE, TWO, THREE)))
                .andThen(after(9, connected(THREE, false)))
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "repaired, and away for longer than the hint window again before it has everything",
            KILLED
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(after(9, new Signal.Repaired(THREE)))
                .andThen(after(9, connected(THREE, false)))
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "repaired, and away for a minute before it has everything",
            KILLED
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(after(9, new Signal.Repaired(THREE)))
                .andThen(after(9, connected(THREE, false)))
                .andThen(after(60, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "it stood still unseen for longer than the hint window",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(4 * 3600, beat(THREE, 10, 99, LONG, 60 + 4 * 3600)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "clients were connected to it, servers had lost it for longer than the hint window",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(45, beat(THREE, 10, 9, LONG, 105)))
                .andThen(after(4 * 3600, beat(THREE, 10, 9, LONG, 105 + 4 * 3600)))
                .andThen(after(1, beat(THREE, 10, 10, LONG, 106 + 4 * 3600)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "they had lost it for less",
            FRESH_AT_FIRST
                .andThen(after(1, beat(THREE, 10, 9, LONG, 60)))
                .andThen(after(45, beat(THREE, 10, 9, LONG, 105)))
                .andThen(after(1, beat(THREE, 10, 10, LONG, 106)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "it needs a repair, and the driver forgets it for a moment",
            KILLED
                .andThen(after(4 * 3600, connected(THREE, true)))
                .andThen(after(1, members(ONE, TWO)))
                .andThen(after(1, members(ONE, TWO, THREE)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "nobody looked for a while at one that needs a repair",
            KILLED
                .andThen(after(4 * 3600, connected(THREE, true), started(11, Duration.ZERO)))
                .andThen(test -> test.tracker.unwatched(test.now))
                .andThen(after(1, started(11, LONG)))
                .andThen(quietAfter(3600)),
            UNKNOWN,
            true),
        story(
            "it said that it stops, for longer than the hint window, and talks to others again",
            STOPPED
                .andThen(after(4 * 3600, beat(THREE, 11, 1, LONG, 60 + 4 * 3600)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "suspect for longer than the hint window since another is down, and away for 20 s",
            lostAndAnotherGone.andThen(gone20Seconds).andThen(fourHoursOf(quiet(ONE))),
            CATCHING_UP,
            true),
        story(
            "and the other is back, and nobody keeps anything",
            lostAndAnotherGone
                .andThen(gone20Seconds)
                .andThen(after(60, connected(TWO, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "the other was back, perhaps with old hints, before it went for 20 s",
            lostAndAnotherGone
                .andThen(after(1, connected(TWO, true)))
                .andThen(gone20Seconds)
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "hints for it waited for longer than the hint window, and it was away for 20 s",
            FRESH_AT_FIRST
                .andThen(fourHoursOf(quiet(ONE), keeps(TWO, THREE)))
                .andThen(gone20Seconds)
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "hints for it waited for as long since the session began, and it was away for 20 s",
            BEGIN
                .andThen(fourHoursOf(quiet(ONE), keeps(TWO, THREE)))
                .andThen(gone20Seconds)
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "hints for it waited for as long, nobody looked for a while, and it was away for 20 s",
            FRESH_AT_FIRST
                .andThen(gone20Seconds)
                .andThen(fourHoursOf(quiet(ONE), keeps(TWO, THREE)))
                .andThen(test -> test.tracker.unwatched(test.now))
                .andThen(gone20Seconds)
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "unknown for as long since another is down, nobody keeps hints, and it was away for 20 s",
            BEGIN
                .andThen(after(1, connected(TWO, false)))
                .andThen(fourHoursOf(quiet(ONE)))
                .andThen(gone20Seconds)
                .andThen(fourHoursOf(quiet(ONE)))
                .andThen(after(1, connected(TWO, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "away for longer than the shortest of different hint windows, told first",
            KILLED
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(1, hintWindow(TWO, Duration.ofHours(3))))
                .andThen(after(7200, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "or told last",
            KILLED
                .andThen(after(1, hintWindow(TWO, Duration.ofHours(3))))
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(7200, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "away for less than all hint windows since the one with the shortest is set otherwise",
            KILLED
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(1, hintWindow(TWO, Duration.ofHours(3))))
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(3))))
                .andThen(after(7200, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "away for less than those that servers had told of late when it went",
            FRESH_AT_FIRST
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(16, hintWindow(TWO, Duration.ofHours(3))))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(7200, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "away for longer than a window that was set back before it returned",
            KILLED
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(6900, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(3, hintWindow(ONE, Duration.ofHours(3))))
                .andThen(after(300, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "away for less than a window that was shorter in an earlier absence",
            KILLED
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(1))))
                .andThen(after(60, connected(THREE, true)))
                .andThen(quietAfter(24))
                .andThen(after(1, hintWindow(ONE, Duration.ofHours(3))))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(7200, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "away while no hints were written",
            KILLED
                .andThen(after(1, new Signal.HintSettings(ONE, false, ReplicaTimes.DEFAULT)))
                .andThen(after(9, connected(THREE, true)))
                .andThen(after(9, new Signal.HintSettings(ONE, true, ReplicaTimes.DEFAULT)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "away when a node that wrote no hints had not been asked for a while",
            FRESH_AT_FIRST
                .andThen(after(1, new Signal.HintSettings(TWO, false, ReplicaTimes.DEFAULT)))
                .andThen(quietAfter(16))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(60, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false));
  }

  private static Signal hintWindow(UUID at, Duration window) {
    return new Signal.HintSettings(
        at, true, ReplicaTimes.of(Duration.ofSeconds(2), Duration.ofSeconds(10), window));
  }

  /** One flushes hints every ten seconds, and the other, which is told last, each second. */
  @Test
  void ofServersThatFlushHintsAtDifferentPeriodsTheLongestCounts() {
    KILLED
        .andThen(after(1, new Signal.HintSettings(ONE, true, ReplicaTimes.DEFAULT)))
        .andThen(
            after(
                1,
                new Signal.HintSettings(
                    TWO,
                    true,
                    ReplicaTimes.of(
                        Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofHours(3)))))
        .andThen(after(60, connected(THREE, true)))
        .andThen(quietAfter(23))
        .of(this);
    assertThat(third().state()).isEqualTo(CATCHING_UP);
    quietAfter(1).of(this);
    assertThat(third().state()).isEqualTo(FRESH);
  }

  @Test
  void theReasonForARepairSaysWhatWasLongerThanTheHintWindow() {
    FRESH_AT_FIRST
        .andThen(fourHoursOf(quiet(ONE), keeps(TWO, THREE)))
        .andThen(after(1, connected(THREE, false)))
        .andThen(after(20, connected(THREE, true)))
        .of(this);
    assertThat(third().reason())
        .isEqualTo(
            "It was away while hints for it had waited for longer than the hint window of 180"
                + " minutes: until it is repaired.");
    after(1, connected(THREE, false)).andThen(after(4 * 3600, connected(THREE, true))).of(this);
    assertThat(third().reason())
        .isEqualTo(
            "It was away for longer than the hint window of 180 minutes: until it is repaired.");
  }
}
