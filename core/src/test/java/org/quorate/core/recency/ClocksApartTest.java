package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClocksApartTest {
  private static final long HALF_AN_HOUR = ClocksApart.KEPT_FOR.toNanos();

  private final ClocksApart clocks = new ClocksApart();

  @Test
  void whatWasSeenIsKeptForHalfAnHourOnAnyClock() {
    for (long begin : new long[] {0, -HALF_AN_HOUR, Long.MAX_VALUE - 5}) {
      clocks.seen(begin);
      assertThat(clocks.areSeen(begin)).isTrue();
      assertThat(clocks.areSeen(begin + HALF_AN_HOUR)).isTrue();
      assertThat(clocks.areSeen(begin + HALF_AN_HOUR + 1)).isFalse();
    }
  }

  @Test
  void beforeAnyPairHasShownItNothingIsSeen() {
    for (long now : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(clocks.areSeen(now)).isFalse();
    }
  }
}
