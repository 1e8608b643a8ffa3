package org.quorate.core.replica;

import static org.quorate.core.replica.ReplicaState.CATCHING_UP;
import static org.quorate.core.replica.ReplicaState.DOWN;
import static org.quorate.core.replica.ReplicaState.FRESH;
import static org.quorate.core.replica.ReplicaState.UNKNOWN;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What is made of replicas while nodes refuse to tell which hints they keep. */
class RefusingNodesTest extends ReplicaStory {
  /** It was away for longer than the hint window, and then nobody looked at it for a while. */
  private static final Step NEEDING_REPAIR =
      KILLED
          .andThen(after(4 * 3600, connected(THREE, true), started(11, Duration.ZERO)))
          .andThen(test -> test.tracker.unwatched(test.now));

  private static final Signal[] REFUSALS =
      Stream.of(ONE, TWO, THREE)
          .map(at -> new Signal.Blind(at, "No rights."))
          .toArray(Signal[]::new);

  static Stream<Arguments> stories() {
    return Stream.of(
        story(
            "nobody reaches it, and nobody can be asked for hints",
            BEGIN.andThen(after(0, new Signal.Blind(ONE, "No rights."))).andThen(cutOff(20)),
            UNKNOWN,
            false),
        story(
            "nobody can be asked",
            BEGIN.andThen(after(0, new Signal.Blind(ONE, "No rights."))),
            UNKNOWN,
            false),
        story(
            "nobody can be asked, and it is down",
            BEGIN.andThen(after(0, new Signal.Blind(ONE, "No rights."), connected(THREE, false))),
            DOWN,
            true),
        story(
            "nobody can be asked, and it is back",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "No rights."), connected(THREE, false)))
                .andThen(after(9, connected(THREE, true)))
                .andThen(after(9999, connected(THREE, true))),
            CATCHING_UP,
            true),
        story(
            "nobody can be asked, it is back, and repaired",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "No rights."), connected(THREE, false)))
                .andThen(after(9, connected(THREE, true)))
                .andThen(after(100, new Signal.Repaired(THREE))),
            FRESH,
            false),
        story(
            "nobody can be asked, and it is repaired while it is down",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "No rights."), connected(THREE, false)))
                .andThen(after(100, new Signal.Repaired(THREE))),
            DOWN,
            true),
        story(
            "nobody can be asked, and it answers nothing for a while",
            BEGIN.andThen(after(0, new Signal.Blind(ONE, "No rights."))).andThen(silence()),
            UNKNOWN,
            false),
        story(
            "nobody can be asked any more, and it answers nothing for a while",
            FRESH_AT_FIRST
                .andThen(after(1, new Signal.Blind(ONE, "No rights.")))
                .andThen(silence()),
            FRESH,
            false),
        story(
            "nobody can be asked, and messages to it are lost",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "No rights.")))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 5))),
            UNKNOWN,
            false),
        story(
            "nobody could be asked, it was back and answered nothing, and can be asked about since",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "No rights."), connected(THREE, false)))
                .andThen(after(30, connected(THREE, true)))
                .andThen(after(15, connected(THREE, true)))
                .andThen(silence())
                .andThen(quietAfter(23)),
            CATCHING_UP,
            true),
        story(
            "one cannot be asked, and the others can",
            BEGIN
                .andThen(after(0, started(10, LONG), new Signal.Blind(ONE, "It is too old.")))
                .andThen(fourHoursOf(quiet(TWO), quiet(THREE))),
            UNKNOWN,
            false),
        story(
            "it can be asked since",
            BEGIN
                .andThen(after(0, started(10, LONG), new Signal.Blind(ONE, "It is too old.")))
                .andThen(fourHoursOf(quiet(TWO), quiet(THREE)))
                .andThen(quietAfter(2)),
            FRESH,
            false),
        story(
            "it has left since",
            BEGIN
                .andThen(after(0, started(10, LONG), new Signal.Blind(ONE, "It is too old.")))
                .andThen(after(1, members(TWO, THREE)))
                .andThen(fourHoursOf(quiet(TWO), quiet(THREE))),
            FRESH,
            false),
        story(
            "nobody is connected to it any more",
            BEGIN
                .andThen(after(0, started(10, LONG), new Signal.Blind(ONE, "It is too old.")))
                .andThen(after(1, new Signal.Members(NAMES, Set.of(TWO, THREE))))
                .andThen(fourHoursOf(quiet(TWO), quiet(THREE))),
            FRESH,
            false),
        story(
            "one cannot be asked any more, and another keeps hints",
            FRESH_AT_FIRST.andThen(
                after(1, new Signal.Blind(ONE, "It is too old."), keeps(TWO, THREE))),
            FRESH,
            false),
        story(
            "one cannot be asked, and it is back",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "It is too old.")))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(60, connected(THREE, true)))
                .andThen(fourHoursOf(quiet(TWO), quiet(THREE))),
            CATCHING_UP,
            true),
        story(
            "nobody could be asked for four hours, it was away for 20 s, and all can be asked since",
            BEGIN
                .andThen(after(0, REFUSALS))
                .andThen(fourHoursOf(members(ONE, TWO, THREE)))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(20, connected(THREE, true)))
                .andThen(quietAfter(24)),
            FRESH,
            false),
        story(
            "one could not be asked, another kept hints for hours, it was away, and all can be since",
            BEGIN
                .andThen(after(0, new Signal.Blind(ONE, "It is too old.")))
                .andThen(fourHoursOf(keeps(TWO, THREE), quiet(THREE)))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(20, connected(THREE, true)))
                .andThen(quietAfter(3600)),
            CATCHING_UP,
            true),
        story(
            "it needs a repair, nobody looked for a while, and nobody can be asked since",
            NEEDING_REPAIR.andThen(after(1, new Signal.Blind(ONE, "No rights."))),
            UNKNOWN,
            true),
        story(
            "it needed a repair, nobody looked for a while, nobody can be asked, and it is repaired",
            NEEDING_REPAIR.andThen(
                after(1, new Signal.Blind(ONE, "No rights."), new Signal.Repaired(THREE))),
            FRESH,
            false));
  }
}
