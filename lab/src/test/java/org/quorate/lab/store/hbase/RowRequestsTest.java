package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

final class RowRequestsTest {
  private static final byte[] ROW = Bytes.toBytes("user1");
  private static final byte[] FAMILY = Bytes.toBytes("family");
  private static final HBaseLayout LAYOUT =
      new HBaseLayout("usertable", List.of("field0", "field1"));

  private final RowRequests requests = new RowRequests(LAYOUT);

  @Test
  void everyCellOfAWriteHasItsVersion() {
    Put put = requests.put(ROW, Store.ALL_FIELDS, new byte[][] {{1}, {2}}, 77);

    assertThat(put.getRow()).isEqualTo(ROW);
    List<Cell> cells = put.getFamilyCellMap().get(FAMILY);
    assertThat(cells).hasSize(2).allMatch(cell -> cell.getTimestamp() == 77);
    assertThat(cells)
        .extracting(cell -> Bytes.toString(CellUtil.cloneQualifier(cell)))
        .containsExactly("field0", "field1");
    assertThat(CellUtil.cloneValue(cells.get(1))).containsExactly(2);
  }

  @Test
  void oneFieldIsWrittenAndReadAlone() {
    Put put = requests.put(ROW, 1, new byte[][] {{5}}, 3);
    Get get = requests.get(ROW, 1);

    assertThat(put.getFamilyCellMap().get(FAMILY))
        .singleElement()
        .satisfies(
            cell -> assertThat(Bytes.toString(CellUtil.cloneQualifier(cell))).isEqualTo("field1"));
    assertThat(get.getFamilyMap().get(FAMILY)).containsExactly(Bytes.toBytes("field1"));
    assertThat(requests.get(ROW, Store.ALL_FIELDS).getFamilyMap().get(FAMILY)).isNull();
  }

  @Test
  void aScanBeginsAtTheRowAndHasAnEnd() {
    Scan scan = requests.scan(ROW, 12, Store.ALL_FIELDS);

    assertThat(scan.getStartRow()).isEqualTo(ROW);
    assertThat(scan.includeStartRow()).isTrue();
    assertThat(scan.getLimit()).isEqualTo(12);
  }

  @Test
  void theVersionOfARowIsThatOfItsNewestCell() {
    List<Cell> cells =
        List.of(
            requests.put(ROW, 0, new byte[][] {{1}}, 10).getFamilyCellMap().get(FAMILY).get(0),
            requests.put(ROW, 1, new byte[][] {{1}}, 30).getFamilyCellMap().get(FAMILY).get(0));

    assertThat(RowRequests.version(Result.create(cells))).isEqualTo(30);
    assertThat(RowRequests.version(Result.EMPTY_RESULT)).isEqualTo(Completion.NO_VERSION);
    assertThat(RowRequests.version(new Result())).isEqualTo(Completion.NO_VERSION);
  }

  @Test
  void aLayoutThatCannotBeATableIsRefused() {
    assertThatThrownBy(() -> new HBaseLayout("user table", List.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"user table\" cannot name a table of HBase");
    assertThatThrownBy(() -> new HBaseLayout("usertable", List.of()))
        .hasMessageContaining("at least 1 field");
    assertThatThrownBy(() -> new HBaseLayout("usertable", List.of("a", "a")))
        .hasMessageContaining("the same name");
  }
}
