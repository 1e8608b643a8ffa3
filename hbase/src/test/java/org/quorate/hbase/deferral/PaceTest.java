package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Pace pace = new Pace(SECOND);

  @Test
  void writesWaitForAThirdOfTheBoundBeforeAnythingIsKnown() {
    assertThat(pace.waitNanos()).isEqualTo(350 * MILLISECOND);
    assertThat(pace.meanFlush()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 350", "100, 350", "430, 350", "450, 325", "500, 250", "10000, 250"})
  void writesWaitAsLongAsTheBoundLeavesBesideASlowFlush(long flush, long wait) {
    pace.flushed(MILLISECOND, MILLISECOND);
    pace.flushed(MILLISECOND, flush * MILLISECOND);
    pace.observe(SECOND);
    assertThat(pace.waitNanos()).isEqualTo(wait * MILLISECOND);
  }

  @Test
  void aSlowFlushIsForgottenInTime() {
    pace.flushed(100 * MILLISECOND, 480 * MILLISECOND);
    pace.observe(29 * SECOND);
    assertThat(pace.waitNanos()).isEqualTo(280 * MILLISECOND);
    pace.observe(31 * SECOND);
    assertThat(pace.waitNanos()).isEqualTo(350 * MILLISECOND);
  }

  @Test
  void theMeanFollowsWhatFlushesTake() {
    pace.flushed(MILLISECOND, 20 * MILLISECOND);
    assertThat(pace.meanFlush()).isCloseTo(0.02, within(1e-9));
    pace.flushed(MILLISECOND, 120 * MILLISECOND);
    assertThat(pace.meanFlush()).isCloseTo(0.03, within(1e-9));
  }

  @Test
  void looksAFewTimesWithinTheBoundOnly() {
    Pace slower = new Pace(2 * SECOND);
    int looks = 0;
    for (int step = 1; step <= 100; step++) {
      double seconds = slower.observe(step * 10L * MILLISECOND);
      assertThat(seconds).isIn(0.0, 0.5);
      looks += seconds > 0 ? 1 : 0;
    }
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void theLargestOfLateIsForgottenInTime() {
    RecentMaximum recent = new RecentMaximum(10, 3);
    recent.add(5, 7);
    assertThat(recent.largest(5)).isEqualTo(7);
    recent.add(15, 3);
    assertThat(recent.largest(29)).isEqualTo(7);
    assertThat(recent.largest(30)).isEqualTo(3);
    assertThat(recent.largest(40)).isZero();
    recent.add(1_000, 2);
    assertThat(recent.largest(1_000)).isEqualTo(2);
    assertThat(recent.largest(1_000_000)).isZero();
  }

  @Test
  void pausesCountAsFarAsTheyFallWithin() {
    PauseWatch pauses = new PauseWatch();
    pauses.woke(100 * MILLISECOND, 110 * MILLISECOND);
    pauses.woke(1_000 * MILLISECOND, 1_500 * MILLISECOND);
    assertThat(pauses.paused(0, 2 * SECOND)).isEqualTo(500 * MILLISECOND);
    assertThat(pauses.paused(1_400 * MILLISECOND, 2 * SECOND)).isEqualTo(100 * MILLISECOND);
    assertThat(pauses.paused(1_600 * MILLISECOND, 2 * SECOND)).isZero();
  }
}
