package org.quorate.hbase.deferral;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.stamp.StampedMutations;

/**
 * One action for all that goes to a row at a time. Puts that agree in everything beside their cells
 * become one put, which a server applies as cheaply as any; a mixture becomes row mutations, which
 * it applies in order. Stateless.
 */
final class RowActions {
  private RowActions() {}

  /** The action of a part of a flush. */
  static Row of(Flight.Part part) {
    if (part.writes == 1) {
      return part.first.mutation;
    }
    List<Mutation> mutations = new ArrayList<>(part.writes);
    PendingWrite write = part.first;
    while (write != null && mutations.size() < part.writes) {
      mutations.add(write.mutation);
      // Not beyond the last of them: what follows may be linked just now.
      write = mutations.size() < part.writes ? write.nextOfRow : null;
    }
    return of(mutations);
  }

  /**
   * The action of several mutations of one row.
   *
   * @param mutations puts and deletes with timestamps, at least two, in the order of acceptance
   */
  static Row of(List<Mutation> mutations) {
    Mutation first = mutations.get(0);
    for (Mutation mutation : mutations) {
      if (!(mutation instanceof Put) || !agree(first, mutation)) {
        return inOrder(mutations);
      }
    }
    return together(mutations);
  }

  private static Row inOrder(List<Mutation> mutations) {
    try {
      return RowMutations.of(mutations);
    } catch (IOException e) {
      throw new UncheckedIOException("Mutations of different rows are in one queue.", e);
    }
  }

  private static Put together(List<Mutation> puts) {
    NavigableMap<byte[], List<Cell>> lists = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    boolean distinct = strictlyIncreasing(puts);
    for (Mutation put : puts) {
      for (Map.Entry<byte[], List<Cell>> family : put.getFamilyCellMap().entrySet()) {
        lists.computeIfAbsent(family.getKey(), name -> new ArrayList<>()).addAll(family.getValue());
      }
    }
    if (!distinct) {
      lists.replaceAll((family, cells) -> latestOfEveryVersion(cells));
    }
    Mutation last = puts.get(puts.size() - 1);
    Put together = new Put(last.getRow(), last.getTimestamp(), lists);
    StampedMutations.copyAttributes(last, together);
    return together;
  }

  /** Whether no two puts can have a cell with the same timestamp. */
  private static boolean strictlyIncreasing(List<Mutation> puts) {
    long before = Long.MIN_VALUE;
    for (Mutation put : puts) {
      long timestamp = put.getTimestamp();
      if (timestamp == HConstants.LATEST_TIMESTAMP || timestamp <= before || mixed(put)) {
        return false;
      }
      before = timestamp;
    }
    return true;
  }

  private static boolean mixed(Mutation put) {
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getTimestamp() != put.getTimestamp()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean agree(Mutation one, Mutation other) {
    if (one == other) {
      return true;
    }
    if (one.getDurability() != other.getDurability() || one.getPriority() != other.getPriority()) {
      return false;
    }
    Map<String, byte[]> mine = one.getAttributesMap();
    Map<String, byte[]> theirs = other.getAttributesMap();
    if (mine.size() != theirs.size()) {
      return false;
    }
    for (Map.Entry<String, byte[]> entry : mine.entrySet()) {
      byte[] value = theirs.get(entry.getKey());
      if (value == null || !Bytes.equals(entry.getValue(), value)) {
        return false;
      }
    }
    return true;
  }

  /** Of cells with the same column and timestamp the one accepted last counts. */
  private static List<Cell> latestOfEveryVersion(List<Cell> cells) {
    TreeMap<Cell, Cell> versions = new TreeMap<>(CellComparator.getInstance()::compareWithoutRow);
    for (Cell cell : cells) {
      versions.put(cell, cell);
    }
    return new ArrayList<>(versions.values());
  }
}
