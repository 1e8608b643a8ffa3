package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.quorate.hbase.row.RowKey;

class ProcessStampsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final RowKey ROW = new RowKey(Bytes.toBytes("row"));
  private static final long NOW = 1_000_000_000_000L;

  /** Many enough that rows whose stamps are past are swept out. */
  private static final int ROWS = 5_000;

  private ProcessStamps stamps;

  @BeforeEach
  void aClusterOfItsOwn(TestInfo test) {
    stamps = ProcessStamps.of(getClass().getName() + test.getDisplayName());
  }

  @Test
  void whatIsOpenedLaterGoesOnAfterWhatWasStampedBefore() {
    RowStamps first = stamps.following(() -> NOW, 100, StampFloor.NONE);
    first.next(TABLE, ROW, false);
    first.seen(TABLE, ROW, NOW + 5_000);
    assertThat(first.next(TABLE, ROW, false)).isEqualTo(NOW + 5_001);
    RowStamps second = stamps.following(() -> NOW - 300, 0, StampFloor.NONE);
    assertThat(second.next(TABLE, ROW, false)).isGreaterThanOrEqualTo(NOW + 5_001);
    assertThat(second.next(TABLE, new RowKey(Bytes.toBytes("other")), false))
        .as("a clock that was set back")
        .isGreaterThanOrEqualTo(NOW);
    assertThat(first.next(TABLE, ROW, true)).isGreaterThan(NOW + 5_001);
  }

  @Test
  void eachFollowsItsOwnClockWhateverIsOpenedBesideIt() {
    RowStamps ahead = stamps.following(() -> NOW + 200, 100, StampFloor.NONE);
    RowStamps behind = stamps.following(() -> NOW, 100, StampFloor.NONE);
    assertThat(behind.next(TABLE, ROW, false)).isEqualTo(NOW);
    assertThat(ahead.next(TABLE, ROW, false)).isEqualTo(NOW + 200);
    assertThat(behind.earliest()).isEqualTo(NOW);
    assertThat(ahead.earliest()).isEqualTo(NOW + 200);
  }

  @Test
  void whatFollowsAClockThatIsBehindOvertakesWhatOneAheadStampedOrSaw() {
    RowStamps ahead = stamps.following(() -> NOW + 200, 100, StampFloor.NONE);
    RowStamps behind = stamps.following(() -> NOW, 100, StampFloor.NONE);
    assertThat(ahead.next(TABLE, ROW, false)).isEqualTo(NOW + 200);
    // Beyond its lead, where stamps of its own would be shared.
    assertThat(behind.next(TABLE, ROW, false)).isEqualTo(NOW + 201);
    assertThat(behind.next(TABLE, ROW, false)).isEqualTo(NOW + 202);
    assertThat(ahead.next(TABLE, ROW, false)).isEqualTo(NOW + 203);
    RowKey read = new RowKey(Bytes.toBytes("read"));
    ahead.seen(TABLE, read, NOW + 150);
    assertThat(behind.next(TABLE, read, false)).isEqualTo(NOW + 151);
  }

  /** Beyond that they share stamps, though nothing orders the arrival of one's and the other's. */
  @Test
  void aRowThatTwoWriteInTurnRunsNoFurtherAheadThanOneThatOneWrites() {
    RowStamps one = stamps.following(() -> NOW, 100, StampFloor.NONE);
    RowStamps other = stamps.following(() -> NOW, 100, StampFloor.NONE);
    long before = one.next(TABLE, ROW, false);
    for (int write = 1; write < 500; write++) {
      long stamp = (write % 2 == 0 ? one : other).next(TABLE, ROW, false);
      assertThat(stamp).isEqualTo(write <= 100 ? before + 1 : before);
      before = stamp;
    }
  }

  @Test
  void whatIsPastForTheClockAheadIsRememberedForTheOneBehind() {
    AtomicLong time = new AtomicLong(NOW);
    RowStamps ahead = stamps.following(() -> time.get() + 200, 100, StampFloor.NONE);
    RowStamps behind = stamps.following(time::get, 100, StampFloor.NONE);
    for (int row = 0; row < ROWS; row++) {
      ahead.next(TABLE, new RowKey(Bytes.toBytes(row)), false);
    }
    time.addAndGet(100);
    ahead.next(TABLE, ROW, false);
    for (int row = 0; row < ROWS; row++) {
      assertThat(behind.next(TABLE, new RowKey(Bytes.toBytes(row)), false)).isEqualTo(NOW + 201);
    }
  }

  @Test
  void whatEarlierProcessesStampedIsBehindAllThatThisOneStamps() {
    Floor floor = new Floor(NOW + 4_000);
    RowStamps restarted = stamps.following(() -> NOW, 100, floor);
    long first = restarted.next(TABLE, ROW, false);
    assertThat(first).isGreaterThan(NOW + 4_000);
    assertThat(restarted.next(TABLE, ROW, true)).isGreaterThan(first);
    assertThat(floor.given()).startsWith(first).hasSize(2);
    RowStamps beside = stamps.following(() -> NOW, 100, StampFloor.NONE);
    assertThat(beside.next(TABLE, ROW, false)).as("in this process").isGreaterThan(first);
  }

  @Test
  void clustersAreApart() {
    RowStamps here = stamps.following(() -> NOW, 100, StampFloor.NONE);
    here.seen(TABLE, ROW, NOW + 5_000);
    RowStamps there =
        ProcessStamps.of("another-cluster").following(() -> NOW, 100, StampFloor.NONE);
    assertThat(there.next(TABLE, ROW, false)).isEqualTo(NOW);
  }
}
