package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairTimesTest {
  private final PairTimes times = new PairTimes();

  @Test
  void noPairsHaveNoTimes() {
    assertThat(times.since(0)).isEmpty();
    assertThat(times.soFar()).isZero();
  }

  @Test
  void theLastPairsStandInPlaceOfTheFirst() {
    LongStream.range(0, 40).forEach(times::add);
    assertThat(times.soFar()).isEqualTo(40);
    assertThat(times.since(0))
        .containsExactlyInAnyOrder(LongStream.range(40 - PairTimes.MOST, 40).toArray());
  }

  @Test
  void thoseBeforeAChangeAreLeftOut() {
    times.add(7);
    times.add(-8);
    long before = times.soFar();
    assertThat(times.since(before)).isEmpty();
    times.add(-9);
    assertThat(times.since(before)).containsExactly(-9);
    assertThat(times.since(0)).containsExactlyInAnyOrder(7, -8, -9);
  }
}
