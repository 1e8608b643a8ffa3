package org.quorate.hbase.stamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which mutations may be deferred, and how they get a timestamp. Stateless.
 *
 * <p>A put or delete may be deferred when its effect does not depend on when it arrives. That is
 * not so for increments and appends, and not for a delete of "the latest version" of a column
 * ({@link Delete#addColumn(byte[], byte[])} without a timestamp): which version that is, the server
 * decides when the delete arrives, and a replay would delete one more.
 */
public final class StampedMutations {
  private StampedMutations() {}

  /** Whether the effect is the same whenever and however often the mutation arrives. */
  public static boolean deferrable(Mutation mutation) {
    if (mutation instanceof Put) {
      return true;
    }
    if (!(mutation instanceof Delete)) {
      return false;
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getType() == Cell.Type.Delete && isOpen(cell.getTimestamp())) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether any part of the mutation is waiting for a timestamp that may be given here: not the
   * delete of a latest version, and not an increment or an append.
   */
  public static boolean needsStamp(Mutation mutation) {
    if (!(mutation instanceof Put) && !(mutation instanceof Delete)) {
      return false;
    }
    if (mutation.getFamilyCellMap().isEmpty()) {
      return isOpen(mutation.getTimestamp());
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (isOpen(cell.getTimestamp()) && cell.getType() != Cell.Type.Delete) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * A copy with a timestamp wherever there is none, but for deletes of a latest version: which that
   * is, remains the server's to say. The original is left alone, so that the application may send
   * it again as a new write.
   *
   * @param mutation a put or a delete
   * @param stamp in milliseconds
   */
  public static Mutation stamped(Mutation mutation, long stamp) {
    NavigableMap<byte[], List<Cell>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Map.Entry<byte[], List<Cell>> family : mutation.getFamilyCellMap().entrySet()) {
      List<Cell> cells = new ArrayList<>(family.getValue().size());
      for (Cell cell : family.getValue()) {
        cells.add(stamped(cell, stamp));
      }
      families.put(family.getKey(), cells);
    }
    long whole = isOpen(mutation.getTimestamp()) ? stamp : mutation.getTimestamp();
    return copied(mutation, whole, families);
  }

  /**
   * A copy with the same cells, so that the application may use the original for something else. Of
   * an application's own subclass it has what would be sent: cells, attributes, durability and
   * priority.
   *
   * @param mutation a put or a delete
   */
  public static Mutation copied(Mutation mutation) {
    NavigableMap<byte[], List<Cell>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    mutation
        .getFamilyCellMap()
        .forEach((family, cells) -> families.put(family, new ArrayList<>(cells)));
    return copied(mutation, mutation.getTimestamp(), families);
  }

  private static Mutation copied(
      Mutation mutation, long timestamp, NavigableMap<byte[], List<Cell>> families) {
    Mutation copy =
        mutation instanceof Delete
            ? new Delete(mutation.getRow(), timestamp, families)
            : new Put(mutation.getRow(), timestamp, families);
    copyAttributes(mutation, copy);
    return copy;
  }

  /** Gives {@code to} what {@code from} has beside its cells. */
  public static void copyAttributes(Mutation from, Mutation to) {
    from.getAttributesMap().forEach(to::setAttribute);
    to.setDurability(from.getDurability());
    to.setPriority(from.getPriority());
  }

  private static Cell stamped(Cell cell, long stamp) {
    if (!isOpen(cell.getTimestamp()) || cell.getType() == Cell.Type.Delete) {
      return cell;
    }
    KeyValue copy = KeyValueUtil.copyToNewKeyValue(cell);
    copy.setTimestamp(stamp);
    return copy;
  }

  private static boolean isOpen(long timestamp) {
    return timestamp == HConstants.LATEST_TIMESTAMP;
  }
}
