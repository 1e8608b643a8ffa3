package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RoundBudgetTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theFirstRoundIsSmallAndPaidForAfterwards() {
    RoundBudget budget = new RoundBudget(0.002, 0);
    assertThat(budget.next(0)).as("24 reads").isEqualTo(9);
    budget.counted(500, 0);
    assertThat(budget.next(31 * SECOND)).isZero();
    assertThat(budget.next(32 * SECOND)).as("24 and 8 reads at 1 a second").isEqualTo(3);
    assertThat(budget.next(33 * SECOND)).isZero();
  }

  @Test
  void aBusyClusterHasWholeRoundsAndAQuietOneSmallOnes() {
    RoundBudget busy = new RoundBudget(0.002, 0);
    busy.counted(100_000, 0);
    assertThat(busy.next(0)).isEqualTo(9);
    assertThat(busy.next(15 * SECOND)).as("80 reads").isEqualTo(30);
    RoundBudget quiet = new RoundBudget(0.002, 0);
    quiet.counted(100, 0);
    assertThat(quiet.next(0)).isEqualTo(9);
    assertThat(quiet.next(3_600 * SECOND)).as("no more than 20 reads are saved").isEqualTo(7);
  }

  @Test
  void withoutReadsThereIsNoSecondRound() {
    RoundBudget budget = new RoundBudget(0.002, 0);
    assertThat(budget.next(0)).isEqualTo(9);
    budget.counted(0, 0);
    assertThat(budget.next(3_600 * SECOND)).isZero();
  }

  @Test
  void withoutAShareRoundsHaveNoLimit() {
    RoundBudget budget = new RoundBudget(0, 0);
    assertThat(budget.next(0)).isEqualTo(Integer.MAX_VALUE);
    assertThat(budget.next(0)).isEqualTo(Integer.MAX_VALUE);
  }
}
