package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.StaleByAge;

class StaleShareTest {
  private static final StaleByAge MODEL =
      (seconds, readReplicas) -> Math.exp(-readReplicas * (0.5 + 100 * seconds));

  /** By the gamma distribution of a mean and a variance. */
  private static double bound(double mean, double variance) {
    return mean == 0
        ? 0
        : GammaDistribution.of(mean * mean / variance, variance / mean)
            .inverseCumulativeProbability(StaleShare.CONFIDENCE);
  }

  /** Random reads; seed 3. What was asked before must not matter. */
  @Test
  void whatIsStaleWithinAWindowIsThePlainSumWhicheverWindowWasAskedForBefore() {
    SplittableRandom random = new SplittableRandom(3);
    double[] counts = new double[AgeBins.COUNT];
    for (int bin = 0; bin < counts.length; bin++) {
      counts[bin] = random.nextInt(3) * 100;
    }
    AgeCounts reads = AgeCounts.of(counts);
    StaleShare reused = share(MODEL, reads);
    for (int i = 0; i < 200; i++) {
      int bin = random.nextInt(AgeBins.NEVER + 1);
      int replicas = 1 + random.nextInt(4);
      double sum = 0;
      double ofCounts = 0;
      for (int younger = 0; younger < bin; younger++) {
        double count = counts[younger] + (younger == 0 ? 1 : 0);
        double each = MODEL.at(AgeBins.fromNanos(younger) / 1e9, replicas) / (reads.total() + 1);
        sum += count * each;
        ofCounts += count * each * each;
      }
      assertThat(reused.within(bin, replicas))
          .isCloseTo(bound(sum, sum * sum / 12 + ofCounts), withinPercentage(1e-7));
    }
  }

  /**
   * The model is exact, and reads of each age are counted as they come, at random: of 2,000 such
   * counts, seed 20, no more have a bound below the truth than the confidence allows.
   */
  @ParameterizedTest
  @ValueSource(ints = {30, 300, 3_000})
  void theBoundHoldsHoweverFewReadsWereCounted(int perSample) {
    SplittableRandom random = new SplittableRandom(20);
    int window = AgeBins.of(20_000_000);
    double[] shares = new double[AgeBins.COUNT];
    for (int bin = 1; bin < AgeBins.OLDEST; bin++) {
      long next = AgeBins.fromNanos(bin + 1);
      shares[bin] = next < 5e8 ? next - AgeBins.fromNanos(bin) : 0;
    }
    shares[AgeBins.OLDEST] = 19 * Arrays.stream(shares).sum();
    double all = Arrays.stream(shares).sum();
    double truth = 0;
    for (int bin = window; bin <= AgeBins.OLDEST; bin++) {
      truth += shares[bin] / all * MODEL.at(AgeBins.fromNanos(bin) / 1e9, 1);
    }
    int missed = 0;
    int samples = 2_000;
    for (int i = 0; i < samples; i++) {
      double[] counts = new double[AgeBins.COUNT];
      for (int bin = 0; bin <= AgeBins.OLDEST; bin++) {
        double mean = perSample * shares[bin] / all;
        counts[bin] = poisson(random, mean);
      }
      missed += share(MODEL, AgeCounts.of(counts)).olderThan(window) < truth ? 1 : 0;
    }
    assertThat((double) missed / samples).isLessThan(1 - StaleShare.CONFIDENCE);
  }

  /** One in a million, which hardly ever shows in the pairs that the model is trusted for. */
  @Test
  void theBoundIsNeverBelowWhatIsExpected() {
    double[] counts = filled();
    counts[AgeBins.NEVER] = 0;
    StaleShare stale = share((seconds, readReplicas) -> 1e-6, AgeCounts.of(counts));
    assertThat(stale.olderThan(0)).isGreaterThanOrEqualTo(0.999e-6);
  }

  /** Events of a Poisson process within a time, by the gaps between them. */
  private static int poisson(SplittableRandom random, double mean) {
    int events = -1;
    for (double at = 0; at <= mean && mean > 0; at -= Math.log(1 - random.nextDouble())) {
      events++;
    }
    return Math.max(0, events);
  }

  @Test
  void theModelIsAskedOnceForEachAgeAndNumberOfReplicas() {
    int[] asked = new int[1];
    StaleShare stale =
        share(
            (seconds, readReplicas) -> {
              asked[0] += readReplicas == 2 ? 1 : 0;
              return 0.5;
            },
            AgeCounts.of(filled()));
    for (int bin = 100; bin < 120; bin++) {
      stale.within(bin, 2);
    }
    assertThat(asked[0]).isEqualTo(119);
  }

  private static double[] filled() {
    double[] counts = new double[AgeBins.COUNT];
    Arrays.fill(counts, 1);
    return counts;
  }

  private static StaleShare share(StaleByAge model, AgeCounts reads) {
    return new StaleShare(model, reads, AgedPairCounts.NONE, 0.001);
  }
}
