package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

final class PairedTailsTest {
  private static final double NANOS_PER_MILLI = 1e6;

  @Test
  void ofTooFewPairsNoUpperBoundIsKnown() {
    assertThat(Math.pow(PairedTails.SHARE, PairedTails.FEWEST)).isLessThan(0.05 / 4);
    assertThat(Math.pow(PairedTails.SHARE, PairedTails.FEWEST - 1)).isGreaterThan(0.05 / 4);
    PairedTails tails = new PairedTails();
    for (int i = 1; i < PairedTails.FEWEST; i++) {
      tails.add(i, i);
    }
    assertThat(tails.tails()).isEmpty();
    tails.add(1, 1);
    assertThat(tails.tails()).isPresent();
  }

  /** Of 1,000 times the bounds are those of ranks 982 and 997. */
  @Test
  void theBoundsAreOrderStatisticsRoundedAwayFromEachOther() {
    PairedTails tails = new PairedTails();
    for (int millis = 1; millis <= 1_000; millis++) {
      tails.add((long) (millis * NANOS_PER_MILLI), (long) (2 * millis * NANOS_PER_MILLI));
    }
    PairedTails.Tails found = tails.tails().orElseThrow();
    assertThat(found.one()).isCloseTo(990, within(8.0));
    assertThat(found.other()).isCloseTo(1_980, within(16.0));
    assertThat(found.difference().low()).isBetween(2 * 982 - 997 - 24.0, 2 * 982 - 997.0);
    assertThat(found.difference().high()).isBetween(2 * 997 - 982.0, 2 * 997 - 982 + 24.0);
    assertThat(found.difference().confidence()).isEqualTo(0.95);
  }

  @Test
  void timesThatAreAlikeDifferByNothingThatCouldBeTold() {
    PairedTails tails = new PairedTails();
    for (int i = 0; i < 10_000; i++) {
      tails.add(1_000_000, 1_000_000);
    }
    Interval difference = tails.tails().orElseThrow().difference();
    assertThat(difference.contains(0)).isTrue();
    assertThat(difference.high() - difference.low()).isLessThan(0.05);
  }

  /**
   * Lognormal times of median 5 and 8 ms and sigma 0.5, the second of a pair with the same luck as
   * the first in every other pair. Of 400 intervals at 95 % fewer than 365 would hold the true
   * difference with probability 6 * 10^-4; seed 42.
   */
  @Test
  void theIntervalHoldsTheDifferenceAsOftenAsItSays() {
    double z99 = 2.3263478740408408;
    double difference = (8 - 5) * Math.exp(0.5 * z99);
    RandomGenerator random = new SplittableRandom(42);
    int held = 0;
    for (int trial = 0; trial < 400; trial++) {
      PairedTails tails = new PairedTails();
      for (int pair = 0; pair < 1_000; pair++) {
        double luck = random.nextGaussian();
        double other = pair % 2 == 0 ? luck : random.nextGaussian();
        tails.add(nanos(5, luck), nanos(8, other));
      }
      held += tails.tails().orElseThrow().difference().contains(difference) ? 1 : 0;
    }
    assertThat(BinomialDistribution.of(400, 0.95).cumulativeProbability(364)).isLessThan(6e-4);
    assertThat(held).isGreaterThanOrEqualTo(365);
  }

  private static long nanos(double median, double luck) {
    return (long) (NANOS_PER_MILLI * median * Math.exp(0.5 * luck));
  }
}
