package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.junit.jupiter.api.Test;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.StaleByAge;

class StaleShareTest {
  private static final StaleByAge MODEL =
      (seconds, readReplicas) -> Math.exp(-readReplicas * (0.5 + 100 * seconds));

  /** Of a mean of 1, where no pair has corrected the model. */
  private static final double BOUND =
      GammaDistribution.of(12, 1 / 12.0).inverseCumulativeProbability(StaleShare.CONFIDENCE);

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
      for (int younger = 0; younger < bin; younger++) {
        double count = counts[younger] + (younger == 0 ? 20 : 0);
        sum += count / (reads.total() + 20) * MODEL.at(AgeBins.fromNanos(younger) / 1e9, replicas);
      }
      assertThat(reused.within(bin, replicas)).isCloseTo(sum * BOUND, withinPercentage(1e-7));
    }
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
