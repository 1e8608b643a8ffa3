package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;

class PairTallyTest {
  private final PairTally tally = new PairTally();

  @Test
  void pairsAreToldApart() {
    for (PairFinding finding : PairFinding.values()) {
      tally.pair(finding, 1_000_000, 3_000_000);
    }
    tally.pair(PairFinding.STALE, 1_000_000, 3_000_000);
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

  /**
   * All that are found are stale, so that a result is refused which has more of them than pairs.
   */
  @Test
  void whoeverAsksWhilePairsEndFindsNoMoreStaleOnesThanPairs() throws Exception {
    Thread ending =
        new Thread(
            () -> {
              for (int i = 0; i < 300_000; i++) {
                tally.pair(PairFinding.STALE, 1_000_000, 3_000_000);
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
      tally.pair(PairFinding.SAME, 1_000_000, 3_000_000);
      if (tally.isDue()) {
        due.add(i);
      }
    }
    assertThat(due).containsExactly(100, 200, 400, 800);
  }

  @Test
  void theResultIsASentence() {
    for (int i = 0; i < 1999; i++) {
      tally.pair(PairFinding.SAME, 1_230_000, 3_000_000);
    }
    tally.pair(PairFinding.STALE, 1_230_000, 3_000_000);
    assertThat(tally.result(Level.LOCAL_ONE, Level.LOCAL_QUORUM).sentence())
        .isEqualTo(
            "Of 2,000 reads that were sampled, 1 would have been stale at LOCAL_ONE (0.05 %, 95 %"
                + " interval 0.0088 to 0.28 %), which took 1.2 ms on average, instead of 3.0 ms at"
                + " LOCAL_QUORUM.");
  }
}
