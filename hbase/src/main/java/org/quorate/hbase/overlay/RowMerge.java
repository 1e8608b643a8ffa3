package org.quorate.hbase.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * A row as a server would return it if it had the pending puts: see the package for what is
 * reproduced. Stateless.
 */
public final class RowMerge {
  private RowMerge() {}

  /**
   * Merges.
   *
   * @param get what is wanted
   * @param server its answer; may be empty
   * @param puts pending for the row when the server was asked, in the order of acceptance, each
   *     {@linkplain Exactness#mergeable(Mutation) mergeable}
   * @param rules of the table's families
   * @param now milliseconds, by which cells expire
   * @return the row; empty if nothing is left of it
   */
  public static Result merge(
      Get get, Result server, List<Mutation> puts, FamilyRules rules, long now) {
    if (puts.isEmpty()) {
      return server;
    }
    // One cell per version: of a column's cells with one timestamp the later write counts.
    TreeMap<Cell, Cell> cells = new TreeMap<>(CellComparator.getInstance()::compareWithoutRow);
    if (!server.isEmpty()) {
      for (Cell cell : server.rawCells()) {
        cells.put(cell, cell);
      }
    }
    for (Mutation put : puts) {
      addWanted(get, put, rules, now, cells);
    }
    List<Cell> seen = visible(cells, get, rules);
    return seen.isEmpty() ? Result.EMPTY_RESULT : Result.create(seen);
  }

  private static void addWanted(
      Get get, Mutation put, FamilyRules rules, long now, Map<Cell, Cell> cells) {
    for (Map.Entry<byte[], List<Cell>> family : put.getFamilyCellMap().entrySet()) {
      byte[] name = family.getKey();
      if (get.hasFamilies() && !get.getFamilyMap().containsKey(name)) {
        continue;
      }
      NavigableSet<byte[]> columns = get.getFamilyMap().get(name);
      TimeRange range = get.getColumnFamilyTimeRange().getOrDefault(name, get.getTimeRange());
      FamilyRule rule = rules.of(name);
      for (Cell cell : family.getValue()) {
        if (range.withinTimeRange(cell.getTimestamp())
            && !rule.expired(cell.getTimestamp(), now)
            && (columns == null || columns.contains(CellUtil.cloneQualifier(cell)))) {
          cells.put(cell, cell);
        }
      }
    }
  }

  private static List<Cell> visible(Map<Cell, Cell> cells, Get get, FamilyRules rules) {
    List<Cell> seen = new ArrayList<>(cells.size());
    Cell column = null;
    int versions = 0;
    int most = 0;
    for (Cell cell : cells.values()) {
      if (column == null || !CellUtil.matchingColumn(column, cell)) {
        column = cell;
        versions = 0;
        most = Math.min(get.getMaxVersions(), rules.of(CellUtil.cloneFamily(cell)).versions());
      }
      if (versions < most) {
        seen.add(cell);
        versions++;
      }
    }
    return seen;
  }

  /**
   * Whether a server's answer has a later version of a column than one that is put here. If that
   * version is deleted while the put is still pending, a merge would show the put again: less than
   * was seen. So whoever returns such an answer has the row flushed first.
   */
  public static boolean overtaken(List<Mutation> puts, Result server) {
    if (server.isEmpty()) {
      return false;
    }
    for (Mutation put : puts) {
      for (List<Cell> family : put.getFamilyCellMap().values()) {
        for (Cell own : family) {
          if (isOlder(own, server)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isOlder(Cell own, Result server) {
    for (Cell theirs : server.rawCells()) {
      if (theirs.getTimestamp() > own.getTimestamp() && CellUtil.matchingColumn(theirs, own)) {
        return true;
      }
    }
    return false;
  }
}
