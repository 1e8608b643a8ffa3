package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InsertedRowsTest {
  private static final int SLOTS = 256;

  private final InsertedRows rows = new InsertedRows(SLOTS);

  @Test
  void aRowIsThereFromItsInsertionUntilItMayBeRemoved() {
    SplittableRandom random = new SplittableRandom(20);
    Set<Integer> there = new HashSet<>();
    for (int round = 0; round < 10_000; round++) {
      int slot = random.nextInt(SLOTS);
      if (random.nextBoolean()) {
        rows.inserted(slot);
        there.add(slot);
      } else {
        rows.mayRemove(slot);
        there.remove(slot);
      }
      int other = random.nextInt(SLOTS);
      assertThat(rows.isThere(other)).isEqualTo(there.contains(other));
    }
  }

  @Test
  void whatMayRemoveAnythingLeavesNothingCertain() {
    for (int slot = 0; slot < SLOTS; slot++) {
      rows.inserted(slot);
      assertThat(rows.isThere(slot)).isTrue();
    }
    rows.mayRemoveAny();
    for (int slot = 0; slot < SLOTS; slot++) {
      assertThat(rows.isThere(slot)).isFalse();
    }
  }
}
