package org.quorate.hbase.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A row as a region server keeps it, by definition: every cell and every marker that arrived, in
 * that order, and a read that looks at all of them. Written for being right, not for being fast.
 */
public final class RowModel {
  private final List<Mutation> arrived = new ArrayList<>();
  private final int familyVersions;

  public RowModel(int familyVersions) {
    this.familyVersions = familyVersions;
  }

  public RowModel copy() {
    RowModel copy = new RowModel(familyVersions);
    copy.arrived.addAll(arrived);
    return copy;
  }

  public void apply(Mutation mutation) {
    arrived.add(mutation);
  }

  /** How many mutations it holds. */
  public int size() {
    return arrived.size();
  }

  /**
   * Forgets what no read without a time range can see, as a minor compaction does: markers stay,
   * but for those that an equal one with a later timestamp makes needless.
   */
  public void compact() {
    if (arrived.isEmpty()) {
      return;
    }
    byte[] row = arrived.get(0).getRow();
    Result seen = read(new Get(row).readAllVersions());
    List<Mutation> kept = new ArrayList<>();
    Map<String, Mutation> markers = new TreeMap<>();
    for (Mutation mutation : arrived) {
      if (mutation instanceof Delete delete) {
        keepMarkers(delete, markers);
      }
    }
    kept.addAll(markers.values());
    if (!seen.isEmpty()) {
      Put cells = new Put(row);
      for (Cell cell : seen.rawCells()) {
        try {
          cells.add(cell);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      kept.add(cells);
    }
    arrived.clear();
    arrived.addAll(kept);
  }

  /** Forgets markers as well, as a major compaction does. */
  public void compactWholly() {
    compact();
    arrived.removeIf(Delete.class::isInstance);
  }

  private static void keepMarkers(Delete delete, Map<String, Mutation> markers) {
    if (delete.getFamilyCellMap().isEmpty()) {
      markers.merge("row", delete, RowModel::later);
    }
    for (List<Cell> cells : delete.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        boolean exact =
            cell.getType() == Cell.Type.Delete || cell.getType() == Cell.Type.DeleteFamilyVersion;
        Delete one = new Delete(delete.getRow(), cell.getTimestamp());
        try {
          one.add(cell);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        String name =
            cell.getType()
                + Bytes.toStringBinary(CellUtil.cloneFamily(cell))
                + ":"
                + Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
                + (exact ? "@" + cell.getTimestamp() : "");
        markers.merge(name, one, RowModel::later);
      }
    }
  }

  private static Mutation later(Mutation one, Mutation other) {
    return one.getTimestamp() >= other.getTimestamp() ? one : other;
  }

  public Result read(Get get) {
    List<Cell> seen = new ArrayList<>();
    List<Cell> cells = latestOfEveryVersion();
    cells.sort(CellComparator.getInstance());
    for (Cell cell : cells) {
      if (!wanted(get, cell) || hidden(cell)) {
        continue;
      }
      long newer = seen.stream().filter(other -> CellUtil.matchingColumn(other, cell)).count();
      if (newer < Math.min(get.getMaxVersions(), familyVersions)) {
        seen.add(cell);
      }
    }
    return Result.create(seen);
  }

  /**
   * Every version and every marker, as a raw scan returns them.
   *
   * @param families of the table, each of which a delete of the row marks
   */
  public List<Cell> raw(List<byte[]> families) {
    List<Cell> cells = latestOfEveryVersion();
    for (Mutation mutation : arrived) {
      if (mutation instanceof Delete) {
        Mutation marker = mutation;
        if (mutation.isEmpty()) {
          Delete whole = new Delete(mutation.getRow());
          families.forEach(family -> whole.addFamily(family, mutation.getTimestamp()));
          marker = whole;
        }
        marker.getFamilyCellMap().values().forEach(cells::addAll);
      }
    }
    return cells;
  }

  private List<Cell> latestOfEveryVersion() {
    List<Cell> cells = new ArrayList<>();
    for (Mutation mutation : arrived) {
      if (mutation instanceof Delete) {
        continue;
      }
      for (List<Cell> family : mutation.getFamilyCellMap().values()) {
        for (Cell cell : family) {
          cells.removeIf(
              other ->
                  CellUtil.matchingColumn(other, cell)
                      && other.getTimestamp() == cell.getTimestamp());
          cells.add(cell);
        }
      }
    }
    return cells;
  }

  private static boolean wanted(Get get, Cell cell) {
    byte[] family = CellUtil.cloneFamily(cell);
    TimeRange range =
        get.getColumnFamilyTimeRange().entrySet().stream()
            .filter(entry -> Bytes.equals(entry.getKey(), family))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(get.getTimeRange());
    if (cell.getTimestamp() < range.getMin() || cell.getTimestamp() >= range.getMax()) {
      return false;
    }
    if (!get.hasFamilies()) {
      return true;
    }
    if (!get.getFamilyMap().containsKey(family)) {
      return false;
    }
    NavigableSet<byte[]> columns = get.getFamilyMap().get(family);
    return columns == null || columns.contains(CellUtil.cloneQualifier(cell));
  }

  private boolean hidden(Cell cell) {
    for (Mutation mutation : arrived) {
      if (!(mutation instanceof Delete)) {
        continue;
      }
      if (mutation.getFamilyCellMap().isEmpty() && cell.getTimestamp() <= mutation.getTimestamp()) {
        return true;
      }
      for (List<Cell> markers : mutation.getFamilyCellMap().values()) {
        for (Cell marker : markers) {
          if (hides(marker, cell)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean hides(Cell marker, Cell cell) {
    boolean family = CellUtil.matchingFamily(marker, cell);
    boolean column = family && CellUtil.matchingQualifier(marker, cell);
    boolean upTo = cell.getTimestamp() <= marker.getTimestamp();
    boolean exactly = cell.getTimestamp() == marker.getTimestamp();
    return switch (marker.getType()) {
      case DeleteFamily -> family && upTo;
      case DeleteFamilyVersion -> family && exactly;
      case DeleteColumn -> column && upTo;
      case Delete -> column && exactly;
      case Put -> false;
    };
  }

  /** Cells as text, to compare and to read. */
  public static List<String> text(Result result) {
    List<String> text = new ArrayList<>();
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        text.add(
            Bytes.toString(CellUtil.cloneRow(cell))
                + "/"
                + Bytes.toString(CellUtil.cloneFamily(cell))
                + ":"
                + Bytes.toString(CellUtil.cloneQualifier(cell))
                + "@"
                + cell.getTimestamp()
                + "="
                + Bytes.toString(CellUtil.cloneValue(cell)));
      }
    }
    return text;
  }
}
