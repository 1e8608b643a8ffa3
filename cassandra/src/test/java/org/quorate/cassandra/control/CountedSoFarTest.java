package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.core.recency.KeyPlace;

class CountedSoFarTest {
  private final TableMemory memory = new TableMemory(MemorySettings.DEFAULT, System::nanoTime);

  private void pair(boolean isStale) {
    memory.pairs().add(TimeUnit.MILLISECONDS.toNanos(5), KeyPlace.UNKNOWN, isStale);
  }

  @Test
  void aFewPairsThatAgreeMayWaitAndOneThatIsStaleMayNot() {
    CountedSoFar counted = CountedSoFar.of(memory);
    assertThat(counted.isMuchNew(memory)).isFalse();
    pair(false);
    assertThat(counted.isMuchNew(memory)).isFalse();
    pair(true);
    assertThat(counted.isMuchNew(memory)).isTrue();
    assertThat(CountedSoFar.of(memory).isMuchNew(memory)).as("it is counted").isFalse();
  }

  @Test
  void asManyPairsAsAThousandReadsBringMayNotWait() {
    CountedSoFar counted = CountedSoFar.of(memory);
    for (int i = 0; i < 4; i++) {
      pair(false);
    }
    assertThat(counted.isMuchNew(memory)).isFalse();
    pair(false);
    assertThat(counted.isMuchNew(memory)).isTrue();
  }

  @Test
  void thatKeysHaveClassesNowMayNotWait() {
    CountedSoFar counted = CountedSoFar.of(memory);
    for (int seconds = 0; seconds <= 10; seconds += 5) {
      memory.age(TimeUnit.SECONDS.toNanos(seconds));
    }
    assertThat(memory.areClassesKnown()).isTrue();
    assertThat(counted.isMuchNew(memory)).isTrue();
  }
}
