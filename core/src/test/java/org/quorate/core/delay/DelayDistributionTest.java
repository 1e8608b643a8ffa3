package org.quorate.core.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.delay.DelayDistribution.Constant;
import org.quorate.core.delay.DelayDistribution.LogNormal;
import org.quorate.core.delay.DelayDistribution.Uniform;

class DelayDistributionTest {
  private static final long SEED = 20_150_701;
  private static final int SAMPLES = 100_000;

  @Test
  void constantDelayIsAlwaysTheSame() {
    Constant constant = new Constant(Duration.ofMillis(5));

    assertThat(samples(constant)).containsOnly(5_000_000);
    assertThat(constant.quantileNanos(0.999)).isEqualTo(5_000_000);
  }

  @ParameterizedTest
  @CsvSource({"uniform 2ms..8ms, 5e6", "lognormal 5ms 0.5, 5665742.2653"})
  void samplesHaveTheStatedMean(String text, double stated) {
    DelayDistribution distribution = DelayDistribution.parse(text);
    double[] values = Arrays.stream(samples(distribution)).asDoubleStream().toArray();
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (SAMPLES - 1.0);

    // Two-sided, alpha 0.001, which says how unlucky a seed may be.
    double standardNormalQuantile = 3.2905;
    assertThat(mean)
        .isCloseTo(stated, within(standardNormalQuantile * Math.sqrt(variance / SAMPLES)));
  }

  @Test
  void uniformDelayReachesBothEndsAndNothingBeyond() {
    Uniform narrow = new Uniform(Duration.ofNanos(10), Duration.ofNanos(12));

    assertThat(samples(narrow)).containsOnly(10, 11, 12);
    assertThat(samples(new Uniform(Duration.ZERO, Duration.ZERO))).containsOnly(0);
  }

  @Test
  void logNormalQuantilesAreThoseOfTheFormula() {
    LogNormal delay = new LogNormal(Duration.ofMillis(5), 0.5);

    assertThat(delay.quantileNanos(0.5)).isCloseTo(5e6, within(1.0));
    // 5 ms * exp(0.5 * 2.326348): the standard normal's 99 % quantile from a table.
    assertThat(delay.quantileNanos(0.99)).isCloseTo(5e6 * Math.exp(1.163174), within(100.0));
    assertThat(new LogNormal(Duration.ofMillis(5), 0).sampleNanos(new SplittableRandom(SEED)))
        .isEqualTo(5_000_000);
  }

  @Test
  void noSampleIsLongerThanTheLongestDelay() {
    LogNormal wild = new LogNormal(Duration.ofMinutes(50), 3);

    assertThat(Arrays.stream(samples(wild)).summaryStatistics())
        .matches(nanos -> nanos.getMin() >= 0)
        .matches(nanos -> nanos.getMax() == DelayDistribution.LONGEST.toNanos());
  }

  @Test
  void impossibleDistributionsAreRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new Constant(Duration.ofMillis(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Constant(Duration.ofHours(2)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Uniform(second, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormal(Duration.ZERO, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormal(second, -0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LogNormal(second, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new Constant(second).quantileNanos(1));
  }

  private static long[] samples(DelayDistribution distribution) {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] samples = new long[SAMPLES];
    Arrays.setAll(samples, i -> distribution.sampleNanos(random));
    return samples;
  }
}
