package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.hbase.spill.folder.Writes.FAMILY;
import static org.quorate.hbase.spill.folder.Writes.bytes;
import static org.quorate.hbase.spill.folder.Writes.text;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.hbase.spill.SpillRecord;

final class MutationRecordTest {
  private final MutationWriter writer = new MutationWriter();

  @ParameterizedTest
  @MethodSource("mutations")
  void aWriteIsReadAsItWas(Mutation mutation) throws Exception {
    TableName table = TableName.valueOf("shop", "orders");
    SpillRecord read =
        MutationReader.read(42, payload(new SpillRecord(42, table, 1_700_000_000_123L, mutation)));
    assertThat(read.sequence()).isEqualTo(42);
    assertThat(read.newestRegion()).isEqualTo(1_700_000_000_123L);
    assertThat(read.table()).isEqualTo(table);
    assertThat(text(read.mutation())).isEqualTo(text(mutation));
  }

  static Stream<Mutation> mutations() throws Exception {
    byte[] row = {0, 1, -1, 'r'};
    Put tagged = new Put(row);
    tagged.add(
        new KeyValue(
            row,
            FAMILY,
            bytes("q"),
            5,
            bytes("v"),
            new Tag[] {new ArrayBackedTag((byte) 70, "t")}));
    return Stream.of(
        Writes.put(1),
        new Put(row)
            .addColumn(FAMILY, bytes("q"), 7, new byte[0])
            .addColumn(FAMILY, bytes("q"), 8, new byte[100_000])
            .addColumn(bytes("g"), new byte[0], 9, bytes("x"))
            .setTTL(60_000)
            .setCellVisibility(new CellVisibility("secret"))
            .setAttribute("mine", bytes("attribute"))
            .setDurability(Durability.ASYNC_WAL),
        new Put(row, 11).addColumn(FAMILY, bytes("q"), bytes("with the put's timestamp")),
        new Put(row).addColumn(FAMILY, bytes("q"), 12, bytes("of its own")),
        tagged,
        new Delete(row, 13),
        new Delete(row)
            .addColumn(FAMILY, bytes("one version"), 14)
            .addColumns(FAMILY, bytes("all versions"), 15)
            .addFamily(bytes("g"), 16)
            .addFamilyVersion(bytes("h"), 17));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void whatCannotBeAppliedTwiceIsRefused(Mutation mutation, String reason) {
    assertThatThrownBy(() -> writer.write(Writes.record(1, mutation)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  static Stream<Object[]> unfit() {
    byte[] row = bytes("row");
    return Stream.of(
        new Object[] {new Increment(row).addColumn(FAMILY, bytes("q"), 1), "Increment"},
        new Object[] {new Append(row).addColumn(FAMILY, bytes("q"), bytes("v")), "Append"},
        new Object[] {new Put(row).addColumn(FAMILY, bytes("q"), bytes("v")), "timestamp"},
        new Object[] {new Delete(row), "timestamp"},
        new Object[] {new Delete(row).addColumn(FAMILY, bytes("q")), "timestamp"},
        new Object[] {new Delete(row).addFamily(FAMILY), "timestamp"});
  }

  @Test
  void aRefusedWriteLeavesNothingInTheNextRecord() throws Exception {
    byte[] alone = payload(Writes.record(1, Writes.put(1)));
    assertThatThrownBy(() -> writer.write(Writes.record(2, new Delete(bytes("row")))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(payload(Writes.record(1, Writes.put(1)))).isEqualTo(alone);
  }

  @Test
  void aRecordThatIsWholeButNotOursIsToldSo() {
    assertThatThrownBy(() -> MutationReader.read(9, new byte[] {0, 3, 'a'}))
        .isInstanceOf(SpillFormatException.class)
        .hasMessageContaining("9");
  }

  private byte[] payload(SpillRecord write) throws IOException {
    writer.write(write);
    return Arrays.copyOfRange(writer.bytes(), Frames.HEAD_BYTES, writer.size() - Frames.FOOT_BYTES);
  }
}
