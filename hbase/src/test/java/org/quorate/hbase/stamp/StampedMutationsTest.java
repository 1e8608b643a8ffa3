package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class StampedMutationsTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] VALUE = Bytes.toBytes("value");

  @Test
  void aPutGetsTheStampInEveryCellThatHasNone() {
    Put put = new Put(ROW).addColumn(F, A, VALUE).addColumn(F, B, 17, VALUE);
    Mutation stamped = StampedMutations.stamped(put, 42);
    assertThat(stamped.getFamilyCellMap().get(F))
        .extracting(Cell::getTimestamp)
        .containsExactly(42L, 17L);
    assertThat(stamped.getTimestamp()).isEqualTo(42);
    assertThat(CellUtil.cloneValue(stamped.getFamilyCellMap().get(F).get(0))).isEqualTo(VALUE);
  }

  @Test
  void theOriginalCanBeSentAgainAsANewWrite() {
    Put put = new Put(ROW).addColumn(F, A, VALUE);
    StampedMutations.stamped(put, 42);
    assertThat(StampedMutations.needsStamp(put)).isTrue();
    assertThat(put.getFamilyCellMap().get(F).get(0).getTimestamp())
        .isEqualTo(HConstants.LATEST_TIMESTAMP);
  }

  @Test
  void whateverElseTheMutationHasIsKept() {
    Put put = new Put(ROW).addColumn(F, A, VALUE);
    put.setAttribute("colour", Bytes.toBytes("red"));
    put.setDurability(Durability.ASYNC_WAL);
    put.setTTL(5_000);
    put.setPriority(7);
    Mutation stamped = StampedMutations.stamped(put, 42);
    assertThat(stamped).isInstanceOf(Put.class);
    assertThat(stamped.getAttribute("colour")).isEqualTo(Bytes.toBytes("red"));
    assertThat(stamped.getDurability()).isEqualTo(Durability.ASYNC_WAL);
    assertThat(stamped.getTTL()).isEqualTo(5_000);
    assertThat(stamped.getPriority()).isEqualTo(7);
  }

  @Test
  void deletesAreStampedWholeOrInParts() {
    Mutation row = StampedMutations.stamped(new Delete(ROW), 42);
    assertThat(row).isInstanceOf(Delete.class);
    assertThat(row.getTimestamp()).isEqualTo(42);
    assertThat(row.getFamilyCellMap()).isEmpty();

    Mutation parts = StampedMutations.stamped(new Delete(ROW).addFamily(F).addColumns(F, A), 42);
    List<Cell> cells = parts.getFamilyCellMap().get(F);
    assertThat(cells).extracting(Cell::getTimestamp).containsOnly(42L);
    assertThat(cells)
        .extracting(Cell::getType)
        .containsExactlyInAnyOrder(Cell.Type.DeleteFamily, Cell.Type.DeleteColumn);
  }

  @Test
  void whichVersionIsTheLatestRemainsTheServersToSay() {
    assertThat(StampedMutations.needsStamp(new Delete(ROW).addColumn(F, A))).isFalse();
    Delete mixed = new Delete(ROW).addColumn(F, A).addColumns(F, B);
    assertThat(StampedMutations.needsStamp(mixed)).isTrue();
    List<Cell> cells = StampedMutations.stamped(mixed, 42).getFamilyCellMap().get(F);
    assertThat(cells)
        .extracting(Cell::getTimestamp)
        .containsExactly(HConstants.LATEST_TIMESTAMP, 42L);
  }

  @Test
  void incrementsAndAppendsAreNotStamped() {
    assertThat(StampedMutations.needsStamp(new Increment(ROW).addColumn(F, A, 1))).isFalse();
    assertThat(StampedMutations.needsStamp(new Append(ROW).addColumn(F, A, VALUE))).isFalse();
  }

  @Test
  void timestampsOfTheApplicationStay() {
    assertThat(StampedMutations.needsStamp(new Put(ROW, 5).addColumn(F, A, VALUE))).isFalse();
    assertThat(StampedMutations.needsStamp(new Delete(ROW, 5))).isFalse();
    assertThat(StampedMutations.needsStamp(new Delete(ROW, 5).addFamily(F))).isFalse();
    assertThat(StampedMutations.needsStamp(new Delete(ROW))).isTrue();
  }

  @Test
  void aCopyIsTheSameAndItsOwn() {
    Put put = new Put(ROW, 5).addColumn(F, A, VALUE);
    put.setAttribute("name", VALUE);
    Mutation copy = StampedMutations.copied(put);
    put.addColumn(F, B, VALUE);
    assertThat(copy).isInstanceOf(Put.class);
    assertThat(copy.getTimestamp()).isEqualTo(5);
    assertThat(copy.getAttribute("name")).isEqualTo(VALUE);
    assertThat(copy.getFamilyCellMap().get(F))
        .containsExactly(put.getFamilyCellMap().get(F).get(0));
    assertThat(StampedMutations.copied(new Delete(ROW, 5))).isInstanceOf(Delete.class);
  }

  @Test
  void whatDependsOnItsArrivalCannotBeDeferred() {
    assertThat(StampedMutations.deferrable(new Put(ROW).addColumn(F, A, VALUE))).isTrue();
    assertThat(StampedMutations.deferrable(new Delete(ROW))).isTrue();
    assertThat(StampedMutations.deferrable(new Delete(ROW).addColumns(F, A))).isTrue();
    assertThat(StampedMutations.deferrable(new Delete(ROW).addColumn(F, A, 5))).isTrue();
    assertThat(StampedMutations.deferrable(new Delete(ROW).addFamilyVersion(F, 5))).isTrue();
    assertThat(StampedMutations.deferrable(new Delete(ROW).addColumn(F, A)))
        .as("which version is the latest, the server decides")
        .isFalse();
    assertThat(StampedMutations.deferrable(new Increment(ROW).addColumn(F, A, 1))).isFalse();
    assertThat(StampedMutations.deferrable(new Append(ROW).addColumn(F, A, VALUE))).isFalse();
  }
}
