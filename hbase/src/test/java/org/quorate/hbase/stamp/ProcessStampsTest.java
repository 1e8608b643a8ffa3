package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.row.RowKey;

class ProcessStampsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final RowKey ROW = new RowKey(Bytes.toBytes("row"));
  private static final long NOW = 1_000_000_000_000L;

  private final ProcessStamps stamps = ProcessStamps.of("a-cluster-of-" + getClass().getName());

  @Test
  void whatIsOpenedLaterGoesOnAfterWhatWasStampedBefore() {
    RowStamps first = stamps.following(() -> NOW, 100);
    first.next(TABLE, ROW, false);
    first.seen(TABLE, ROW, NOW + 5_000);
    assertThat(first.next(TABLE, ROW, false)).isEqualTo(NOW + 5_001);
    RowStamps second = stamps.following(() -> NOW - 300, 0);
    assertThat(second.next(TABLE, ROW, false)).isGreaterThanOrEqualTo(NOW + 5_001);
    assertThat(second.next(TABLE, new RowKey(Bytes.toBytes("other")), false))
        .as("a clock that was set back")
        .isGreaterThanOrEqualTo(NOW);
    assertThat(first.next(TABLE, ROW, true)).isGreaterThan(NOW + 5_001);
  }

  @Test
  void clustersAreApart() {
    RowStamps here = stamps.following(() -> NOW, 100);
    here.seen(TABLE, ROW, NOW + 5_000);
    RowStamps there = ProcessStamps.of("another-cluster").following(() -> NOW, 100);
    assertThat(there.next(TABLE, ROW, false)).isEqualTo(NOW);
  }
}
