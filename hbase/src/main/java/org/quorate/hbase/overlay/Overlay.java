package org.quorate.hbase.overlay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The pending mutations of one session on one table, by row. Thread-safe. Holds references only;
 * how many there may be is bounded by whoever accepts writes.
 */
public final class Overlay {
  private final ConcurrentSkipListMap<byte[], PendingRow> rows =
      new ConcurrentSkipListMap<>(Bytes.BYTES_COMPARATOR);

  /** A mutation is being accepted; it has its timestamps. */
  public void add(Mutation mutation) {
    while (!rows.computeIfAbsent(mutation.getRow(), row -> new PendingRow()).add(mutation)) {
      // The row's last mutation was removed between the two steps: take a new entry.
      Thread.onSpinWait();
    }
  }

  /** A mutation is pending no longer; the very object that was added. */
  public void remove(Mutation mutation) {
    PendingRow pending = rows.get(mutation.getRow());
    if (pending != null && pending.remove(mutation)) {
      rows.remove(mutation.getRow(), pending);
    }
  }

  /** What is pending for a row, in the order of acceptance; every mutation has its timestamps. */
  public List<Mutation> of(byte[] row) {
    PendingRow pending = rows.get(row);
    return pending == null ? List.of() : pending.writes();
  }

  /** Whether nothing is pending. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * The rows of a range for which something is pending, by ascending key.
   *
   * @param low the first key, or empty for the table's first
   * @param high the last key, or empty for the table's last
   */
  public List<byte[]> range(byte[] low, boolean withLow, byte[] high, boolean withHigh) {
    if (low.length > 0 && high.length > 0 && Bytes.compareTo(low, high) > 0) {
      return List.of();
    }
    NavigableMap<byte[], PendingRow> part = rows;
    if (low.length > 0) {
      part = part.tailMap(low, withLow);
    }
    if (high.length > 0) {
      part = part.headMap(high, withHigh);
    }
    return new ArrayList<>(part.keySet());
  }

  private static final class PendingRow {
    private final Deque<Mutation> mutations = new ArrayDeque<>(2);
    private boolean gone;

    synchronized boolean add(Mutation mutation) {
      if (gone) {
        return false;
      }
      mutations.addLast(mutation);
      return true;
    }

    /** Whether that was the last one, so that the entry is of no more use. */
    synchronized boolean remove(Mutation mutation) {
      // Rows are acknowledged in order, so that it is almost always the first.
      if (mutations.peekFirst() == mutation) {
        mutations.removeFirst();
      } else {
        mutations.removeIf(other -> other == mutation);
      }
      gone = mutations.isEmpty();
      return gone;
    }

    synchronized List<Mutation> writes() {
      return List.copyOf(mutations);
    }
  }
}
