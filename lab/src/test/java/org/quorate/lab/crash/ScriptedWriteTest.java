package org.quorate.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ScriptedWriteTest {
  @Test
  void everyTenthWriteDeletesOfTheRowOfFiveWritesBefore() {
    assertThat(write(19).deletes()).isTrue();
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
      if (!write(number).deletes()) {
        String row = Bytes.toString(write(number).row());
        rows.add(row);
        thirds[row.compareTo("55") < 0 ? 0 : row.compareTo("aa") < 0 ? 1 : 2]++;
      }
    }
    assertThat(rows).hasSize(9000);
    assertThat(Arrays.stream(thirds)).allMatch(count -> count > 2800 && count < 3200);
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
