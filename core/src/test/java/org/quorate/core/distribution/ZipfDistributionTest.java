package org.quorate.core.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.testing.GoodnessOfFit;

class ZipfDistributionTest {
  private static final double ALPHA = 0.001;

  /** Against Apache Commons Statistics, which this project did not write. Seed 1. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.99",
    "2, 0.99",
    "3, 0.5",
    "10, 1",
    "1000, 0.99",
    "1000, 1",
    "1000, 1.000000001",
    "1000, 0.01",
    "1000, 2.5",
    "100000, 0.99",
    "50, 10",
  })
  void drawsEachRankWithItsProbability(int items, double theta) {
    var reference = org.apache.commons.statistics.distribution.ZipfDistribution.of(items, theta);
    ZipfDistribution zipf = new ZipfDistribution(items, theta);
    double[] probabilities = new double[items];
    double largestError = 0;
    for (int rank = 0; rank < items; rank++) {
      probabilities[rank] = reference.probability(rank + 1);
      largestError =
          Math.max(largestError, Math.abs(zipf.probability(rank) / probabilities[rank] - 1));
    }
    assertThat(largestError).isLessThan(1e-9);
    SeededRandom random = new SeededRandom(1);
    long[] counts = new long[items];
    for (int i = 0; i < 1_000_000; i++) {
      counts[(int) zipf.next(random)]++;
    }
    assertThat(GoodnessOfFit.chiSquare(counts, probabilities)).isGreaterThan(ALPHA);
  }

  @Test
  void theHottestOfAThousandGetsAnEighth() {
    assertThat(new ZipfDistribution(1000, 0.99).probability(0)).isCloseTo(0.1294, within(1e-4));
  }

  /** Powers of ten of the rank against the exact sums. Seed 2. */
  @Test
  void coversATrillionRanks() {
    long items = 1_000_000_000_000L;
    ZipfDistribution zipf = new ZipfDistribution(items, 0.99);
    double whole = Zeta.partial(items, 0.99);
    double[] probabilities = new double[12];
    long end = 1;
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] =
          (Zeta.partial(end * 10, 0.99) - Zeta.partial(i == 0 ? 0 : end, 0.99)) / whole;
      end *= 10;
    }
    SeededRandom random = new SeededRandom(2);
    long[] counts = new long[12];
    boolean outside = false;
    for (int i = 0; i < 1_000_000; i++) {
      long rank = zipf.next(random);
      outside |= rank < 0 || rank >= items;
      counts[rank == 0 ? 0 : (int) Math.ceil(Math.log10(rank + 1.0)) - 1]++;
    }
    assertThat(outside).isFalse();
    assertThat(GoodnessOfFit.chiSquare(counts, probabilities)).isGreaterThan(ALPHA);
  }

  @Test
  void hasNoProbabilityOutsideItsRanks() {
    ZipfDistribution zipf = new ZipfDistribution(10, 1);
    assertThat(zipf.probability(-1)).isZero();
    assertThat(zipf.probability(10)).isZero();
  }

  @Test
  void refusesWhatIsNoDistribution() {
    assertThatThrownBy(() -> new ZipfDistribution(0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ZipfDistribution(10, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ZipfDistribution(10, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
