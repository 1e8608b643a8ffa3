package org.quorate.lab.store.hbase;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/** Requests on rows of one layout, and what their answers say. Immutable and thread-safe. */
final class RowRequests {
  private final byte[] family = HBaseLayout.family();
  private final byte[][] qualifiers;

  RowRequests(HBaseLayout layout) {
    this.qualifiers = layout.qualifiers();
  }

  /**
   * The write of a field, or of all.
   *
   * @param values one value per written field, in the order of the fields
   * @param version the timestamp of its cells, in microseconds
   */
  Put put(byte[] row, int field, byte[][] values, long version) {
    Put put = new Put(row);
    if (field == Store.ALL_FIELDS) {
      for (int i = 0; i < values.length; i++) {
        put.addColumn(family, qualifiers[i], version, values[i]);
      }
    } else {
      put.addColumn(family, qualifiers[field], version, values[0]);
    }
    return put;
  }

  /** The read of a field, or of all. */
  Get get(byte[] row, int field) {
    Get get = new Get(row);
    return field == Store.ALL_FIELDS
        ? get.addFamily(family)
        : get.addColumn(family, qualifiers[field]);
  }

  /** The read of rows in their order, {@code length} at most. */
  Scan scan(byte[] first, int length, int field) {
    Scan scan = new Scan().withStartRow(first).setLimit(length).setCaching(length);
    return field == Store.ALL_FIELDS
        ? scan.addFamily(family)
        : scan.addColumn(family, qualifiers[field]);
  }

  /** The version of a write, or {@link Completion#NO_VERSION} where it has no cell. */
  static long version(Mutation write) {
    for (List<Cell> cells : write.getFamilyCellMap().values()) {
      if (!cells.isEmpty()) {
        return cells.get(0).getTimestamp();
      }
    }
    return Completion.NO_VERSION;
  }

  /** The version of a row that was read, or {@link Completion#NO_VERSION} where there is none. */
  static long version(Result row) {
    Cell[] cells = row.rawCells();
    long newest = Completion.NO_VERSION;
    if (cells != null) {
      for (Cell cell : cells) {
        newest = Math.max(newest, cell.getTimestamp());
      }
    }
    return newest;
  }
}
