package org.quorate.hbase.overlay;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/**
 * Pending mutations of a row.
 *
 * @param mutations in the order of acceptance; every one has its timestamps
 */
public record RowWrites(List<Mutation> mutations) {
  /** None. */
  public static final RowWrites NONE = new RowWrites(List.of());

  public RowWrites {
    mutations = List.copyOf(mutations);
  }

  /** Whether they can be merged into a server's answer exactly. */
  public boolean exact() {
    return mutations.stream().allMatch(Exactness::mergeable);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return mutations.isEmpty();
  }

  /**
   * Whether a server's answer has a later version of a column than one that is put here. If that
   * version is deleted while the put is still pending, a merge would show the put again: less than
   * was seen. So whoever returns such an answer has the row flushed first.
   */
  public boolean overtakenBy(Result server) {
    if (server.isEmpty()) {
      return false;
    }
    for (Mutation mutation : mutations) {
      for (List<Cell> family : mutation.getFamilyCellMap().values()) {
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
