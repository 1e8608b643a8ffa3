package org.quorate.hbase.session;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.jspecify.annotations.Nullable;

/**
 * What a row holds from some timestamp on, visible or not: versions, and the markers of deletes,
 * which no other read shows.
 *
 * @param cells without their values
 */
record RowLook(List<Cell> cells) {
  /** Of a get too it has the server return markers: there it becomes a scan with its attributes. */
  private static final Map<String, byte[]> RAW = new Scan().setRaw(true).getAttributesMap();

  /** An answer to {@link #question}, or nothing where that failed. */
  static RowLook of(@Nullable Object answer) {
    return new RowLook(
        answer instanceof Result seen && !seen.isEmpty() ? seen.listCells() : List.of());
  }

  /**
   * What is to be asked before a request is sent: for the families that it writes to.
   *
   * @param since the earliest timestamp that matters, in milliseconds
   */
  static Get question(Row request, long since) throws IOException {
    Get get =
        new Get(request.getRow())
            .readAllVersions()
            .setTimeRange(since, Long.MAX_VALUE)
            .setFilter(new KeyOnlyFilter());
    RAW.forEach(get::setAttribute);
    List<Mutation> mutations = Stamping.mutations(request);
    // A delete of the whole row names no family, and hides all of them.
    if (mutations.stream().noneMatch(Mutation::isEmpty)) {
      mutations.forEach(each -> each.getFamilyCellMap().keySet().forEach(get::addFamily));
    }
    return get;
  }

  /** The latest timestamp among what a mutation could hide or be hidden by; 0 for none. */
  long latest(Mutation mutation) {
    long latest = 0;
    for (Cell cell : cells) {
      if (cell.getTimestamp() > latest && meets(mutation, cell)) {
        latest = cell.getTimestamp();
      }
    }
    return latest;
  }

  /** Whether a marker hides a version. */
  boolean hides(Cell version) {
    long timestamp = version.getTimestamp();
    for (Cell cell : cells) {
      boolean hides =
          switch (cell.getType()) {
            case Put -> false;
            case DeleteFamily ->
                CellUtil.matchingFamily(cell, version) && cell.getTimestamp() >= timestamp;
            case DeleteFamilyVersion ->
                CellUtil.matchingFamily(cell, version) && cell.getTimestamp() == timestamp;
            case DeleteColumn ->
                CellUtil.matchingColumn(cell, version) && cell.getTimestamp() >= timestamp;
            case Delete ->
                CellUtil.matchingColumn(cell, version) && cell.getTimestamp() == timestamp;
          };
      if (hides) {
        return true;
      }
    }
    return false;
  }

  /** Whether a mutation and a version or marker may have to do with each other. */
  static boolean meets(Mutation mutation, Cell cell) {
    if (mutation instanceof Delete && mutation.getFamilyCellMap().isEmpty()) {
      return true;
    }
    for (Map.Entry<byte[], List<Cell>> family : mutation.getFamilyCellMap().entrySet()) {
      if (!CellUtil.matchingFamily(cell, family.getKey())) {
        continue;
      }
      for (Cell own : family.getValue()) {
        if (ofFamily(cell) || ofFamily(own) || CellUtil.matchingQualifier(cell, own)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean ofFamily(Cell cell) {
    return cell.getType() == Cell.Type.DeleteFamily
        || cell.getType() == Cell.Type.DeleteFamilyVersion;
  }
}
