package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedTails;

class PairTallyTest {
  private final PairTally tally = new PairTally();

  @Test
  void pairsAreToldApart() {
    for (PairFinding finding : PairFinding.values()) {
      tally.pair(finding, 1_000_000, 3_000_000, PairTally.NO_AGE);
    }
    tally.pair(PairFinding.STALE, 1_000_000, 3_000_000, PairTally.NO_AGE);
    tally.tooLong();
    tally.failed();
    tally.own(2_000_000);

    PairResult result = tally.result(Level.ONE, Level.QUORUM);

    assertThat(result.pairs()).isEqualTo(6);
    assertThat(result.stale()).isEqualTo(2);
    assertThat(result.underWay()).isEqualTo(1);
    assertThat(result.newer()).isEqualTo(1);
    assertThat(result.undecided()).isEqualTo(1);
    assertThat(result.tooLong()).isEqualTo(1);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.weakMillis()).isEqualTo(1);
    assertThat(result.strongMillis()).isEqualTo(3);
    assertThat(result.ownMillis()).isEqualTo(2);
    assertThat(result.rate().low()).isPositive();
    assertThat(result.rate().high()).isLessThan(1);
  }

  @Test
  void theOldestOfTheStaleAndTheFreshOfAllAreKnown() {
    assertThat(tally.result(Level.ONE, Level.QUORUM).oldestStaleMillis()).isNaN();
    tally.pair(PairFinding.STALE, 1, 3, PairTally.NO_AGE);
    assertThat(tally.result(Level.ONE, Level.QUORUM).oldestStaleMillis()).isNaN();
    tally.pair(PairFinding.STALE, 1, 3, 40_000);
    tally.pair(PairFinding.STALE, 1, 3, 7_000);
    tally.pair(PairFinding.SAME, 1, 3, 999_999);
    tally.pair(PairFinding.SAME, 1, 3, 1_000_000);
    PairResult result = tally.result(Level.ONE, Level.QUORUM);
    assertThat(result.oldestStaleMillis()).isEqualTo(40);
    assertThat(result.fresh()).isEqualTo(3);
  }

  @Test
  void theSlowestReadsAreToldOnceThereAreEnough() {
    for (int i = 1; i < PairedTails.FEWEST; i++) {
      tally.pair(PairFinding.SAME, 1_000_000, 3_000_000, 0);
    }
    assertThat(tally.result(Level.ONE, Level.QUORUM).tails()).isEmpty();
    tally.pair(PairFinding.SAME, 1_000_000, 3_000_000, 0);
    PairedTails.Tails tails = tally.result(Level.ONE, Level.QUORUM).tails().orElseThrow();
    assertThat(tails.one()).isCloseTo(1, within(0.02));
    assertThat(tails.other()).isCloseTo(3, within(0.04));
    assertThat(tails.difference().low()).isPositive();
  }

  @Test
  void whatTheWeakerReadSavesHasAnInterval() {
    for (int i = 0; i < 9; i++) {
      tally.pair(PairFinding.SAME, 1_000_000, i % 2 == 0 ? 2_000_000 : 4_000_000, 0);
    }
    assertThat(tally.result(Level.ONE, Level.QUORUM).savedMillis()).isEmpty();
    tally.pair(PairFinding.SAME, 1_000_000, 4_000_000, 0);
    Interval saved = tally.result(Level.ONE, Level.QUORUM).savedMillis().orElseThrow();
    // Differences of 1 and 3, five each: mean 2, standard error sqrt(10 / 9 / 10) = 1 / 3.
    assertThat(saved.low()).isCloseTo(2 - 1.959964 / 3, within(1e-6));
    assertThat(saved.high()).isCloseTo(2 + 1.959964 / 3, within(1e-6));
  }

  /**
   * All that are found are stale, so that a result is refused which has more of them than pairs.
   */
  @Test
  void whoeverAsksWhilePairsEndFindsNoMoreStaleOnesThanPairs() throws Exception {
    Thread ending =
        new Thread(
            () -> {
              for (int i = 0; i < 300_000; i++) {
                tally.pair(PairFinding.STALE, 1_000_000, 3_000_000, PairTally.NO_AGE);
              }
            });
    ending.start();
    while (ending.isAlive()) {
      PairResult result = tally.result(Level.ONE, Level.QUORUM);
      assertThat(result.stale()).isLessThanOrEqualTo(result.pairs());
    }
    ending.join();
  }

  @Test
  void withoutPairsNothingIsKnown() {
    PairResult result = tally.result(Level.ONE, Level.QUORUM);
    assertThat(result.rate().low()).isZero();
    assertThat(result.rate().high()).isEqualTo(1);
    assertThat(result.weakMillis()).isNaN();
    assertThat(result.sentence()).isEqualTo("No pair of reads has ended yet.");
  }

  @Test
  void aReportIsDueEachTimeThatTheNumberOfPairsHasDoubledFromAHundredOn() {
    List<Integer> due = new ArrayList<>();
    for (int i = 1; i <= 1000; i++) {
      tally.pair(PairFinding.SAME, 1_000_000, 3_000_000, PairTally.NO_AGE);
      if (tally.isDue()) {
        due.add(i);
      }
    }
    assertThat(due).containsExactly(100, 200, 400, 800);
  }

  @Test
  void theResultIsASentence() {
    for (int i = 0; i < 1999; i++) {
      tally.pair(PairFinding.SAME, 1_230_000, 3_000_000, PairTally.NO_AGE);
    }
    tally.pair(PairFinding.STALE, 1_230_000, 3_000_000, PairTally.NO_AGE);
    assertThat(tally.result(Level.LOCAL_ONE, Level.LOCAL_QUORUM).sentence())
        .isEqualTo(
            "Of 2,000 reads that were sampled, 1 would have been stale at LOCAL_ONE (0.05 %, 95 %"
                + " interval 0.0088 to 0.28 %), which took 1.2 ms on average, instead of 3.0 ms at"
                + " LOCAL_QUORUM.");
  }
}
