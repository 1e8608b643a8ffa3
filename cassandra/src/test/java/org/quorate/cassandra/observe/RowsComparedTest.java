package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RowsComparedTest {
  private final RowsCompared<Integer> rows = new RowsCompared<>(3);

  @Test
  void pairsOfOneRowCountOnceAndThoseOfManyEach() {
    assertThat(rows.effectivePairs()).isZero();
    for (int i = 0; i < 100; i++) {
      rows.add(1);
    }
    assertThat(rows.rows()).isEqualTo(1);
    assertThat(rows.effectivePairs()).isEqualTo(1);
    for (int i = 0; i < 100; i++) {
      rows.add(2);
    }
    assertThat(rows.effectivePairs()).isEqualTo(2);
  }

  @Test
  void whatIsNotRememberedCountsAsOneRow() {
    for (int i = 0; i < 1_000; i++) {
      rows.add(i);
    }
    assertThat(rows.rows()).isEqualTo(4);
    assertThat(rows.effectivePairs()).isBetween(1.0, 1.1);
  }
}
