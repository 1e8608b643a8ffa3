package org.quorate.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** On a clock that the test turns; three nodes, of which the third is looked at. */
abstract class ReplicaStory {
  static final long SECOND = 1_000_000_000L;
  static final UUID ONE = new UUID(0, 1);
  static final UUID TWO = new UUID(0, 2);
  static final UUID THREE = new UUID(0, 3);
  static final Map<UUID, String> NAMES = Map.of(ONE, "one", TWO, "two", THREE, "three");
  static final Duration LONG = Duration.ofHours(1);

  final ReplicaTracker tracker = new ReplicaTracker();
  long now;

  /** One step of a story: what is seen, and when after the step before. */
  interface Step {
    void of(ReplicaStory story);

    default Step andThen(Step next) {
      return story -> {
        of(story);
        next.of(story);
      };
    }
  }

  static Step after(double seconds, Signal... signals) {
    return test -> {
      test.now += (long) (seconds * SECOND);
      Stream.of(signals).forEach(test::take);
    };
  }

  /** Nobody keeps anything, seen every half second until then, and once more. */
  static Step quietAfter(double seconds) {
    return test -> {
      long until = test.now + (long) (seconds * SECOND);
      while (test.now <= until) {
        test.now += until > test.now ? Math.min(SECOND / 2, until - test.now) : SECOND / 2;
        Stream.of(ONE, TWO, THREE).forEach(at -> test.take(quiet(at)));
      }
    };
  }

  /** For four hours, of which a minute is a look. */
  static Step fourHoursOf(Signal... looks) {
    return test -> {
      for (int minute = 0; minute < 240; minute++) {
        after(60, looks).of(test);
      }
    };
  }

  static Signal quiet(UUID at) {
    return new Signal.Hints(at, Set.of(), false);
  }

  static Signal keeps(UUID at, UUID... targets) {
    return new Signal.Hints(at, Set.of(targets), false);
  }

  static Signal connected(UUID replica, boolean up) {
    return new Signal.Connection(replica, up);
  }

  static Signal started(long generation, Duration running) {
    return beat(THREE, generation, 1, running, 50);
  }

  static Signal beat(UUID of, long generation, long version, Duration running, long observer) {
    return new Signal.Heartbeats(
        ONE,
        Map.of(
            of, new Signal.Heartbeat(generation, version, running),
            ONE, new Signal.Heartbeat(7, observer, LONG)));
  }

  static Signal members(UUID... ids) {
    Map<UUID, String> names = new HashMap<>();
    Stream.of(ids).forEach(id -> names.put(id, Objects.requireNonNull(NAMES.get(id))));
    return new Signal.Members(names, names.keySet());
  }

  static final Step BEGIN = after(0, members(ONE, TWO, THREE));
  static final Step FRESH_AT_FIRST =
      BEGIN.andThen(after(0, started(10, LONG), connected(THREE, true))).andThen(quietAfter(30));
  static final Step KILLED = FRESH_AT_FIRST.andThen(after(5, connected(THREE, false)));
  static final Step STOPPED =
      FRESH_AT_FIRST.andThen(after(1, beat(THREE, 10, Integer.MAX_VALUE, LONG, 60)));

  /** Each second the first sends both others a message, which only the second gets. */
  static Step cutOff(int seconds, Signal... others) {
    return test -> {
      for (long second = 1; second <= seconds; second++) {
        test.now += SECOND;
        Stream.of(
                new Signal.Exchange(ONE, Map.of(TWO, second, THREE, second), Map.of()),
                new Signal.Exchange(TWO, Map.of(), Map.of(ONE, second)),
                new Signal.Exchange(THREE, Map.of(), Map.of(ONE, 5L)))
            .forEach(test::take);
        Stream.of(others).forEach(test::take);
      }
    };
  }

  /** It answers nothing for as long as a write may wait, while another does. */
  static Step silence() {
    return test -> {
      long asked = test.now;
      for (int look = 0; look < 10; look++) {
        after(0.2, new Signal.Answered(ONE, test.now)).of(test);
      }
      test.take(new Signal.TimedOut(THREE, asked));
    };
  }

  static Step quietAfterAtOne() {
    return after(13, quiet(ONE)).andThen(after(13, quiet(ONE))).andThen(after(1, quiet(ONE)));
  }

  static Arguments story(String name, Step story, ReplicaState state, boolean raises) {
    return Arguments.of(name, story, state, raises);
  }

  void take(Signal signal) {
    tracker.take(signal, now);
  }

  ReplicaStatus third() {
    return Objects.requireNonNull(tracker.statuses().get(THREE));
  }

  /** Where the third replica stands at the end of each of a class's own {@code stories}. */
  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("stories")
  void aStoryEndsInItsState(String name, Step story, ReplicaState state, boolean raises) {
    story.of(this);
    ReplicaStatus status = third();
    assertThat(status.state()).as(status.reason()).isEqualTo(state);
    assertThat(status.raises()).isEqualTo(raises);
    assertThat(tracker.raised().contains(THREE)).isEqualTo(raises);
    assertThat(status.reason()).endsWith(".").doesNotContain("..");
  }
}
