package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FayFeuerTest {
  /** Exact limits of a Poisson count at 95 %, as in any table of them (Garwood 1936). */
  @ParameterizedTest
  @CsvSource({"0, 0, 3.689", "1, 0.0253, 5.572", "10, 4.795, 18.390", "20, 12.217, 30.888"})
  void whereAllWeightsAreAlikeItIsTheExactOne(long count, double low, double high) {
    Interval one = FayFeuer.interval(new long[] {count}, new double[] {1}, 0.95);
    assertThat(one.low()).isCloseTo(low, within(0.0005));
    assertThat(one.high()).isCloseTo(high, within(0.001));
    long half = count / 2;
    Interval two =
        FayFeuer.interval(new long[] {half, count - half, 0}, new double[] {3, 3, 3}, 0.95);
    assertThat(two.low()).isCloseTo(3 * one.low(), within(1e-9));
    assertThat(two.high()).isCloseTo(3 * one.high(), within(1e-9));
  }

  @Test
  void nothingThatWeighsIsNothing() {
    assertThat(FayFeuer.interval(new long[] {4}, new double[] {0}, 0.95))
        .isEqualTo(new Interval(0, 0, 0.95));
  }

  /** 2,000 draws of six counts with random weights, seed 3: below 94 % has a chance of 3 %. */
  @Test
  void itContainsTheTrueSumAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(3);
    int inside = 0;
    int draws = 2_000;
    for (int draw = 0; draw < draws; draw++) {
      long[] counts = new long[6];
      double[] weights = new double[6];
      double truth = 0;
      for (int i = 0; i < 6; i++) {
        double mean = 0.1 + 4 * random.nextDouble();
        weights[i] = random.nextDouble();
        truth += mean * weights[i];
        counts[i] = PoissonDistribution.of(mean).inverseCumulativeProbability(random.nextDouble());
      }
      inside += FayFeuer.interval(counts, weights, 0.95).contains(truth) ? 1 : 0;
    }
    assertThat(inside).isGreaterThan((int) (0.94 * draws));
  }
}
