package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

class RowStampsTest {
  private static final int ROW = 4711;

  private final AtomicLong clock = new AtomicLong(1_000_000);
  private final RowStamps stamps = new RowStamps(clock::get, 100);

  @Test
  void aWriteIsStampedWithTheTime() {
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_000);
    clock.set(1_000_007);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_007);
  }

  @Test
  void writesWithinAMillisecondFollowEachOther() {
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_000);
    assertThat(stamps.next(ROW, true)).isEqualTo(1_000_001);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_002);
    clock.set(1_000_001);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_003);
  }

  @Test
  void putsShareAStampWhenTheRowIsTooFarAhead() {
    for (int write = 0; write <= 100; write++) {
      assertThat(stamps.next(ROW, false)).isEqualTo(1_000_000 + write);
    }
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_100);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_100);
  }

  @Test
  void aPutNeverSharesTheStampOfTheDeleteBeforeIt() {
    for (int write = 0; write <= 100; write++) {
      stamps.next(ROW, false);
    }
    assertThat(stamps.next(ROW, true)).isEqualTo(1_000_100);
    assertThat(stamps.next(ROW, true)).isEqualTo(1_000_100);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_101);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_101);
  }

  @Test
  void aWriteWinsOverWhatWasRead() {
    stamps.seen(ROW, 1_000_200);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_201);
    stamps.seen(ROW, 1_000_050);
    assertThat(stamps.next(ROW, true)).isGreaterThanOrEqualTo(1_000_201);
  }

  @Test
  void whatIsPastNeedsNoCare() {
    assertThat(stamps.isPast(999_999)).isTrue();
    assertThat(stamps.isPast(1_000_000)).as("the next stamp may be the same").isFalse();
  }

  @Test
  void versionsOfTheFarFutureDoNotDragStampsAlong() {
    stamps.seen(ROW, 1_000_000_000_000L);
    assertThat(stamps.next(ROW, false)).isEqualTo(1_000_000);
  }

  @Test
  void rowsDoNotDelayEachOtherByMoreThanAMillisecondOrTwo() {
    for (int row = 0; row < 10_000; row++) {
      assertThat(stamps.next(row * 31, false)).isBetween(1_000_000L, 1_000_010L);
    }
  }

  @Test
  void threadsNeverGetTheSameStampForARow() throws InterruptedException {
    RowStamps unlimited = new RowStamps(clock::get, Long.MAX_VALUE);
    int threads = 4;
    int each = 5_000;
    AtomicLongArray given = new AtomicLongArray(threads * each);
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++) {
      int first = thread * each;
      pool.execute(
          () -> {
            try {
              start.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            for (int write = 0; write < each; write++) {
              given.set(first + write, unlimited.next(ROW, write % 3 == 0));
            }
          });
    }
    start.countDown();
    pool.shutdown();
    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    Set<Long> different = new HashSet<>();
    for (int index = 0; index < given.length(); index++) {
      different.add(given.get(index));
    }
    assertThat(different).hasSize(threads * each);
  }

  @Test
  void aClockThatIsSetBackStandsStill() {
    AtomicLong shift = new AtomicLong();
    SteadyClock steady = new SteadyClock(clock::get, shift::get);
    assertThat(steady.getAsLong()).isEqualTo(1_000_000);
    clock.set(999_000);
    assertThat(steady.getAsLong()).isEqualTo(1_000_000);
    shift.set(1_500);
    assertThat(steady.getAsLong()).isEqualTo(1_000_500);
  }
}
