package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;

class PairTallyTest {
  private final PairTally tally = new PairTally();

  @Test
  void pairsAreToldApart() {
    tally.pair(100, 100, 500, 1_000_000, 3_000_000);
    tally.pair(100, 400, 500, 1_000_000, 3_000_000);
    tally.pair(100, 600, 500, 1_000_000, 3_000_000);
    tally.pair(700, 600, 500, 1_000_000, 3_000_000);
    tally.pair(PairTally.NO_ROW, 400, 500, 1_000_000, 3_000_000);
    tally.pair(100, PairTally.NO_ROW, 500, 1_000_000, 3_000_000);
    tally.pair(PairTally.NO_ROW, PairTally.NO_ROW, 500, 1_000_000, 3_000_000);
    tally.failed();
    tally.own(2_000_000);

    PairResult result = tally.result(Level.ONE, Level.QUORUM);

    assertThat(result.pairs()).isEqualTo(7);
    assertThat(result.stale()).isEqualTo(2);
    assertThat(result.underWay()).isEqualTo(1);
    assertThat(result.newer()).isEqualTo(1);
    assertThat(result.undecided()).isEqualTo(1);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.weakMillis()).isEqualTo(1);
    assertThat(result.strongMillis()).isEqualTo(3);
    assertThat(result.ownMillis()).isEqualTo(2);
    assertThat(result.rate().low()).isPositive();
    assertThat(result.rate().high()).isLessThan(1);
  }

  @Test
  void withoutPairsNothingIsKnown() {
    PairResult result = tally.result(Level.ONE, Level.QUORUM);
    assertThat(result.rate().low()).isZero();
    assertThat(result.rate().high()).isEqualTo(1);
    assertThat(result.weakMillis()).isNaN();
  }
}
