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
    assertThat(writes.perOwn()).as("the first reading began before anything was counted").isNaN();
    second(10, 200, true);
    assertThat(writes.perOwn()).as("too few own writes").isNaN();
    second(10, 200, true);
    second(10, 200, true);
    assertThat(writes.perOwn()).isEqualTo(19, within(1e-9));
  }

  @Test
  void whoIsAloneHasNoOthersThoughReadingsAreDatedALittleDifferently() {
    second(0, 0, true);
    second(100, 100.5, true);
    assertThat(writes.perOwn()).isZero();
    second(100, 90, true);
    assertThat(writes.perOwn()).isZero();
  }

  @Test
  void aReadingThatIsNotCompleteSaysNothingOfItsTime() {
    second(0, 0, true);
    second(100, 200, true);
    second(5_000, 0, false);
    second(100, 200, true);
    assertThat(writes.perOwn()).isEqualTo(1, within(1e-9));
  }

  @Test
  void aMinuteAgoCountsForAQuarter() {
    second(0, 0, true);
    second(100, 200, true);
    writes.own(own + 400);
    writes.seen(new Traffic(0, 60, 0, 400 * 5.0 / 60, 0, true));
    assertThat(writes.perOwn())
        .isEqualTo((100 * 0.25 + 4 * 400) / (100 * 0.25 + 400), within(1e-9));
  }

  @Test
  void whatWasKnownStaysHoweverLongNoReadingIsComplete() {
    second(0, 0, true);
    second(20, 400, true);
    for (int minute = 1; minute <= 60; minute++) {
      own += 600;
      writes.own(own);
      writes.seen(new Traffic(minute * 60_000_000_000L, 60, 0, Double.NaN, 0, false));
      assertThat(writes.perOwn()).as("minute %d", minute).isEqualTo(19, within(1e-9));
    }
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(3_601_000_000_000L, 1, 0, 200, 0, true));
    assertThat(writes.perOwn()).as("of a complete reading").isEqualTo(1, within(1e-9));
    writes.forget();
    assertThat(writes.perOwn()).isNaN();
  }

  @Test
  void readingsThatAreNotCompleteCanOnlyRaiseIt() {
    second(0, 0, true);
    second(100, 200, true);
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(1_000_000_000L, 1, 0, 120, 0, false));
    assertThat(writes.perOwn()).isEqualTo(1, within(1e-9));
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(2_000_000_000L, 1, 0, 600, 0, false));
    assertThat(writes.perOwn()).as("there are as many at least").isEqualTo(5, within(1e-9));
    own += 100;
    writes.own(own);
    writes.seen(new Traffic(3_000_000_000L, 60, 0, 600, 0, false));
    assertThat(writes.perOwn())
        .as("of a node that was silent for a minute, in a second")
        .isEqualTo(5, within(1e-9));
    own += 10_000;
    writes.own(own);
    writes.seen(new Traffic(4_000_000_000L, 20, 0, 20_000, 0, true));
    assertThat(writes.perOwn())
        .as("of all nodes, of which one was silent")
        .isEqualTo(1, within(0.01));
  }

  @Test
  void whoHardlyWritesAnyMoreTakesOthersForNoQuieterThanTheyWere() {
    second(0, 0, true);
    second(20, 60, true);
    assertThat(writes.perOwn()).isEqualTo(2, within(1e-9));
    double before = 2;
    for (int i = 1; i <= 10; i++) {
      writes.seen(new Traffic(i * 60_000_000_000L, 60, 0, 1, 0, true));
      assertThat(writes.perOwn()).isGreaterThanOrEqualTo(before);
      before = writes.perOwn();
    }
    assertThat(before)
        .as("60 of the last minute and 20 of those before, for 20")
        .isBetween(3.0, 4.1);
    writes.seen(new Traffic(3_600_000_000_000L, 3_000, 0, 0, 0, true));
    assertThat(writes.perOwn())
        .as("when they are quiet again, as it was when it was known")
        .isEqualTo(2, within(1e-9));
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
    assertThat(writes.perOwn()).isEqualTo((0.25 * 100 + 400) / 125, within(1e-9));
  }
}
