package org.quorate.hbase.stamp;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.row.RowKey;

/**
 * Gives every write of a row a later timestamp than the one before: now, or the row's last plus
 * one. What one row was given, or was seen to have, never touches another's.
 *
 * <p>A row is remembered until its last stamp is past, which takes a millisecond unless it is
 * written fast or was seen ahead; what is past is swept out, a few thousand rows at a time.
 *
 * <p>Two writes of a row share a stamp in one case only. HBase's timestamps are milliseconds, so a
 * row that is written more than a thousand times a second runs ahead of the clock; when its own
 * writes have taken it ahead by {@code mostLead}, puts that follow each other share a stamp: which
 * of them wins is then decided by their arrival. That is in the order of their acceptance where one
 * deferral sends them, and in any order where two do, which share stamps as well. A put that
 * follows a delete always gets a later stamp, since a delete hides what has its own; so does what
 * follows a version that was seen. Thread-safe.
 */
public final class RowStamps {
  private static final long MOST_AHEAD = 10_000;
  private static final long LEAST_SWEPT = 4_096;

  private final LongSupplier clock;
  private final long mostLead;
  private final Rows rows;
  private final StampFloor floor;

  /**
   * Whose a stamp is; holds nothing, since a row may be remembered for longer than who wrote it.
   */
  private final Object writer = new Object();

  private record Key(TableName table, RowKey row) {}

  /**
   * A row's last stamp.
   *
   * @param seen the latest that was seen of others, from which the row's own lead is counted
   * @param from what the lead was counted from when it was stamped, which is that or the time
   * @param alone whether the next write must not share it
   * @param writer by whom
   */
  private record Last(long stamp, long seen, long from, boolean alone, Object writer) {}

  /**
   * @param clock in milliseconds, never going back
   * @param mostLead milliseconds, at least 0
   */
  public RowStamps(LongSupplier clock, long mostLead) {
    this(clock, mostLead, new Rows(clock), StampFloor.NONE);
  }

  /**
   * Those that begin after what earlier processes have stamped.
   *
   * @param clock which nobody has asked yet
   * @param mostLead milliseconds, at least 0
   * @param floor told of all that is given
   */
  public RowStamps(HybridClock clock, long mostLead, StampFloor floor) {
    this(clock, mostLead, new Rows(clock), floor);
    clock.startAfter(floor.earlier() + 1);
  }

  private RowStamps(LongSupplier clock, long mostLead, Rows rows, StampFloor floor) {
    this.clock = clock;
    this.mostLead = mostLead;
    this.rows = rows;
    this.floor = floor;
  }

  /**
   * Other stamps of the same rows: those of the one are for the other as if they were seen.
   *
   * @param other their clock, never behind this one, which nobody has asked yet
   * @param after told of all that is given; they begin after what earlier processes have stamped
   */
  RowStamps beside(HybridClock other, long lead, StampFloor after) {
    other.startAfter(after.earlier() + 1);
    return new RowStamps(other, lead, rows, after);
  }

  /**
   * The timestamp of the next write.
   *
   * @param delete whether the write is a delete
   */
  public long next(TableName table, RowKey row, boolean delete) {
    long stamp =
        rows.last.compute(new Key(table, row), (key, last) -> following(last, delete)).stamp;
    floor.given(stamp);
    rows.sweepIfMany();
    return stamp;
  }

  /**
   * The timestamp of a write that must be later than something in its row as well. What is more
   * than ten seconds ahead is left behind by this write, and not by those that follow, also of
   * processes to come.
   *
   * @param after a timestamp, in milliseconds
   */
  public long next(TableName table, RowKey row, boolean delete, long after) {
    if (isFarAhead(after, clock.getAsLong())) {
      return after + 1;
    }
    seen(table, row, after);
    return next(table, row, delete);
  }

  /** The earliest timestamp that the next write of any row may get, in milliseconds. */
  public long earliest() {
    return clock.getAsLong();
  }

  /** The earliest timestamp in a row that its next write need not win over, in milliseconds. */
  public long farthest() {
    return clock.getAsLong() + MOST_AHEAD + 1;
  }

  /**
   * A version of the row was read; a later write must win over it. Versions more than ten seconds
   * ahead are left out of account: such a row is stamped by an application in a unit of its own, or
   * by a clock that is plainly wrong.
   *
   * @param timestamp of the version
   */
  public void seen(TableName table, RowKey row, long timestamp) {
    if (timestamp < rows.slowest.getAsLong() || isFarAhead(timestamp, clock.getAsLong())) {
      return;
    }
    Last seen = new Last(timestamp, timestamp, timestamp, true, writer);
    Last unused =
        rows.last.merge(
            new Key(table, row), seen, (last, other) -> last.stamp > timestamp ? last : other);
    rows.sweepIfMany();
  }

  /** The same for the latest version in an answer, which is not empty. */
  public void seen(TableName table, Result answer) {
    long latest = 0;
    for (Cell cell : answer.rawCells()) {
      latest = Math.max(latest, cell.getTimestamp());
    }
    if (latest >= rows.slowest.getAsLong()) {
      seen(table, new RowKey(answer.getRow()), latest);
    }
  }

  /** How many rows are remembered. */
  long remembered() {
    return rows.last.size();
  }

  private Last following(@Nullable Last last, boolean delete) {
    long now = clock.getAsLong();
    if (last == null || last.stamp < now) {
      return new Last(now, now, now, delete, writer);
    }
    // Another's clock may be ahead of this one, which is no lead of the row's.
    long seen = last.writer == writer ? last.seen : last.from;
    long from = Math.max(now, seen);
    boolean share = last.stamp - from >= mostLead && (delete || !last.alone);
    long stamp = share ? last.stamp : last.stamp + 1;
    return new Last(stamp, seen, from, delete || (share && last.alone), writer);
  }

  private static boolean isFarAhead(long timestamp, long now) {
    return timestamp - now > MOST_AHEAD;
  }

  /** The rows whose last stamps are not past, and some that are. */
  private static final class Rows {
    private final ConcurrentMap<Key, Last> last = new ConcurrentHashMap<>();
    private final AtomicBoolean sweeping = new AtomicBoolean();
    private final LongSupplier slowest;
    private volatile long sweepAt = LEAST_SWEPT;

    /**
     * @param slowest of the clocks that stamp them
     */
    private Rows(LongSupplier slowest) {
      this.slowest = slowest;
    }

    private void sweepIfMany() {
      if (last.size() < sweepAt || !sweeping.compareAndSet(false, true)) {
        return;
      }
      try {
        long now = slowest.getAsLong();
        boolean unused = last.values().removeIf(row -> row.stamp < now);
        sweepAt = Math.max(LEAST_SWEPT, 2L * last.size());
      } finally {
        sweeping.set(false);
      }
    }
  }
}
