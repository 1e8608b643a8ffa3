package org.quorate.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLineTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void readsAreCountedInTheSecondOfTheirInvocation() {
    TimeLineTally tally = new TimeLineTally(4);
    tally.count(2 * SECOND, true);
    tally.count(3 * SECOND - 1, false);
    tally.count(4 * SECOND, false);
    TimeLine line = tally.toTimeLine();
    assertThat(line.startNanos()).isEqualTo(2 * SECOND);
    assertThat(line.bucketNanos()).isEqualTo(SECOND);
    assertThat(line.buckets()).isEqualTo(3);
    assertThat(line.reads(0)).isEqualTo(2);
    assertThat(line.staleReads(0)).isEqualTo(1);
    assertThat(line.reads(1)).isZero();
    assertThat(line.reads(2)).isEqualTo(1);
  }

  @Test
  void bucketsDoubleUntilTheyReach() {
    TimeLineTally tally = new TimeLineTally(4);
    for (int second = -3; second <= 10; second++) {
      tally.count(second * SECOND, second % 2 == 0);
    }
    TimeLine line = tally.toTimeLine();
    assertThat(line.bucketNanos()).isEqualTo(4 * SECOND);
    assertThat(line.startNanos()).isEqualTo(-4 * SECOND);
    assertThat(List.of(line.reads(0), line.reads(1), line.reads(2), line.reads(3)))
        .containsExactly(3L, 4L, 4L, 3L);
  }

  @Test
  void linesOfDifferentWidthAddUp() {
    TimeLineTally whole = new TimeLineTally(4);
    TimeLineTally odd = new TimeLineTally(4);
    TimeLineTally even = new TimeLineTally(4);
    for (int second = 0; second < 13; second++) {
      whole.count(second * SECOND, second % 3 == 0);
      (second > 10 ? odd : even).count(second * SECOND, second % 3 == 0);
    }
    assertThat(odd.toTimeLine().plus(even.toTimeLine())).isEqualTo(whole.toTimeLine());
    assertThat(even.toTimeLine().plus(odd.toTimeLine())).isEqualTo(whole.toTimeLine());
    TimeLine none = new TimeLineTally(4).toTimeLine();
    assertThat(none.plus(whole.toTimeLine())).isEqualTo(whole.toTimeLine());
    assertThat(none.buckets()).isZero();
  }
}
