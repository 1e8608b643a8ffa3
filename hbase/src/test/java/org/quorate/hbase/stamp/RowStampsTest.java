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
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.row.RowKey;

class RowStampsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final RowKey ROW = row(4711);

  private final AtomicLong clock = new AtomicLong(1_000_000);
  private final RowStamps stamps = new RowStamps(clock::get, 100);

  @Test
  void aWriteIsStampedWithTheTime() {
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_000);
    clock.set(1_000_007);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_007);
  }

  @Test
  void aFloorIsBelowAllStampsAndHearsOfThoseThatRunAheadButForRowsOfAnotherUnit() {
    AtomicLong nanos = new AtomicLong();
    Floor floor = new Floor(1_002_000);
    RowStamps restarted =
        new RowStamps(new HybridClock(clock::get, nanos::get, told -> {}), 100, floor);
    assertThat(restarted.next(TABLE, ROW, false)).isEqualTo(1_002_001);
    assertThat(restarted.next(TABLE, ROW, false)).as("a hot row").isEqualTo(1_002_002);
    restarted.seen(TABLE, row(1), 1_011_000);
    assertThat(floor.given()).as("what is only read").containsExactly(1_002_001L, 1_002_002L);
    assertThat(restarted.next(TABLE, row(1), false)).isEqualTo(1_011_001);
    assertThat(restarted.next(TABLE, row(2), false, 1_005_000)).isEqualTo(1_005_001);
    assertThat(restarted.next(TABLE, row(3), false, 9_000_000)).isEqualTo(9_000_001);
    assertThat(floor.given()).containsExactly(1_002_001L, 1_002_002L, 1_011_001L, 1_005_001L);
    clock.addAndGet(1_000);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(restarted.next(TABLE, row(4), false)).as("half the time").isEqualTo(1_002_501);
    clock.addAndGet(3_002);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(3_002));
    assertThat(restarted.next(TABLE, row(5), false)).as("caught up").isEqualTo(1_004_002);
  }

  @Test
  void writesWithinAMillisecondFollowEachOther() {
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_000);
    assertThat(stamps.next(TABLE, ROW, true)).isEqualTo(1_000_001);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_002);
    clock.set(1_000_001);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_003);
  }

  @Test
  void putsShareAStampWhenTheRowIsTooFarAhead() {
    for (int write = 0; write <= 100; write++) {
      assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_000 + write);
    }
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_100);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_100);
  }

  @Test
  void aPutNeverSharesTheStampOfTheDeleteBeforeIt() {
    for (int write = 0; write <= 100; write++) {
      stamps.next(TABLE, ROW, false);
    }
    assertThat(stamps.next(TABLE, ROW, true)).isEqualTo(1_000_100);
    assertThat(stamps.next(TABLE, ROW, true)).isEqualTo(1_000_100);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_101);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_101);
  }

  @Test
  void aWriteWinsOverWhatWasRead() {
    stamps.seen(TABLE, ROW, 1_000_200);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_201);
    stamps.seen(TABLE, ROW, 1_000_050);
    assertThat(stamps.next(TABLE, ROW, true)).isGreaterThanOrEqualTo(1_000_201);
  }

  @Test
  void whatIsPastNeedsNoCare() {
    assertThat(stamps.earliest()).isEqualTo(1_000_000);
    stamps.seen(TABLE, ROW, 999_999);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_000);
  }

  /** As after an increment by a server whose clock is ahead. */
  @Test
  void putsOfARowThatWasSeenAheadDoNotShareAStamp() {
    stamps.seen(TABLE, ROW, 1_009_000);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_009_001);
    clock.addAndGet(1_000);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_009_002);
    for (int write = 3; write <= 100; write++) {
      assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_009_000 + write);
    }
    assertThat(stamps.next(TABLE, ROW, false)).as("a hundred within no time").isEqualTo(1_009_100);
  }

  @Test
  void whatOneRowWasSeenToHaveRaisesNoOther() {
    for (int row = 0; row < 70_000; row++) {
      stamps.seen(TABLE, row(row), 1_009_000);
    }
    assertThat(stamps.next(TABLE, row(70_000), false)).isEqualTo(1_000_000);
    assertThat(stamps.next(TableName.valueOf("other"), row(1), false)).isEqualTo(1_000_000);
    assertThat(stamps.next(TABLE, row(1), false)).isEqualTo(1_009_001);
  }

  @Test
  void aWriteIsLaterThanWhatItMustBeLaterThan() {
    assertThat(stamps.next(TABLE, ROW, false, 999_000)).isEqualTo(1_000_000);
    assertThat(stamps.next(TABLE, ROW, false, 1_000_300)).isEqualTo(1_000_301);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_302);
    assertThat(stamps.next(TABLE, ROW, true, 1_000_000_000_000L)).isEqualTo(1_000_000_000_001L);
    assertThat(stamps.next(TABLE, ROW, false)).as("the far future").isEqualTo(1_000_303);
  }

  @Test
  void rowsWhoseStampsArePastAreForgotten() {
    for (int row = 0; row < 100_000; row++) {
      if (row % 10 == 0) {
        clock.incrementAndGet();
      }
      stamps.next(TABLE, row(row), false);
    }
    assertThat(stamps.remembered()).isLessThan(10_000);
  }

  @Test
  void versionsOfTheFarFutureDoNotDragStampsAlong() {
    stamps.seen(TABLE, ROW, 1_000_000_000_000L);
    assertThat(stamps.next(TABLE, ROW, false)).isEqualTo(1_000_000);
  }

  @Test
  void rowsDoNotDelayEachOther() {
    for (int row = 0; row < 10_000; row++) {
      assertThat(stamps.next(TABLE, row(row), false)).isEqualTo(1_000_000L);
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
              given.set(first + write, unlimited.next(TABLE, ROW, write % 3 == 0));
            }
          });
    }
    start.countDown();
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    Set<Long> different = new HashSet<>();
    for (int index = 0; index < given.length(); index++) {
      different.add(given.get(index));
    }
    assertThat(different).hasSize(threads * each);
  }

  private static RowKey row(int number) {
    return new RowKey(Bytes.toBytes(number));
  }
}
