package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OthersWritesTest {
  private final OthersWrites writes = new OthersWrites();
  private double own;

  private void second(double ownWrites, double allWrites, boolean complete) {
    own += ownWrites;
    writes.own(own);
    writes.seen(new Traffic(0, 1, 0, allWrites, 0, complete));
  }

  @Test
  void itIsWhatOthersWriteForEachOwnWriteInTheSameTime() {
    second(1_000, 1_000, true);
    assertThat(writes.perOwn(0)).as("the first reading began before anything was counted").isNaN();
    second(10, 200, true);
    assertThat(writes.perOwn(0)).as("too few own writes").isNaN();
    second(10, 200, true);
    second(10, 200, true);
    assertThat(writes.perOwn(0)).isEqualTo(19, within(1e-9));
  }

  @Test
  void whoIsAloneHasNoOthersThoughReadingsAreDatedALittleDifferently() {
    second(0, 0, true);
    second(100, 100.5, true);
    assertThat(writes.perOwn(0)).isZero();
    second(100, 90, true);
    assertThat(writes.perOwn(0)).isZero();
  }

  @Test
  void aReadingThatIsNotCompleteSaysNothingOfItsTime() {
    second(0, 0, true);
    second(100, 200, true);
    second(5_000, 0, false);
    second(100, 200, true);
    assertThat(writes.perOwn(0)).isEqualTo(1, within(1e-9));
  }

  @Test
  void aMinuteAgoCountsForAQuarter() {
    second(0, 0, true);
    second(100, 200, true);
    writes.own(own + 400);
    writes.seen(new Traffic(0, 60, 0, 400 * 5.0 / 60, 0, true));
    assertThat(writes.perOwn(0))
        .isEqualTo((100 * 0.25 + 4 * 400) / (100 * 0.25 + 400), within(1e-9));
  }

  @Test
  void aMinuteAndAHalfWithoutAKnownReadingIsTooLong() {
    second(0, 0, true);
    second(100, 200, true);
    long longest = 90_000_000_000L;
    assertThat(writes.perOwn(longest)).isEqualTo(1, within(1e-9));
    assertThat(writes.perOwn(longest + 1)).isNaN();
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(longest + 1, 90, Double.NaN, Double.NaN, 0, true));
    assertThat(writes.perOwn(longest + 1)).isNaN();
  }

  @Test
  void aReadingBeforeTimeOfWhichNothingIsKnownCountsForAsMuchLess() {
    second(0, 0, true);
    second(100, 200, true);
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(59_000_000_000L, 59, 0, 0, 0, false));
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(60_000_000_000L, 1, 0, 500, 0, true));
    assertThat(writes.perOwn(60_000_000_000L)).isEqualTo((0.25 * 100 + 400) / 125, within(1e-9));
  }
}
