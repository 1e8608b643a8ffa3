package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillRecord;

/** Writes for tests, and what they say. */
public final class Writes {
  public static final TableName TABLE = TableName.valueOf("orders");
  static final byte[] FAMILY = bytes("f");

  private Writes() {}

  /** A put of one cell, unlike that of any other number. */
  static Put put(long number) {
    return put(number, bytes("value-" + number));
  }

  static Put put(long number, byte[] value) {
    return put("row-" + number, number, value);
  }

  public static Put put(String row, long timestamp, byte[] value) {
    return new Put(bytes(row)).addColumn(FAMILY, bytes("q"), timestamp, value);
  }

  /** Of that sequence. */
  static SpillRecord record(long sequence, Mutation mutation) {
    return new SpillRecord(sequence, TABLE, SpillCluster.NO_REGION, mutation);
  }

  /** As it lies in a segment. */
  static byte[] encoded(SpillRecord write) throws IOException {
    MutationWriter writer = new MutationWriter();
    writer.write(write);
    return Arrays.copyOf(writer.bytes(), writer.size());
  }

  /** On its way to the disk, and written by this thread. */
  static Submission submission(SpillRecord write) throws IOException {
    byte[] record = encoded(write);
    Submission submission = new Submission();
    submission.renew(record, record.length, write);
    return submission;
  }

  static SegmentSettings settings(Path directory) {
    return new SegmentSettings(
        directory, CrashDurability.PROCESS_CRASH, 1 << 20, 1 << 16, Duration.ZERO);
  }

  static SegmentSettings forced(Path directory) {
    return new SegmentSettings(
        directory, CrashDurability.MACHINE_CRASH, 1 << 20, 1 << 16, Duration.ZERO);
  }

  static void append(Spill spill, long... numbers) throws Exception {
    for (long number : numbers) {
      spill.append(number, TABLE, put(number));
    }
  }

  /** Everything that a server would get to see of a mutation. */
  static String text(Mutation mutation) {
    StringBuilder text = new StringBuilder(mutation.getClass().getSimpleName());
    text.append(' ').append(Bytes.toStringBinary(mutation.getRow()));
    text.append(' ').append(mutation.getTimestamp()).append(' ').append(mutation.getDurability());
    Map<String, byte[]> attributes = new TreeMap<>(mutation.getAttributesMap());
    attributes.forEach(
        (name, value) -> text.append(' ').append(name).append(Bytes.toStringBinary(value)));
    for (List<Cell> family : mutation.getFamilyCellMap().values()) {
      for (Cell cell : family) {
        text.append('\n')
            .append(CellUtil.getCellKeyAsString(cell))
            .append(' ')
            .append(Bytes.toStringBinary(CellUtil.cloneValue(cell)))
            .append(' ')
            .append(Bytes.toStringBinary(PrivateCellUtil.cloneTags(cell)));
      }
    }
    return text.toString();
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
