package org.quorate.core.guarantee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SessionMemoryTest {
  private static final SessionTerms TERMS =
      new SessionTerms(Duration.ofSeconds(30), Duration.ofSeconds(2));
  private static final long NOW = 1_800_000_000_000L;

  @Test
  void aKeyIsRememberedForTheTimeToLiveAndForgottenSoonAfter() {
    SessionMemory memory = new SessionMemory(TERMS);
    memory.remember(Trace.WRITTEN, 42, NOW);

    assertThat(memory.isRecent(Trace.WRITTEN, 42, NOW)).isTrue();
    assertThat(memory.isRecent(Trace.WRITTEN, 42, NOW + 32_000)).isTrue();
    assertThat(memory.isRecent(Trace.WRITTEN, 42, NOW + 32_000 + 2_462)).isFalse();
    assertThat(memory.isRecent(Trace.READ, 42, NOW)).isFalse();
    assertThat(memory.isRecent(Trace.WRITTEN, 43, NOW)).isFalse();
  }

  @Test
  void aWriteOfAnUnknownKeyIsOneOfEveryKey() {
    SessionMemory memory = new SessionMemory(TERMS);
    memory.rememberEvery(Trace.WRITTEN, NOW);

    assertThat(memory.isRecent(Trace.WRITTEN, 7, NOW + 30_000)).isTrue();
    assertThat(memory.isRecent(Trace.READ, 7, NOW)).isFalse();
  }

  @Test
  void timestampsFollowThoseOfEveryMergedMemory() {
    SessionMemory ahead = new SessionMemory(TERMS);
    assertThat(ahead.timestamp(2_000)).isEqualTo(2_000);
    assertThat(ahead.timestamp(1_500)).isEqualTo(2_001);

    SessionMemory behind = new SessionMemory(TERMS);
    behind.merge(ahead);
    assertThat(behind.timestamp(1_000)).isEqualTo(2_002);
    assertThat(behind.timestamp(3_000)).isEqualTo(3_000);
  }

  /** Seed 20; of 100,000 other keys, within four standard deviations of the formula. */
  @Test
  void otherKeysAreTakenForTouchedOnesAsOftenAsTheFormulaSays() {
    SplittableRandom random = new SplittableRandom(20);
    int filters = 200;
    int probes = 500;
    for (int keys : new int[] {5, 10, 20, 50, 100}) {
      int found = 0;
      for (int filter = 0; filter < filters; filter++) {
        SessionMemory memory = new SessionMemory(TERMS);
        for (int key = 0; key < keys; key++) {
          memory.remember(Trace.WRITTEN, random.nextLong(), NOW);
        }
        for (int probe = 0; probe < probes; probe++) {
          found += memory.isRecent(Trace.WRITTEN, random.nextLong(), NOW) ? 1 : 0;
        }
      }
      double expected = falseRate(keys);
      double total = (double) filters * probes;
      // Probes of one filter share its fill, so they scatter more than independent ones.
      double deviation = Math.sqrt(expected / total) + 0.25 * expected / Math.sqrt(filters);
      assertThat(found / total)
          .as("%d keys", keys)
          .isCloseTo(expected, within(4 * deviation + 0.1 * expected));
    }
  }

  /** Broder and Mitzenmacher, "Network applications of Bloom filters: a survey", 2004. */
  private static double falseRate(int keys) {
    int hashes = SessionMemory.HASHES;
    return Math.pow(1 - Math.pow(1 - 1.0 / SessionMemory.KEY_CELLS, hashes * keys), hashes);
  }

  @Test
  void termsAreOfSomeTimeAndNoMoreThanADay() {
    assertThatThrownBy(() -> new SessionTerms(Duration.ZERO, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SessionTerms(Duration.ofDays(2), Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SessionTerms(Duration.ofSeconds(1), Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
