package org.quorate.core.control.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BudgetStatusTest {
  @Test
  void severalProcessesTogetherSpendWhatEachDoesOfAllReads() {
    assertThat(BudgetStatus.staleShare(List.of(status(900, 3), status(100, 7), status(0, 0))))
        .hasValueCloseTo(0.01, within(1e-12));
    assertThat(BudgetStatus.staleShare(List.of(status(0, 0)))).isEmpty();
    assertThat(BudgetStatus.staleShare(List.of())).isEmpty();
  }

  private static BudgetStatus status(double reads, double spent) {
    return new BudgetStatus(
        Duration.ofMinutes(5),
        0.01,
        reads,
        spent,
        0,
        0,
        BudgetState.CALM,
        0.01,
        1,
        new FleetBudget(1, reads, spent, 0.01));
  }
}
