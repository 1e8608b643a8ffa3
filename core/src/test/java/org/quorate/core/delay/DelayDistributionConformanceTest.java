package org.quorate.core.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.core.delay.DelayDistribution.Constant;
import org.quorate.core.delay.DelayDistribution.LogNormal;
import org.quorate.core.delay.DelayDistribution.Uniform;

/** What holds for every distribution of delays; each is here by a sample. */
final class DelayDistributionConformanceTest {
  private static final long SEED = 20_261_126;
  private static final int SAMPLES = 50_000;

  /** Of each distribution; with the seed fixed the test is exact. */
  private static final double ALPHA = 0.001;

  static List<DelayDistribution> samples() {
    return List.of(
        DelayDistribution.NONE,
        new Constant(Duration.ofMillis(5)),
        new Uniform(Duration.ofMillis(2), Duration.ofMillis(8)),
        new Uniform(Duration.ofMillis(3), Duration.ofMillis(3)),
        new LogNormal(Duration.ofMillis(5), 0.5),
        new LogNormal(Duration.ofMillis(80), 0),
        new LogNormal(Duration.ofMinutes(50), LogNormal.LARGEST_SIGMA));
  }

  @Test
  void everyDistributionHasASample() {
    Set<Class<?>> sampled =
        samples().stream().map(DelayDistribution::getClass).collect(Collectors.toSet());
    assertThat(sampled).containsExactlyInAnyOrder(DelayDistribution.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void itsTextStatesIt(DelayDistribution distribution) {
    assertThat(distribution).hasToString(distribution.text());
    assertThat(DelayDistribution.parse(distribution.text()))
        .isEqualTo(distribution)
        .hasSameHashCodeAs(distribution);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void itsQuantilesNeverDecrease(DelayDistribution distribution) {
    double before = 0;
    for (double share = 0.001; share < 1; share += 0.001) {
      double quantile = distribution.quantileNanos(share);
      assertThat(quantile).as("%s at %s", distribution, share).isGreaterThanOrEqualTo(before);
      before = quantile;
    }
    for (double none : new double[] {0, 1, -0.5, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> distribution.quantileNanos(none));
    }
  }

  /**
   * By Dvoretzky, Kiefer and Wolfowitz, of whole nanoseconds that are held to the longest delay.
   */
  @ParameterizedTest
  @MethodSource("samples")
  void itsSamplesFollowItsQuantiles(DelayDistribution distribution) {
    long[] drawn = drawn(distribution);
    double gap = Math.sqrt(Math.log(2 / ALPHA) / (2.0 * SAMPLES));
    for (double share = 0.01; share < 0.995; share += 0.01) {
      double quantile =
          Math.min((double) DelayDistribution.LONGEST.toNanos(), distribution.quantileNanos(share));
      long most = (long) Math.ceil(quantile);
      long least = (long) Math.floor(quantile);
      double atMost = Arrays.stream(drawn).filter(nanos -> nanos <= most).count();
      double below = Arrays.stream(drawn).filter(nanos -> nanos < least).count();
      assertThat(atMost / SAMPLES).as("at most quantile %s", share).isGreaterThan(share - gap);
      assertThat(below / SAMPLES).as("below quantile %s", share).isLessThan(share + gap);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void itsSamplesAreDelaysAndTheSameForTheSameSeed(DelayDistribution distribution) {
    long[] drawn = drawn(distribution);
    assertThat(drawn).isEqualTo(drawn(distribution));
    assertThat(Arrays.stream(drawn).min().orElseThrow()).isNotNegative();
    assertThat(Arrays.stream(drawn).max().orElseThrow())
        .isLessThanOrEqualTo(DelayDistribution.LONGEST.toNanos());
  }

  private static long[] drawn(DelayDistribution distribution) {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] drawn = new long[SAMPLES];
    Arrays.setAll(drawn, i -> distribution.sampleNanos(random));
    return drawn;
  }
}
