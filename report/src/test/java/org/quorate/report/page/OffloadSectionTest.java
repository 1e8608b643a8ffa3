package org.quorate.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OffloadSectionTest {
  @Test
  void noMoreIsSaidOfLossesThanWasLookedAt() {
    assertThat(OffloadSection.outcome(40, 0, 0))
        .isEqualTo("No row is behind its newest acknowledged write");
    assertThat(OffloadSection.outcome(40, 0, 3))
        .isEqualTo("No loss was seen, but at least 3 writes were to rows that were not looked at");
    assertThat(OffloadSection.outcome(0, 0, 0)).isEqualTo("No row was read back");
    assertThat(OffloadSection.outcome(40, 1, 3)).isEqualTo("Acknowledged writes were lost");
  }
}
