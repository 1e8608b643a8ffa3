package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.overlay.RandomRequests;
import org.quorate.hbase.overlay.RowModel;

class RowActionsTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");

  @Test
  void putsBecomeOnePut() {
    Row action = RowActions.of(List.of(put(1, "x"), put(2, "y"), put(3, "z")));
    assertThat(action).isInstanceOf(Put.class);
    assertThat(((Put) action).getFamilyCellMap().get(F))
        .extracting(Cell::getTimestamp)
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void ofPutsWithOneTimestampTheLastCounts() {
    Put action = (Put) RowActions.of(List.of(put(2, "x"), put(2, "y"), put(1, "z")));
    assertThat(action.getFamilyCellMap().get(F)).hasSize(2);
    RowModel model = new RowModel(5);
    model.apply(action);
    assertThat(model.read(new Get(ROW)).getValue(F, A)).isEqualTo(Bytes.toBytes("y"));
  }

  @Test
  void aMixtureStaysInOrder() {
    List<Mutation> mutations = List.of(put(1, "x"), new Delete(ROW, 2), put(3, "z"));
    Row action = RowActions.of(mutations);
    assertThat(action).isInstanceOf(RowMutations.class);
    assertThat(((RowMutations) action).getMutations()).isEqualTo(mutations);
  }

  @Test
  void putsThatDifferBesideTheirCellsAreNotPutTogether() {
    assertThat(RowActions.of(List.of(put(1, "x"), put(2, "y").setTTL(5_000))))
        .isInstanceOf(RowMutations.class);
    assertThat(RowActions.of(List.of(put(1, "x"), put(2, "y").setDurability(Durability.SKIP_WAL))))
        .isInstanceOf(RowMutations.class);
    Put both =
        (Put)
            RowActions.of(
                List.of(
                    put(1, "x").setDurability(Durability.SKIP_WAL),
                    put(2, "y").setDurability(Durability.SKIP_WAL)));
    assertThat(both.getDurability()).isEqualTo(Durability.SKIP_WAL);
  }

  @Test
  void theActionDoesWhatTheMutationsWouldOneAfterTheOther() {
    SplittableRandom random = new SplittableRandom(3);
    RandomRequests requests = new RandomRequests(random);
    for (int trial = 0; trial < 5_000; trial++) {
      List<Mutation> mutations = new ArrayList<>();
      boolean puts = random.nextBoolean();
      for (int write = random.nextInt(2, 8); write > 0; write--) {
        mutations.add(puts ? requests.put(ROW, 1, 20) : requests.putOrDelete(ROW, 1, 20));
      }
      RowModel each = new RowModel(3);
      mutations.forEach(each::apply);
      RowModel once = new RowModel(3);
      Row action = RowActions.of(mutations);
      if (action instanceof RowMutations several) {
        several.getMutations().forEach(once::apply);
      } else {
        once.apply((Mutation) action);
      }
      Get get = requests.get(ROW);
      assertThat(RowModel.text(once.read(get)))
          .as("%s", mutations)
          .isEqualTo(RowModel.text(each.read(get)));
    }
  }

  private static Put put(long timestamp, String value) {
    return new Put(ROW, timestamp).addColumn(F, A, timestamp, Bytes.toBytes(value));
  }
}
