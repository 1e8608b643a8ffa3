package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PresenceTest {
  private static final long SECOND = 1_000_000_000L;

  /** A clock may begin below 0. */
  private static final long START = -7 * SECOND;

  private final Presence presence = new Presence(Duration.ofSeconds(10), 1, START);

  @Test
  void awayAndBackAreToldOnceEachAndSoIsEachReason() {
    presence.connected(START);
    assertThat(presence.answered(at(10))).isEmpty();
    assertThat(presence.silent(at(39))).isEmpty();
    assertThat(presence.silent(at(40)))
        .contains(
            "The cluster is away: No node has given a reading for 30 s. It is tried again until it"
                + " answers.");
    assertThat(presence.silent(at(50))).isEmpty();
    assertThat(presence.failed(at(60), "Nobody listens."))
        .contains("The cluster is still away: Nobody listens. It is tried again until it answers.");
    assertThat(presence.silent(at(70))).isEmpty();
    assertThat(presence.failed(at(80), "Nobody listens.")).isEmpty();
    assertThat(presence.answered(at(100))).contains("The cluster answers again, after 1 min 00 s.");
    assertThat(presence.answered(at(110))).isEmpty();
    assertThat(presence.failed(at(120), "Nobody listens.")).isPresent();
  }

  @Test
  void whileItIsAwaySinceWhenAndWhyAreKnown() {
    presence.answered(at(5));
    presence.silent(at(35));
    assertThat(presence.absence(at(35)))
        .contains(new Presence.Absence(0, "No node has given a reading."));
    presence.silent(at(45));
    assertThat(presence.absence(at(45)))
        .contains(new Presence.Absence(10 * SECOND, "No node has given a reading."));
    presence.failed(at(50), "Nobody listens.");
    assertThat(presence.absence(at(55)))
        .contains(new Presence.Absence(20 * SECOND, "Nobody listens."));
    presence.answered(at(60));
    assertThat(presence.absence(at(60))).isEmpty();
  }

  @Test
  void itIsReadyWhileAReadingIsYoungerThanThreeIntervals() {
    assertThat(presence.isReady(at(0))).isFalse();
    assertThat(presence.age(at(0))).isNaN();
    presence.answered(at(5));
    assertThat(presence.isReady(at(34))).isTrue();
    assertThat(presence.readyFor(at(34))).contains(Duration.ofSeconds(1));
    assertThat(presence.isReady(at(35))).isFalse();
    assertThat(presence.age(at(35))).isEqualTo(30);
  }

  @Test
  void aConnectionWithoutAReadingIsMadeAnewAfterTwelveIntervals() {
    presence.answered(at(5));
    presence.connected(at(100));
    assertThat(presence.isLost(at(219))).isFalse();
    assertThat(presence.isLost(at(220))).isTrue();
    presence.answered(at(150));
    assertThat(presence.isLost(at(220))).isFalse();
  }

  @Test
  void pausesDoubleUpToAMinuteAndBeginAnewAfterAReading() {
    assertThat(Stream.generate(presence::pause).limit(9).map(Duration::toSeconds))
        .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
    presence.answered(at(5));
    assertThat(presence.pause()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aSilentNodeInEachOfSeveralKeyspacesIsWaitedFor() {
    Presence several = new Presence(Duration.ofSeconds(1), 7, START);
    assertThat(several.patience()).isEqualTo("36 s");
    several.answered(at(0));
    assertThat(several.isReady(at(35))).isTrue();
    assertThat(several.silent(at(35))).isEmpty();
    assertThat(several.isReady(at(36))).isFalse();
    assertThat(several.silent(at(36))).isPresent();
    assertThat(several.isLost(at(71))).isFalse();
    assertThat(several.isLost(at(72))).isTrue();
  }

  @Test
  void whereNodesAreUpThereIsNothingToConnectToAnew() {
    presence.failed(at(0), "Nobody listens.");
    presence.connected(at(10));
    assertThat(presence.reached(at(100))).contains("The cluster answers again, after 1 min 40 s.");
    assertThat(presence.isLost(at(219))).isFalse();
    assertThat(presence.isReady(at(100))).isFalse();
    assertThat(presence.silent(at(129))).isEmpty();
  }

  private static long at(long seconds) {
    return START + seconds * SECOND;
  }
}
