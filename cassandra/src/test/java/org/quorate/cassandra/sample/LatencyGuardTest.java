package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyGuardTest {
  private static final long CYCLE = 1000;
  private static final long PAUSE = 100_000;

  private final LatencyGuard guard =
      new LatencyGuard(Duration.ofNanos(CYCLE), Duration.ofNanos(PAUSE));
  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void theLastQuarterOfEachCycleIsQuiet() {
    assertThat(guard.mayRead(0)).isTrue();
    assertThat(guard.mayRead(749)).isTrue();
    assertThat(guard.mayRead(750)).isFalse();
    assertThat(guard.mayRead(999)).isFalse();
    assertThat(guard.mayRead(1000)).isTrue();
  }

  @Test
  void besideNobodysReadsThereIsNoQuietQuarter() {
    LatencyGuard alone = LatencyGuard.ofFailures(Duration.ofNanos(PAUSE));
    for (long at = 0; at < 2 * PAUSE; at += CYCLE) {
      assertThat(alone.mayRead(at)).isTrue();
    }
    for (int i = 0; i < 40; i++) {
      alone.ended(0, false);
    }
    assertThat(alone.mayRead(1)).isFalse();
  }

  @Test
  void itStopsWhenReadsSufferAndGoesOnAfterThePause() {
    Optional<String> reason = Optional.empty();
    long at = 0;
    while (reason.isEmpty() && at < 30 * CYCLE) {
      reason = guard.own(at, took(at, 1.3));
      at += 10;
    }
    assertThat(reason).isPresent().get().asString().contains("longer while rows were read beside");
    assertThat(guard.mayRead(at)).isFalse();
    assertThat(guard.isPaused()).isTrue();
    assertThat(guard.mayRead(at + PAUSE + 1)).isTrue();
  }

  @Test
  void itGoesOnWhenReadsDoNotSuffer() {
    for (long at = 0; at < 100 * CYCLE; at += 10) {
      assertThat(guard.own(at, took(at, 1))).isEmpty();
    }
  }

  @Test
  void itStopsWhenMuchOfWhatIsSentFails() {
    Optional<String> reason = Optional.empty();
    for (int i = 0; i < 40; i++) {
      reason = guard.ended(0, i % 3 != 0);
    }
    assertThat(reason)
        .contains("14 of the last 40 pairs of reads failed, so no more are sent for a" + " while.");
    assertThat(guard.mayRead(1)).isFalse();
  }

  private long took(long at, double slowdown) {
    double base = 1000 * (0.9 + 0.2 * random.nextDouble());
    return Math.round(Math.floorMod(at, CYCLE) < 750 ? base * slowdown : base);
  }
}
