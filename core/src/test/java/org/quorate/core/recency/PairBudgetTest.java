package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.random.SeededRandom;

class PairBudgetTest {
  private static final long WINDOW =
      AgeBins.fromNanos(AgeBins.of(Duration.ofMillis(100).toNanos()));
  private static final double COST = 2;

  @Test
  void whatIsSpentIsTheBudget() {
    RandomGenerator random = SeededRandom.stream(20, 2);
    for (int i = 0; i < 200; i++) {
      AgeCounts reads = reads(random);
      PairBudget budget = PairBudget.of(0.01, reads, WINDOW, COST);
      double spent = 0;
      double possible = 0;
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        double chance = budget.chance(age(bin));
        spent += reads.count(bin) * chance * COST;
        possible += chance > 0 ? reads.count(bin) * COST : 0;
      }
      assertThat(spent).isLessThanOrEqualTo(0.01 * reads.total() * (1 + 1e-9));
      assertThat(spent)
          .isGreaterThanOrEqualTo(Math.min(possible, 0.01 * reads.total()) * (1 - 1e-9));
    }
  }

  @Test
  void readsNearTheWindowAreDrawnMoreOftenThanOldOnes() {
    double[] counts = new double[AgeBins.COUNT];
    counts[AgeBins.of(WINDOW * 3 / 4)] = 100;
    counts[AgeBins.of(WINDOW * 2)] = 100;
    counts[AgeBins.of(WINDOW * 100)] = 10_000;
    counts[AgeBins.NEVER] = 1_000;
    PairBudget budget = PairBudget.of(0.01, AgeCounts.of(counts), WINDOW, COST);
    assertThat(budget.chance(WINDOW * 3 / 4)).isEqualTo(0.14, within(1e-12));
    assertThat(budget.chance(WINDOW * 2)).isEqualTo(0.14, within(1e-12));
    assertThat(budget.chance(WINDOW * 100)).isEqualTo(0.0014, within(1e-12));
    assertThat(budget.chance(RecentWrites.NEVER_WRITTEN)).isEqualTo(0.014, within(1e-12));
    assertThat(budget.chance(WINDOW / 4)).isZero();
  }

  @Test
  void whereClassesAreToldApartEachHasThePairsOfAnOther() {
    ClassCounts counts =
        withReads(2, AgeBins.NEVER, 10_000)
            .plus(withReads(9, AgeBins.of(WINDOW * 100), 1_000))
            .plus(withReads(9, AgeBins.of(WINDOW * 2), 1_000));
    PairBudget budget = PairBudget.of(0.01, counts, true, WINDOW, COST);
    int cold = KeyPlace.of(2, 77);
    int hot = KeyPlace.of(9, 3);
    assertThat(budget.chance(RecentWrites.NEVER_WRITTEN, cold)).isEqualTo(0.002, within(1e-12));
    assertThat(budget.chance(WINDOW * 100, hot)).isEqualTo(0.02, within(1e-12));
    assertThat(budget.chance(WINDOW * 2, hot)).isEqualTo(0.02, within(1e-12));
    assertThat(budget.chance(WINDOW * 100, KeyPlace.UNKNOWN)).isEqualTo(0.005);
    PairBudget together = PairBudget.of(0.01, counts, false, WINDOW, COST);
    assertThat(together.chance(WINDOW * 100, hot)).isEqualTo(together.chance(WINDOW * 100, cold));
  }

  /** 200,000 draws, seed 21; shares within four standard errors, 0.002. */
  @Test
  void aSampleOfALevelBetweenTakesOneShareOfAllReadsButThoseOfRowsThatAreBeingWritten() {
    PairBudget plain = PairBudget.of(0.6, AgeCounts.NONE, WINDOW, 1);
    PairBudget sampling = plain.with(Level.QUORUM, 0.3);
    assertThat(sampling.between()).isEqualTo(Level.QUORUM);
    assertThat(plain.between()).isNull();
    assertThat(plain.with(Level.QUORUM, 0).between()).isNull();
    RandomGenerator random = SeededRandom.stream(21, 0);
    for (long age : new long[] {0, WINDOW / 8, WINDOW * 3 / 4, RecentWrites.NEVER_WRITTEN}) {
      Map<PairBudget.Drawn, Integer> drawn = new EnumMap<>(PairBudget.Drawn.class);
      for (int i = 0; i < 200_000; i++) {
        drawn.merge(sampling.draw(age, KeyPlace.UNKNOWN, random.nextDouble()), 1, Integer::sum);
      }
      double between = drawn.getOrDefault(PairBudget.Drawn.BETWEEN, 0) / 200_000.0;
      double weakest = drawn.getOrDefault(PairBudget.Drawn.WEAKEST, 0) / 200_000.0;
      assertThat(between).isCloseTo(age == 0 ? 0 : 0.3, within(0.005));
      assertThat(weakest).isCloseTo(sampling.chance(age), within(0.005));
      assertThat(sampling.chance(age))
          .isCloseTo((age == 0 ? 1 : 0.7) * plain.chance(age), within(1e-12));
    }
  }

  private static ClassCounts withReads(int keyClass, int bin, double count) {
    double[] reads = new double[AgeBins.COUNT];
    reads[bin] = count;
    List<AgeCounts> byClass = new ArrayList<>(ClassCounts.NONE.reads());
    byClass.set(keyClass, AgeCounts.of(reads));
    return new ClassCounts(byClass, ClassCounts.NONE.pairs());
  }

  @Test
  void whereNoReadsAreKnownTheBudgetHolds() {
    PairBudget budget = PairBudget.of(0.01, AgeCounts.NONE, WINDOW, COST);
    assertThat(budget.chance(WINDOW * 3 / 4)).isEqualTo(0.005);
    assertThat(budget.chance(RecentWrites.NEVER_WRITTEN)).isEqualTo(0.005);
    assertThat(PairBudget.NONE.chance(5)).isZero();
    assertThatThrownBy(() -> PairBudget.of(-1, AgeCounts.NONE, WINDOW, COST))
        .hasMessageContaining("budget");
  }

  private static AgeCounts reads(RandomGenerator random) {
    double[] counts = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      counts[bin] = random.nextInt(4) == 0 ? random.nextInt(1000) : 0;
    }
    return AgeCounts.of(counts);
  }

  private static long age(int bin) {
    return bin == AgeBins.NEVER ? RecentWrites.NEVER_WRITTEN : AgeBins.fromNanos(bin);
  }
}
