package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReadBudgetTest {
  private static final long SECOND = 1_000_000_000L;

  private final ReadBudget budget = new ReadBudget(0);

  @Test
  void nothingMayBeSentBeforeItIsAllowed() {
    assertThat(budget.has(1, 100 * SECOND)).isFalse();
    budget.allow(5, 100 * SECOND);
    assertThat(budget.has(1, 100 * SECOND)).isFalse();
  }

  @Test
  void soManyMayBeSentASecond() {
    budget.allow(2, 0);
    assertThat(budget.has(2, SECOND)).isTrue();
    assertThat(budget.has(3, SECOND)).isFalse();
    budget.spend(2);
    assertThat(budget.has(1, SECOND)).isFalse();
    assertThat(budget.has(2, 2 * SECOND)).isTrue();
  }

  @Test
  void whatWasNotSpentIsKeptForAWhile() {
    budget.allow(2, 0);
    assertThat(budget.has(40, 1000 * SECOND)).isTrue();
    assertThat(budget.has(41, 1000 * SECOND)).isFalse();
  }

  @Test
  void whereNobodyReadsAnyMoreNothingIsAdded() {
    budget.allow(2, 0);
    budget.allow(0, 2 * SECOND);
    assertThat(budget.has(4, 9 * SECOND)).isTrue();
    assertThat(budget.has(5, 9 * SECOND)).isFalse();
  }

  @Test
  void evenASmallShareIsOnceEnoughToLookForRows() {
    budget.allow(0.1, 0);
    assertThat(budget.has(10, 100 * SECOND)).isTrue();
  }

  @Test
  void itTellsWhenSoManyMayBeSent() {
    assertThat(budget.hasAt(10, 0)).as("in no run's time").isGreaterThan(1_000_000_000 * SECOND);
    budget.allow(4, 0);
    assertThat(budget.hasAt(10, 0)).isEqualTo(5 * SECOND / 2);
    assertThat(budget.hasAt(10, 3 * SECOND)).isEqualTo(3 * SECOND);
    budget.spend(14);
    assertThat(budget.hasAt(10, 3 * SECOND)).isEqualTo(6 * SECOND);
  }
}
