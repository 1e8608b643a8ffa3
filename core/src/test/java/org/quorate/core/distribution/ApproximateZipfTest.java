package org.quorate.core.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.testing.GoodnessOfFit;
import site.ycsb.generator.ZipfianGenerator;

class ApproximateZipfTest {
  /**
   * Stock YCSB cannot be seeded, so that this fails once in a million times although all is well.
   */
  private static final double ALPHA = 1e-6;

  /** Our seed is 1. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 100, 1000, 20_000})
  void drawsAsYcsbDoes(int items) {
    ApproximateZipf ours = new ApproximateZipf(items, 0.99);
    ZipfianGenerator theirs = new ZipfianGenerator(items);
    SeededRandom random = new SeededRandom(1);
    long[] ourCounts = new long[items];
    long[] theirCounts = new long[items];
    for (int i = 0; i < 500_000; i++) {
      ourCounts[(int) ours.next(random)]++;
      theirCounts[theirs.nextValue().intValue()]++;
    }
    assertThat(GoodnessOfFit.chiSquareTwoSamples(ourCounts, theirCounts)).isGreaterThan(ALPHA);
  }

  @Test
  void aRangeOfOneItemGivesItsOnlyRank() {
    ApproximateZipf zipf = new ApproximateZipf(1, 0.99);
    SeededRandom random = new SeededRandom(2);
    for (int i = 0; i < 1000; i++) {
      assertThat(zipf.next(random)).isZero();
    }
  }

  /** A fifth of a million draws over 500 ranks, grown from 100 in uneven steps. Seed 3. */
  @Test
  void growsAsIfItHadBeenMadeLarger() {
    ApproximateZipf grown = new ApproximateZipf(100, 0.99);
    SeededRandom random = new SeededRandom(3);
    for (int count : new int[] {100, 101, 150, 499, 500}) {
      assertThat(grown.next(count, random)).isLessThan(count);
    }
    long first = 0;
    for (int i = 0; i < 200_000; i++) {
      if (grown.next(500, random) == 0) {
        first++;
      }
    }
    double expected = 1 / Zeta.partial(500, 0.99);
    assertThat(first / 200_000.0)
        .isCloseTo(expected, within(4 * Math.sqrt(expected * (1 - expected) / 200_000)));
  }

  @Test
  void refusesASkewOfOneOrMore() {
    assertThatThrownBy(() -> new ApproximateZipf(10, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ApproximateZipf(0, 0.5))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
