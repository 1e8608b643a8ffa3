package org.quorate.core.replica;

import static org.quorate.core.replica.ReplicaState.CATCHING_UP;
import static org.quorate.core.replica.ReplicaState.FRESH;
import static org.quorate.core.replica.ReplicaState.SUSPECT;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether a replica is taken for whole while another node is down, which may have hints for it: all
 * others keep nothing. The other, the second, went down before anything was seen of the third.
 */
class WaitedForTest extends ReplicaStory {
  private static final Step GONE = after(0.5, connected(TWO, false));

  private static Step beats(double seconds, long version, long observer) {
    return after(seconds, beat(THREE, 10, version, LONG, observer));
  }

  /** Looks at the first, one in two seconds. */
  private static Step quietLooks(int number) {
    return test -> {
      for (int look = 0; look < number; look++) {
        after(2, quiet(ONE)).of(test);
      }
    };
  }

  static Stream<Arguments> waited() {
    return Stream.of(
        story(
            "it froze, the other went, and it was seen to be frozen",
            beats(1, 9, 60)
                .andThen(after(8, connected(TWO, false)))
                .andThen(beats(2, 9, 70))
                .andThen(beats(1, 10, 71)),
            CATCHING_UP,
            true),
        story(
            "it froze, the other went, it went on, and only then somebody looked",
            beats(1, 9, 60).andThen(after(10, connected(TWO, false))).andThen(beats(90, 94, 160)),
            CATCHING_UP,
            true),
        story(
            "it said that it stops, the other went, and then it was heard",
            beats(1, 9, 60)
                .andThen(GONE)
                .andThen(beats(0.5, Integer.MAX_VALUE, 61))
                .andThen(after(5, beat(THREE, 11, 1, Duration.ZERO, 66))),
            CATCHING_UP,
            true),
        story(
            "it was started anew, the other went, and then it was heard",
            after(5, connected(TWO, false)).andThen(after(4, started(11, Duration.ofSeconds(3)))),
            CATCHING_UP,
            true),
        story(
            "hints for it were written, the other went, and then they were listed",
            after(5, connected(TWO, false)).andThen(after(15, keeps(ONE, THREE))),
            SUSPECT,
            true),
        story(
            "messages to it were lost, the other went, and then they were counted",
            after(1, new Signal.Losses(THREE, ONE, "messages", 4))
                .andThen(GONE)
                .andThen(after(0.5, new Signal.Losses(THREE, ONE, "messages", 5))),
            SUSPECT,
            true),
        story(
            "it was cut off, the other went, and then it was known",
            cutOff(3)
                .andThen(GONE)
                .andThen(
                    after(
                        0.5,
                        new Signal.Exchange(ONE, Map.of(TWO, 4L, THREE, 4L), Map.of()),
                        new Signal.Exchange(THREE, Map.of(), Map.of(ONE, 5L))))
                .andThen(after(1, new Signal.Exchange(THREE, Map.of(), Map.of(ONE, 9L)))),
            SUSPECT,
            true),
        story(
            "it froze, the other went, and the driver lost it before its heartbeat was missed",
            beats(1, 9, 60)
                .andThen(after(2, connected(TWO, false)))
                .andThen(after(2, connected(THREE, false)))
                .andThen(beats(8, 9, 71))
                .andThen(after(30, connected(THREE, true))),
            CATCHING_UP,
            true),
        story(
            "it froze, the other went, and messages to it were lost before its heartbeat was missed",
            beats(1, 9, 60)
                .andThen(after(1, connected(TWO, false)))
                .andThen(after(3, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 5)))
                .andThen(beats(6, 9, 71))
                .andThen(beats(1, 10, 72)),
            CATCHING_UP,
            true),
        story(
            "it answered nothing any more, the other went, and then its question timed out",
            GONE.andThen(silence()),
            SUSPECT,
            true));
  }

  static Stream<Arguments> notWaited() {
    return Stream.of(
        story(
            "the other went half a minute before it froze",
            after(5, connected(TWO, false))
                .andThen(beats(40, 96, 145))
                .andThen(beats(10, 96, 155))
                .andThen(beats(1, 97, 156)),
            FRESH,
            false),
        story(
            "the other went half a minute before hints were listed, with looks between",
            GONE.andThen(quietLooks(20)).andThen(after(2, keeps(ONE, THREE))),
            FRESH,
            false),
        story(
            "the other went three seconds before messages were lost",
            GONE.andThen(after(3, new Signal.Losses(THREE, ONE, "messages", 4)))
                .andThen(after(1, new Signal.Losses(THREE, ONE, "messages", 5))),
            FRESH,
            false),
        story(
            "the other went half a minute before it was killed",
            GONE.andThen(beats(29, 96, 145))
                .andThen(after(1, connected(THREE, false)))
                .andThen(after(60, connected(THREE, true))),
            FRESH,
            false));
  }

  static Stream<Arguments> stories() {
    return Stream.concat(waited(), notWaited())
        .map(Arguments::get)
        .map(
            story ->
                story(
                    (String) story[0],
                    FRESH_AT_FIRST.andThen((Step) story[1]).andThen(quietAfterAtOne()),
                    (ReplicaState) story[2],
                    (boolean) story[3]));
  }

  /** But for the last, whatever came before the other is back. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("waited")
  void whenTheOtherIsBackTwoQuietLooksAreEvidence(
      String name, Step story, ReplicaState state, boolean raises) {
    aStoryEndsInItsState(
        name,
        FRESH_AT_FIRST
            .andThen(story)
            .andThen(quietAfterAtOne())
            .andThen(after(1, connected(TWO, true)))
            .andThen(quietAfter(24)),
        FRESH,
        false);
  }
}
