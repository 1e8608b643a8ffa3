package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

class BetweenPairsTest {
  @Test
  void nothingIsClaimedWhereNothingWasComparedOrAllWasStale() {
    assertThat(BetweenPairs.NONE.mostStale()).isEqualTo(1);
    assertThat(new BetweenPairs(30, 30, 0).mostStale()).isEqualTo(1);
  }

  @Test
  void theBoundIsTheShareAtWhichSoFewStaleOnesWouldBeUnlikely() {
    for (int stale = 0; stale <= 12; stale++) {
      double most = new BetweenPairs(700, stale, 0).mostStale();
      assertThat(BinomialDistribution.of(700, most).cumulativeProbability(stale))
          .isCloseTo(0.05, within(1e-6));
    }
  }

  /** Alpha is that of the bound, 5 %, of 4,000 samples; seed 7, and four standard errors. */
  @Test
  void aTrueShareIsAboveTheBoundInOneSampleOfTwentyAtMost() {
    SeededRandom random = SeededRandom.stream(7, 0);
    int above = 0;
    for (int sample = 0; sample < 4_000; sample++) {
      int stale = 0;
      for (int pair = 0; pair < 600; pair++) {
        stale += random.nextDouble() < 0.01 ? 1 : 0;
      }
      above += new BetweenPairs(600, stale, 0).mostStale() < 0.01 ? 1 : 0;
    }
    assertThat(above / 4_000.0).isBetween(0.005, 0.05 + 4 * 0.0035);
  }

  @Test
  void lostPairsMakeTheBoundLargerByTheirShareButForAFew() {
    double all = new BetweenPairs(980, 1, 0).mostStale();
    assertThat(new BetweenPairs(980, 1, 1_000).mostStale()).isCloseTo(2 * all, within(1e-12));
    assertThat(new BetweenPairs(980, 1, 1e9).mostStale()).isEqualTo(1);
  }

  /** As a week after the last of them, or of more than there can be. */
  @Test
  void ofHardlyAnyPairsAndOfAsManyAsThereCanBeThereIsABound() {
    for (double hardlyAny : new double[] {Double.MIN_VALUE, 1e-300, 1e-12, 0.3}) {
      assertThat(new BetweenPairs(hardlyAny, 0, 0).mostStale()).isBetween(0.9, 1.0);
      assertThat(new BetweenPairs(hardlyAny, 0.9 * hardlyAny, 1).mostStale()).isBetween(0.9, 1.0);
    }
    assertThat(new BetweenPairs(1e12, 0, 0).mostStale()).isBetween(0.0, 1e-8);
    assertThat(new BetweenPairs(1e12, 1e10, 0).mostStale()).isCloseTo(0.01, within(1e-6));
  }

  @Test
  void countsAddUpCountForPartsAndAreCountedSince() {
    BetweenPairs first = new BetweenPairs(10, 2, 1);
    BetweenPairs second = new BetweenPairs(30, 5, 2);
    assertThat(first.plus(second)).isEqualTo(new BetweenPairs(40, 7, 3));
    assertThat(first.plus(second).since(first)).isEqualTo(second);
    assertThat(second.times(0.5)).isEqualTo(new BetweenPairs(15, 2.5, 1));
  }

  @Test
  void whatCannotBeIsMadeToWhatCan() {
    assertThat(new BetweenPairs(1, 2, Double.NaN).possible()).isEqualTo(new BetweenPairs(1, 1, 0));
    assertThat(new BetweenPairs(-1, Double.NaN, -2).possible()).isEqualTo(BetweenPairs.NONE);
  }
}
