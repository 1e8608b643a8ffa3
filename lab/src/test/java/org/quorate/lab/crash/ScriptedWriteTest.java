package org.quorate.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.lab.crash.ScriptedWrite.Kind;

class ScriptedWriteTest {
  @Test
  void everyTenthWriteDeletesOfTheRowOfFiveWritesBefore() {
    assertThat(write(19).kind()).isEqualTo(Kind.DELETE);
    assertThat(write(19).mutation()).isInstanceOf(Delete.class);
    assertThat(write(19).row()).isEqualTo(write(14).row());
    assertThat(write(14).mutation()).isInstanceOf(Put.class);
    assertThat(write(19).before()).isEqualTo(write(14));
  }

  @Test
  void rowsAreSpreadEvenlyByTheirFirstLetters() {
    Set<String> rows = new HashSet<>();
    int[] thirds = new int[3];
    for (int number = 0; number < 10_000; number++) {
      if (write(number).kind() == Kind.PUT) {
        String row = Bytes.toString(write(number).row());
        rows.add(row);
        thirds[row.compareTo("55") < 0 ? 0 : row.compareTo("aa") < 0 ? 1 : 2]++;
      }
    }
    assertThat(rows).hasSize(8500);
    assertThat(Arrays.stream(thirds)).allMatch(count -> count > 2650 && count < 3050);
  }

  @Test
  void aPutIsThereWithBothOfItsColumns() {
    assertThat(write(7).isThere(row(put(7)), 7)).isTrue();
    assertThat(write(7).isThere(row(put(8)), 8)).as("another put's row").isFalse();
    assertThat(write(7).isThere(Result.EMPTY_RESULT, 7)).isFalse();
    assertThat(write(7).isThere(row(kept(put(7))), 7)).as("nobody deletes of it").isFalse();
  }

  @Test
  void aPutWithoutTheColumnIsThereOnceItsDeleteMayHaveReachedAServer() {
    Result deleted = row(kept(put(4)));

    assertThat(write(4).isThere(deleted, 7)).isFalse();
    assertThat(write(4).isThere(deleted, 8)).as("write 9 may have been sent").isTrue();
    assertThat(write(4).isThere(deleted, 9)).isTrue();
    assertThat(write(4).isThere(row(put(4)), 9)).isTrue();
  }

  @Test
  void aDeleteIsThereWhereOnlyTheOtherColumnIs() {
    assertThat(write(9).isThere(row(kept(put(4))), 9)).isTrue();
    assertThat(write(9).isThere(row(put(4)), 9)).isFalse();
  }

  @Test
  void aPutAndItsDeleteThatWereLostTogetherAreBothMissing() {
    assertThat(write(4).isThere(Result.EMPTY_RESULT, 9)).isFalse();
    assertThat(write(9).isThere(Result.EMPTY_RESULT, 9)).isFalse();
  }

  @Test
  void aDeleteTakesItsColumnFromThePutsRow() {
    List<Cell> deletes = cells(write(9));

    assertThat(deletes).hasSize(1);
    assertThat(CellUtil.cloneQualifier(deletes.get(0)))
        .isEqualTo(CellUtil.cloneQualifier(put(4).get(1)));
    assertThat(deletes.get(0).getType()).isEqualTo(Cell.Type.DeleteColumn);
  }

  @Test
  void aRowThatIsOverwrittenHasTheLastOrALaterNumber() {
    assertThat(write(150).kind()).isEqualTo(Kind.OVERWRITE);
    assertThat(write(150).isThere(kept(150, 150), 151)).isTrue();
    assertThat(write(150).isThere(kept(150, 50), 151)).as("an earlier one").isFalse();
    assertThat(write(50).isThere(kept(150, 150), 151)).isTrue();
    assertThat(write(50).isThere(kept(150, 150), 148)).as("never written").isFalse();
    assertThat(write(50).isThere(Result.EMPTY_RESULT, 151)).isFalse();
  }

  @Test
  void aCounterIsCountedUpOnceAfterItWasSet() {
    assertThat(write(151).kind()).isEqualTo(Kind.SET);
    assertThat(write(152).kind()).isEqualTo(Kind.INCREMENT);
    assertThat(write(151).isThere(kept(151, 151_000), 151)).isTrue();
    assertThat(write(151).isThere(kept(151, 151_001), 151)).as("152 may be sent").isTrue();
    assertThat(write(152).isThere(kept(151, 151_001), 152)).isTrue();
    assertThat(write(152).isThere(kept(151, 151_000), 152)).as("undone").isFalse();
    assertThat(write(152).isThere(kept(151, 151_002), 152)).as("done twice").isFalse();
    assertThat(write(152).isThere(kept(151, 51_001), 152)).isFalse();
    assertThat(write(152).resumed()).as("may be done already").isEqualTo(write(151));
    assertThat(write(153).resumed()).isEqualTo(write(153));
  }

  @Test
  void aLockIsHeldUntilItIsReleased() {
    assertThat(write(153).kind()).isEqualTo(Kind.TAKE);
    assertThat(write(155).kind()).isEqualTo(Kind.RELEASE);
    assertThat(write(153).isThere(kept(153, 153), 153)).isTrue();
    assertThat(write(153).isThere(Result.EMPTY_RESULT, 153)).as("told so, unseen").isFalse();
    assertThat(write(153).isThere(Result.EMPTY_RESULT, 154)).as("155 may be sent").isTrue();
    assertThat(write(155).isThere(Result.EMPTY_RESULT, 155)).isTrue();
    assertThat(write(155).isThere(kept(153, 153), 155)).as("not released").isFalse();
    assertThat(write(155).isThere(kept(153, 253), 253)).as("taken again").isTrue();
  }

  /** A row that a thread keeps, of the column that counts. */
  private static Result kept(long of, long value) {
    byte[] row = write(of).row();
    return Result.create(
        List.of(
            new KeyValue(
                row, ScriptedWrite.FAMILY, Bytes.toBytes("number"), Bytes.toBytes(value))));
  }

  private static Result row(List<Cell> cells) {
    return Result.create(cells);
  }

  /** The cells of a put: the one that stays, then the one that may be deleted. */
  private static List<Cell> put(long number) {
    List<Cell> cells = cells(write(number));
    assertThat(cells).hasSize(2);
    return cells;
  }

  private static List<Cell> kept(List<Cell> put) {
    return put.subList(0, 1);
  }

  private static List<Cell> cells(ScriptedWrite write) {
    return write.mutation().getFamilyCellMap().getOrDefault(ScriptedWrite.FAMILY, List.of());
  }

  private static ScriptedWrite write(long number) {
    return new ScriptedWrite("run", 2, number);
  }
}
