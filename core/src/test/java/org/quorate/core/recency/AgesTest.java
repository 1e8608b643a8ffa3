package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

class AgesTest {
  private static long end(int bin) {
    return bin == AgeBins.OLDEST ? Long.MAX_VALUE : AgeBins.fromNanos(bin + 1);
  }

  @Test
  void everyAgeIsInTheBinWhoseEdgesHoldIt() {
    RandomGenerator random = SeededRandom.stream(20, 1);
    for (int i = 0; i < 100_000; i++) {
      long age = random.nextLong() >>> (1 + random.nextInt(62));
      int bin = AgeBins.of(age);
      assertThat(AgeBins.fromNanos(bin)).isLessThanOrEqualTo(age);
      assertThat(end(bin)).isGreaterThan(age);
    }
  }

  @Test
  void binsFollowEachOtherAndAreAtMostAnEighthWide() {
    for (int bin = 1; bin < AgeBins.OLDEST; bin++) {
      assertThat(AgeBins.of(AgeBins.fromNanos(bin))).isEqualTo(bin);
      assertThat(AgeBins.of(AgeBins.fromNanos(bin) - 1)).isEqualTo(bin - 1);
      assertThat(end(bin) - AgeBins.fromNanos(bin)).isLessThanOrEqualTo(AgeBins.fromNanos(bin) / 8);
    }
    assertThat(AgeBins.of(0)).isZero();
    assertThat(AgeBins.of(Long.MAX_VALUE)).isEqualTo(AgeBins.OLDEST);
    assertThat(AgeBins.fromNanos(AgeBins.OLDEST)).isEqualTo(1L << 39);
    assertThat(AgeBins.of(RecentWrites.NEVER_WRITTEN)).isEqualTo(AgeBins.NEVER);
    assertThatThrownBy(() -> AgeBins.fromNanos(AgeBins.NEVER)).hasMessageContaining("bin");
  }

  @Test
  void doublingsFollowEachOtherAndNeverIsOneOfItsOwn() {
    int doubling = 0;
    for (int first = 0; first < AgeBins.COUNT; first = AgeBins.nextDoubling(first)) {
      for (int bin = first; bin < AgeBins.nextDoubling(first); bin++) {
        assertThat(AgeBins.doubling(bin)).isEqualTo(doubling);
      }
      doubling++;
    }
    assertThat(doubling).isEqualTo(AgeBins.DOUBLINGS);
    assertThat(AgeBins.doubling(AgeBins.NEVER)).isGreaterThan(AgeBins.doubling(AgeBins.OLDEST));
  }

  @Test
  void noReadOfManyThreadsIsLost() throws Exception {
    ReadAges ages = new ReadAges();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> ends = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      ends.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  ages.add(Duration.ofMillis(3).toNanos());
                  ages.add(RecentWrites.NEVER_WRITTEN);
                }
              }));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    threads.shutdown();
    assertThat(ages.counts().total()).isEqualTo(800_000);
    assertThat(ages.counts().count(AgeBins.of(3_000_000))).isEqualTo(400_000);
    assertThat(ages.counts().count(AgeBins.NEVER)).isEqualTo(400_000);
  }

  @Test
  void pairsAreCountedAtTheirAge() {
    AgedPairs pairs = new AgedPairs();
    pairs.add(5_000_000, true);
    pairs.add(5_000_000, false);
    pairs.add(RecentWrites.NEVER_WRITTEN, true);
    AgedPairCounts earlier = pairs.counts();
    pairs.add(5_000_000, false);
    int bin = AgeBins.of(5_000_000);
    assertThat(pairs.counts().compared().count(bin)).isEqualTo(3);
    assertThat(pairs.counts().stale().count(bin)).isEqualTo(1);
    assertThat(pairs.counts().stale().count(AgeBins.NEVER)).isEqualTo(1);
    AgedPairCounts since = pairs.counts().since(earlier);
    assertThat(since.compared().total()).isEqualTo(1);
    assertThat(since.stale()).isEqualTo(AgeCounts.NONE);
    assertThat(since.plus(earlier)).isEqualTo(pairs.counts());
  }

  @Test
  void pairsThatWereLostCountForLessOfThoseThatAgree() {
    AgedPairs pairs = new AgedPairs();
    for (int i = 0; i < 80; i++) {
      pairs.add(0, false);
    }
    for (int i = 0; i < 100; i++) {
      pairs.addLost();
    }
    ClassCounts counts = new ClassCounts(ClassCounts.NONE.reads(), pairs.byClass(), pairs.lost());
    assertThat(ClassCounts.NONE.answered()).isEqualTo(1);
    assertThat(counts.answered()).as("of 80, twenty that may be, and 100").isEqualTo(0.5);
    assertThat(counts.times(1, 0.5).lost()).isEqualTo(50);
    assertThat(counts.plus(counts).lost()).isEqualTo(200);
    assertThat(counts.plus(counts).since(counts).lost()).isEqualTo(100);
    assertThat(counts.plusReads(ClassCounts.NONE.reads()).lost()).isEqualTo(100);
  }

  @Test
  void classesAreCountedApartAndAddUp() {
    ReadAges ages = new ReadAges();
    AgedPairs pairs = new AgedPairs();
    ages.add(5_000_000, KeyPlace.of(3, 200));
    ages.add(5_000_000);
    pairs.add(5_000_000, KeyPlace.of(3, 1), true);
    pairs.add(5_000_000, KeyPlace.of(4, 0), false);
    ClassCounts counts = new ClassCounts(ages.byClass(), pairs.byClass());
    int bin = AgeBins.of(5_000_000);
    assertThat(counts.reads().get(3).count(bin)).isEqualTo(1);
    assertThat(counts.reads().get(KeyPlace.CLASSES - 1).count(bin)).isEqualTo(1);
    assertThat(counts.pairs().get(3).stale().total()).isEqualTo(1);
    assertThat(counts.pairs().get(4).stale().total()).isZero();
    assertThat(counts.allReads()).isEqualTo(ages.counts());
    assertThat(counts.allPairs()).isEqualTo(pairs.counts());
    assertThat(counts.times(0.5, 2).since(counts).allReads().total()).isZero();
    assertThat(counts.times(0.5, 2).since(counts).allPairs()).isEqualTo(pairs.counts());
    assertThatThrownBy(() -> new ClassCounts(List.of(), List.of())).hasMessageContaining("classes");
  }

  @Test
  void whatIsLongAgoMayCountForLess() {
    ReadAges ages = new ReadAges();
    ages.add(5);
    ages.add(5);
    assertThat(ages.counts().times(0.25).count(0)).isEqualTo(0.5);
    assertThat(AgeCounts.NONE.since(ages.counts())).isEqualTo(AgeCounts.NONE);
    assertThatThrownBy(() -> AgeCounts.of(1)).hasMessageContaining("bins");
  }
}
