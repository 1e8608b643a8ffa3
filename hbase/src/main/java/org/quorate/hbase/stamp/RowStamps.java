package org.quorate.hbase.stamp;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Gives every write of a row a later timestamp than the one before: now, or the row's last plus
 * one.
 *
 * <p>The last stamp is remembered per slot, not per row: rows are spread over a fixed number of
 * slots, and rows that meet in one push each other's stamps up by a millisecond now and then, which
 * is harmless. So memory is fixed, nothing is ever forgotten, and no lock is taken.
 *
 * <p>A row that is written more than a thousand times a second runs ahead of the clock. When it is
 * ahead by {@code mostLead}, puts that follow each other share a stamp: which of them wins is then
 * decided by their arrival, which is in order. A put that follows a delete always gets a later
 * stamp, since a delete hides what has its own. Thread-safe.
 */
public final class RowStamps {
  private static final int SLOTS = 1 << 16;
  private static final long MOST_AHEAD = 10_000;

  private final LongSupplier clock;
  private final long mostLead;

  /** Twice the last stamp, plus one where it was a delete's. */
  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /**
   * @param clock in milliseconds, never going back
   * @param mostLead milliseconds, at least 0
   */
  public RowStamps(LongSupplier clock, long mostLead) {
    this.clock = clock;
    this.mostLead = mostLead;
  }

  /**
   * The timestamp of the next write.
   *
   * @param hash of table and row, the same for every write of the row
   * @param delete whether the write is a delete
   */
  public long next(int hash, boolean delete) {
    int slot = slot(hash);
    long now = clock.getAsLong();
    while (true) {
      long before = slots.get(slot);
      long last = before >> 1;
      boolean afterDelete = (before & 1) == 1;
      long stamp = now;
      if (last >= now) {
        boolean share = last - now >= mostLead && !(afterDelete && !delete);
        stamp = share ? last : last + 1;
      }
      boolean marked = delete || (afterDelete && stamp == last);
      if (slots.compareAndSet(slot, before, (stamp << 1) | (marked ? 1 : 0))) {
        return stamp;
      }
    }
  }

  /** Whether the next stamp of any row is later than a timestamp anyway. */
  public boolean isPast(long timestamp) {
    return timestamp < clock.getAsLong();
  }

  /**
   * A version of the row was read; a later write must win over it. Versions more than ten seconds
   * ahead are left out of account: such a row is stamped by an application in a unit of its own, or
   * by a clock that is plainly wrong.
   *
   * @param hash of table and row
   * @param timestamp of the version
   */
  public void seen(int hash, long timestamp) {
    long now = clock.getAsLong();
    if (timestamp < now || timestamp - now > MOST_AHEAD) {
      return;
    }
    int slot = slot(hash);
    // As after a delete: the next write must not share the stamp of what was read.
    long seen = (timestamp << 1) | 1;
    long before = slots.get(slot);
    while (before < seen && !slots.compareAndSet(slot, before, seen)) {
      before = slots.get(slot);
    }
  }

  private static int slot(int hash) {
    int spread = hash * 0x9E3779B9;
    return spread >>> 16;
  }
}
