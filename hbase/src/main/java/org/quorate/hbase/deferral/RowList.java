package org.quorate.hbase.deferral;

import org.jspecify.annotations.Nullable;

/**
 * Rows that wait to be sent, in the order they came. A row is in one list at most. Guarded by the
 * lock of its table's queue.
 */
final class RowList {
  private @Nullable RowQueue first;
  private @Nullable RowQueue last;

  boolean isEmpty() {
    return first == null;
  }

  @Nullable RowQueue first() {
    return first;
  }

  void addLast(RowQueue row) {
    row.list = this;
    row.before = last;
    row.after = null;
    if (last == null) {
      first = row;
    } else {
      last.after = row;
    }
    last = row;
  }

  void remove(RowQueue row) {
    if (row.before == null) {
      first = row.after;
    } else {
      row.before.after = row.after;
    }
    if (row.after == null) {
      last = row.before;
    } else {
      row.after.before = row.before;
    }
    row.list = null;
    row.before = null;
    row.after = null;
  }
}
