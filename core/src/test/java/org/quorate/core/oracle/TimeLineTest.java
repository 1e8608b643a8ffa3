package org.quorate.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeLineTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void readsAreCountedInTheSecondOfTheirInvocation() {
    TimeLineTally tally = new TimeLineTally(4, 0);
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
    TimeLineTally tally = new TimeLineTally(4, 0);
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
    TimeLineTally whole = new TimeLineTally(4, 0);
    TimeLineTally odd = new TimeLineTally(4, 0);
    TimeLineTally even = new TimeLineTally(4, 0);
    for (int second = 0; second < 13; second++) {
      whole.count(second * SECOND, second % 3 == 0);
      (second > 10 ? odd : even).count(second * SECOND, second % 3 == 0);
    }
    assertThat(odd.toTimeLine().plus(even.toTimeLine())).isEqualTo(whole.toTimeLine());
    assertThat(even.toTimeLine().plus(odd.toTimeLine())).isEqualTo(whole.toTimeLine());
    TimeLine none = new TimeLineTally(4, 0).toTimeLine();
    assertThat(none.plus(whole.toTimeLine())).isEqualTo(whole.toTimeLine());
    assertThat(none.buckets()).isZero();
  }

  @Test
  void bucketsAreAsNarrowAsTheirNumberAllows() {
    Random random = new Random(4);
    for (int round = 0; round < 300; round++) {
      int maxBuckets = 2 + random.nextInt(99);
      long span = (1 + random.nextInt(300)) * SECOND;
      long[] instants = random.longs(1 + random.nextInt(200), -span / 2, span / 2 + 1).toArray();
      TimeLineTally tally = new TimeLineTally(maxBuckets, 0);
      for (long instant : instants) {
        tally.count(instant, instant % 2 == 0);
      }
      long first = LongStream.of(instants).min().orElseThrow();
      long last = LongStream.of(instants).max().orElseThrow();
      long width = SECOND;
      while (Math.floorDiv(last, width) - Math.floorDiv(first, width) >= maxBuckets) {
        width *= 2;
      }
      TimeLine line = tally.toTimeLine();
      assertThat(line.bucketNanos()).isEqualTo(width);
      assertThat(line.startNanos()).isEqualTo(Math.floorDiv(first, width) * width);
      for (int bucket = 0; bucket < line.buckets(); bucket++) {
        long start = line.startNanos() + bucket * width;
        long end = start + width;
        assertThat(line.reads(bucket))
            .isEqualTo(LongStream.of(instants).filter(i -> i >= start && i < end).count());
      }
    }
  }

  @Test
  void bucketsBeginAtTheOrigin() {
    Random random = new Random(6);
    for (int round = 0; round < 300; round++) {
      long origin = random.nextLong() >> 2;
      long[] instants = random.longs(50, origin, origin + 20 * SECOND).toArray();
      TimeLineTally tally = new TimeLineTally(100, origin);
      TimeLineTally other = new TimeLineTally(100, origin);
      for (long instant : instants) {
        (instant % 2 == 0 ? tally : other).count(instant, instant % 3 == 0);
      }
      TimeLine line = tally.toTimeLine().plus(other.toTimeLine());
      assertThat(line.bucketNanos()).isEqualTo(SECOND);
      assertThat((line.startNanos() - origin) % SECOND).isZero();
      for (int bucket = 0; bucket < line.buckets(); bucket++) {
        long start = line.startNanos() + bucket * SECOND;
        assertThat(line.staleReads(bucket))
            .isEqualTo(
                LongStream.of(instants)
                    .filter(i -> i >= start && i - start < SECOND && i % 3 == 0)
                    .count());
      }
    }
    TimeLine here = new TimeLineTally(4, 0).toTimeLine();
    assertThatThrownBy(() -> here.plus(new TimeLineTally(4, 1).toTimeLine()))
        .hasMessageContaining("do not add up");
  }

  @Test
  void twoBucketsHoldEveryInstantAndOneIsRefused() {
    long first = -(1L << 62);
    long last = (1L << 62) - 1;
    TimeLineTally tally = new TimeLineTally(2, 0);
    tally.count(first, true);
    tally.count(last, false);
    TimeLine line = tally.toTimeLine();
    assertThat(line.buckets()).isEqualTo(2);
    assertThat(line.reads(0)).isEqualTo(1);
    assertThat(line.staleReads(0)).isEqualTo(1);
    assertThat(line.reads(1)).isEqualTo(1);
    assertThatThrownBy(() -> new Oracle(1)).hasMessageContaining("at least 2 buckets");
    assertThatThrownBy(() -> new Oracle(-1)).hasMessageContaining("at least 2 buckets");
  }
}
