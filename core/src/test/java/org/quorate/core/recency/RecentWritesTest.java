package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.policy.Decision;
import org.quorate.core.random.SeededRandom;

class RecentWritesTest {
  private static final long NEVER = Decision.NEVER_WRITTEN;

  private final RecentWrites writes = new RecentWrites(1024);

  @Test
  void aKeyThatWasNeverWrittenSaysSo() {
    assertThat(writes.nanosSince(writes.slotOf(1), 5)).isEqualTo(NEVER);
    assertThat(writes.nanosSince(writes.slotOf(1), Long.MIN_VALUE)).isEqualTo(NEVER);
  }

  @Test
  void aWriteIsUnderWayUntilItIsAcknowledgedAndAgesThen() {
    int slot = writes.slotOf(7);
    writes.begun(slot);
    assertThat(writes.isUnderWay(slot)).isTrue();
    assertThat(writes.nanosSince(slot, 1_000)).as("no read has to return it").isEqualTo(NEVER);
    writes.completed(slot, 1_100);
    assertThat(writes.isUnderWay(slot)).isFalse();
    assertThat(writes.nanosSince(slot, 1_100)).isZero();
    assertThat(writes.nanosSince(slot, 1_500)).isEqualTo(400);
  }

  @Test
  void aWriteThatWasRefusedNeverWas() {
    int slot = writes.slotOf(7);
    writes.begun(slot);
    writes.refused(slot);
    assertThat(writes.nanosSince(slot, 1_000)).isEqualTo(NEVER);
  }

  @Test
  void aWriteOfUnknownFateCountsUntilItCanHaveNoMoreEffect() {
    int slot = writes.slotOf(7);
    writes.begun(slot);
    writes.lost(slot, 5_000);
    assertThat(writes.nanosSince(slot, 2_000)).isZero();
    assertThat(writes.nanosSince(slot, 5_000)).isZero();
    assertThat(writes.nanosSince(slot, 5_010)).isEqualTo(10);
  }

  @Test
  void anOlderCompletionThatIsToldLateTakesNothingBack() {
    int slot = writes.slotOf(7);
    writes.begun(slot);
    writes.begun(slot);
    writes.completed(slot, 2_000);
    assertThat(writes.isUnderWay(slot)).isTrue();
    writes.completed(slot, 1_000);
    assertThat(writes.isUnderWay(slot)).isFalse();
    assertThat(writes.nanosSince(slot, 2_500)).isEqualTo(500);
  }

  @Test
  void aWriteOfAnUnknownKeyIsOneOfEveryKey() {
    int slot = writes.slotOf(7);
    writes.begun(slot);
    writes.completed(slot, 100);
    int unknown = writes.slotOfUnknownKey();
    writes.begun(unknown);
    assertThat(writes.isUnderWay(slot)).isTrue();
    assertThat(writes.nanosSince(slot, 1_000)).isEqualTo(900);
    writes.completed(unknown, 1_000);
    assertThat(writes.nanosSince(slot, 1_300)).isEqualTo(300);
    assertThat(writes.nanosSince(writes.slotOf(8), 1_300)).isEqualTo(300);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE - 50, -50, Long.MIN_VALUE, 0})
  void theClockMayBeginAnywhereAndWrapAround(long origin) {
    int slot = writes.slotOf(7);
    writes.begun(slot);
    writes.completed(slot, origin);
    writes.begun(slot);
    writes.completed(slot, origin + 100);
    assertThat(writes.nanosSince(slot, origin + 350)).isEqualTo(250);
  }

  @Test
  void noKeyIsTakenForOneWrittenLongerAgoThanItWas() {
    RandomGenerator random = new SeededRandom(20_261_123);
    RecentWrites small = new RecentWrites(16);
    Map<Integer, Long> completed = new HashMap<>();
    Map<Integer, Integer> underWay = new HashMap<>();
    long now = 0;
    for (int step = 0; step < 200_000; step++) {
      now += random.nextInt(10);
      int key = random.nextInt(60);
      int slot = small.slotOf(key);
      int running = underWay.getOrDefault(key, 0);
      if (running == 0 || random.nextInt(3) == 0) {
        small.begun(slot);
        underWay.put(key, running + 1);
      } else if (random.nextInt(4) == 0) {
        small.refused(slot);
        underWay.put(key, running - 1);
      } else {
        small.completed(slot, now);
        completed.merge(key, now, Math::max);
        underWay.put(key, running - 1);
      }
      int read = random.nextInt(60);
      long said = small.nanosSince(small.slotOf(read), now);
      assertThat(said).isEqualTo(newestOfSlot(small, read, now, completed));
      if (completed.containsKey(read)) {
        assertThat(said).isBetween(0L, now - completed.get(read));
      }
    }
  }

  /** By definition: the newest of all keys that share the slot. */
  private static long newestOfSlot(
      RecentWrites writes, int read, long now, Map<Integer, Long> completed) {
    long newest = NEVER;
    for (int key = 0; key < 60; key++) {
      if (writes.slotOf(key) == writes.slotOf(read)) {
        long since = completed.containsKey(key) ? now - completed.get(key) : NEVER;
        newest = newest == NEVER ? since : since == NEVER ? newest : Math.min(newest, since);
      }
    }
    return newest;
  }

  /** All threads write the same slot, each read by the thread that has just written it. */
  @Test
  void whoeverHasWrittenSeesThatItHas() throws Exception {
    int slot = writes.slotOf(7);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 100_000; i++) {
                    writes.begun(slot);
                    long at = System.nanoTime();
                    writes.completed(slot, at);
                    long now = System.nanoTime();
                    assertThat(writes.nanosSince(slot, now)).isBetween(0L, now - at);
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    long later = System.nanoTime() + 1;
    assertThat(writes.nanosSince(slot, later)).as("none is under way").isPositive();
  }

  @Test
  void theShareOfCollisionsIsWhatIsSeen() {
    RandomGenerator random = new SeededRandom(42);
    RecentWrites table = new RecentWrites(1 << 12);
    int written = 500;
    for (int i = 0; i < written; i++) {
      int slot = table.slotOf(random.nextLong());
      table.begun(slot);
      table.completed(slot, 1);
    }
    int reads = 200_000;
    int collisions = 0;
    for (int i = 0; i < reads; i++) {
      collisions += table.nanosSince(table.slotOf(random.nextLong()), 2) == NEVER ? 0 : 1;
    }
    // With the seed as it is; slots that are taken twice move the share by about 0.3 % of itself.
    assertThat(collisions / (double) reads)
        .isCloseTo(1 - Math.pow(1 - 1.0 / table.size(), written), within(0.005));
  }

  @Test
  void neighbouringKeysAreSpreadOverTheTable() {
    long distinct = LongStream.range(0, 512).map(writes::slotOf).distinct().count();
    assertThat(distinct).isGreaterThan(450);
    assertThat(new RecentWrites(1000).size()).isEqualTo(1024);
    assertThat(new RecentWrites(16).size()).isEqualTo(16);
    assertThat(new RecentWrites(17).size()).isEqualTo(32);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 15, (1 << 28) + 1})
  void otherSizesAreRefused(int slots) {
    assertThatThrownBy(() -> new RecentWrites(slots))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16 to 268435456 slots");
  }
}
