package org.quorate.core.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.testing.GoodnessOfFit;

class SeededRandomTest {
  private static final double ALPHA = 0.001;

  @Test
  void givesTheNumbersPublishedForSplitMix64() {
    SeededRandom random = new SeededRandom(1234567);
    assertThat(random.nextLong()).isEqualTo(6457827717110365317L);
    assertThat(random.nextLong()).isEqualTo(3203168211198807973L);
    assertThat(Long.toUnsignedString(random.nextLong())).isEqualTo("9817491932198370423");
  }

  @Test
  void agreesWithJavasSplittableRandom() {
    SeededRandom random = new SeededRandom(42);
    SplittableRandom theirs = new SplittableRandom(42);
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nextLong()).isEqualTo(theirs.nextLong());
    }
    assertThat(random.nextDouble()).isEqualTo(theirs.nextDouble());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 7, 10, 1000, (1L << 62) + 1, Long.MAX_VALUE})
  void boundedNumbersStayBelowTheirBound(long bound) {
    SeededRandom random = new SeededRandom(7);
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nextLong(bound)).isBetween(0L, bound - 1);
    }
  }

  @Test
  void boundedNumbersAreEquallyLikely() {
    SeededRandom random = new SeededRandom(8);
    long[] counts = new long[7];
    double[] probabilities = {1 / 7., 1 / 7., 1 / 7., 1 / 7., 1 / 7., 1 / 7., 1 / 7.};
    for (int i = 0; i < 700_000; i++) {
      counts[(int) random.nextLong(7)]++;
    }
    assertThat(GoodnessOfFit.chiSquare(counts, probabilities)).isGreaterThan(ALPHA);
    // Of three equal parts of a range of 3 * 2^61, plain truncation would favour some.
    long[] thirds = new long[3];
    for (int i = 0; i < 300_000; i++) {
      thirds[(int) (random.nextLong(3L << 61) >>> 61)]++;
    }
    assertThat(GoodnessOfFit.chiSquare(thirds, new double[] {1 / 3., 1 / 3., 1 / 3.}))
        .isGreaterThan(ALPHA);
  }

  @Test
  void exponentialNumbersFollowTheirDistribution() {
    SeededRandom random = new SeededRandom(9);
    double[] sample = new double[100_000];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = random.nextExponential();
    }
    assertThat(GoodnessOfFit.kolmogorovSmirnov(sample, x -> -Math.expm1(-x))).isGreaterThan(ALPHA);
  }

  @Test
  void streamsOfASeedDifferAndComeBack() {
    Set<Long> first = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      for (int lane = 0; lane < 100; lane++) {
        first.add(SeededRandom.stream(seed, lane).nextLong());
      }
    }
    assertThat(first).hasSize(10_000);
    assertThat(SeededRandom.stream(5, 3).nextLong())
        .isEqualTo(SeededRandom.stream(5, 3).nextLong());
  }

  @Test
  void refusesABoundBelowOne() {
    assertThatThrownBy(() -> new SeededRandom(1).nextLong(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
