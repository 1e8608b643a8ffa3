package org.quorate.cassandra.sample;

/**
 * When the cells of one row were written, in an order that all rows of a query share. Immutable.
 */
final class Cells {
  /** No cell: it was never written, or deleted, or has expired. */
  static final long NONE = Long.MIN_VALUE;

  private final long[] writtenAt;
  private final boolean[] expiring;

  /**
   * @param writtenAt microseconds of the writers' clocks, or {@link #NONE} where there is no cell
   * @param expiring whether the cell will expire so soon that another read may have missed it
   */
  Cells(long[] writtenAt, boolean[] expiring) {
    this.writtenAt = writtenAt.clone();
    this.expiring = expiring.clone();
  }

  int size() {
    return writtenAt.length;
  }

  long writtenAt(int cell) {
    return writtenAt[cell];
  }

  boolean isExpiring(int cell) {
    return expiring[cell];
  }

  /** Whether a cell is there. */
  boolean has(int cell) {
    return writtenAt[cell] != NONE;
  }

  /** Whether any cell is there. */
  boolean hasAny() {
    return newestUntil(Long.MAX_VALUE) != NONE;
  }

  /**
   * When the newest cell was written that was written until an instant, in microseconds from 1970,
   * or {@link #NONE}.
   */
  long newestUntil(long last) {
    long newest = NONE;
    for (long at : writtenAt) {
      newest = at > last ? newest : Math.max(newest, at);
    }
    return newest;
  }
}
