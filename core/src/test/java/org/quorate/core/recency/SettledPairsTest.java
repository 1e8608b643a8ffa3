package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.core.statistics.StratifiedFisher.Stratum;

class SettledPairsTest {
  private static final UUID FIRST = new UUID(7, 1);
  private static final UUID SECOND = new UUID(7, 2);
  private static final long MINUTE = TimeUnit.MINUTES.toMicros(1);
  private static final int COLD = KeyPlace.of(0, 3);
  private static final int HOT = KeyPlace.of(15, 3);

  private final SettledPairs pairs = new SettledPairs();

  @Test
  void replicasAreComparedWithinAnAgeAndAClass() {
    pairs.add(FIRST, 1, COLD, MINUTE, true);
    pairs.add(FIRST, 2, COLD, MINUTE, false);
    pairs.add(SECOND, 3, COLD, 2 * MINUTE, true);
    pairs.add(SECOND, 4, HOT, MINUTE, true);
    pairs.add(FIRST, 5, HOT, 15 * MINUTE, false);
    SettledPairCounts counts = pairs.counts();
    assertThat(counts.against(FIRST))
        .containsExactly(new Stratum(1, 2, 1, 1), new Stratum(0, 0, 1, 1), new Stratum(0, 1, 0, 0));
    assertThat(counts.against(SECOND)).contains(new Stratum(1, 1, 1, 2));
    assertThat(counts.stale(SECOND)).isEqualTo(2);
    assertThat(counts.replicas()).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  /** A write on its way is what a slow replica has not yet, and not what one lacks. */
  @Test
  void rowsThatWereWrittenJustNowAreNotCompared() {
    pairs.add(FIRST, 1, COLD, TimeUnit.SECONDS.toMicros(10) - 1, true);
    pairs.add(FIRST, 2, COLD, -1, false);
    assertThat(pairs.counts().replicas()).isEmpty();
    pairs.add(FIRST, 1, COLD, TimeUnit.SECONDS.toMicros(10), true);
    assertThat(pairs.counts().stale(FIRST)).isEqualTo(1);
  }

  @Test
  void theSameMissingWriteCountsOnceUntilItIsForgotten() {
    for (int i = 0; i < 5; i++) {
      pairs.add(FIRST, 1, COLD, MINUTE, true);
      pairs.add(FIRST, 1, COLD, MINUTE, false);
    }
    assertThat(pairs.counts().against(FIRST)).containsExactly(new Stratum(1, 6, 0, 0));
    pairs.forgetStale();
    pairs.add(FIRST, 1, COLD, MINUTE, true);
    assertThat(pairs.counts().stale(FIRST)).isEqualTo(2);
  }

  @Test
  void whatWasCountedEarlierIsTakenOff() {
    pairs.add(FIRST, 1, COLD, MINUTE, true);
    SettledPairCounts earlier = pairs.counts();
    pairs.add(FIRST, 2, COLD, MINUTE, true);
    pairs.add(FIRST, 3, COLD, MINUTE, false);
    pairs.add(SECOND, 4, COLD, MINUTE, false);
    SettledPairCounts since = pairs.counts().since(earlier);
    assertThat(since.against(FIRST)).containsExactly(new Stratum(1, 2, 0, 1));
    assertThat(pairs.counts().since(pairs.counts()).replicas()).isEmpty();
    assertThat(earlier.stale(FIRST)).as("stays what it was").isEqualTo(1);
  }

  @Test
  void beyondSoManyReplicasAreNotToldApart() {
    for (int i = 0; i < 1_000; i++) {
      pairs.add(new UUID(1, i), i, COLD, MINUTE, false);
    }
    SettledPairCounts counts = pairs.counts();
    assertThat(counts.replicas()).hasSize(SettledPairs.MOST + 1).contains(SettledPairs.OTHERS);
    assertThat(counts.against(new UUID(1, 7))).containsExactly(new Stratum(0, 1, 0, 999));
    pairs.add(new UUID(1, 7), 1, COLD, MINUTE, false);
    assertThat(pairs.counts().against(new UUID(1, 7))).containsExactly(new Stratum(0, 2, 0, 999));
  }
}
