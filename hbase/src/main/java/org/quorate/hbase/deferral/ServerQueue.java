package org.quorate.hbase.deferral;

import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.FlushReason;

/**
 * The rows of a table that wait to be sent to one region server. Guarded by the lock of its table's
 * queue.
 *
 * <p>New rows wait in the order of their first write. Rows that come back from a request with more
 * to send are kept apart, since theirs may be older; of these only the earliest instant is
 * remembered, which may be too early once some have gone, never too late.
 */
final class ServerQueue {
  private static final int MOST_WRITES_OF_ROW = 1_000;
  private static final long NEVER = Long.MAX_VALUE;

  final String server;
  private final RowList urgent = new RowList();
  private final RowList returned = new RowList();
  private final RowList fresh = new RowList();
  private long oldestReturned = NEVER;

  /** Writes that wait, and their bytes. */
  private int writes;

  private long bytes;

  /** Flushes under way, and their bytes. */
  private int inFlight;

  private long bytesInFlight;

  /** Whether rows wait that were sent before and failed. */
  private boolean resend;

  /** Bytes acknowledged since the last look, and per second while more waited than was sent. */
  private long landedBytes;

  private double bytesPerSecond;
  private boolean wasCongested;

  /** Since when, in looks, more waited than was sent and nothing was acknowledged. */
  private double secondsWithoutAnswer;

  ServerQueue(String server) {
    this.server = server;
  }

  /** Whether no more flushes may be under way. */
  boolean isTaken(int most) {
    return inFlight >= most;
  }

  /** A row's first write was accepted. */
  void addFresh(RowQueue row) {
    add(fresh, row);
  }

  /** A row has been answered and has more to send, or comes back to be sent again. */
  void addReturned(RowQueue row) {
    if (row.isUrgent()) {
      add(urgent, row);
      return;
    }
    add(returned, row);
    resend |= row.attempts > 0 || row.singles > 0;
    oldestReturned = Math.min(oldestReturned, acceptance(row));
  }

  /** A row that waits here got another write. */
  void grew(long more) {
    writes++;
    bytes += more;
  }

  /** A row that waits here goes before all others. */
  void hurry(RowQueue row) {
    remove(row);
    add(urgent, row);
  }

  /** Since when the oldest write waits; later than any instant if none does. */
  long oldest() {
    return Math.min(acceptance(fresh.first()), returned.isEmpty() ? NEVER : oldestReturned);
  }

  /**
   * Why a flush should start now, or null.
   *
   * @param pressed whether calls wait for room: then what waits is sent, unless an answer that is
   *     awaited will make some anyway
   * @param most flushes under way
   * @param askedThrough what was accepted by then has been asked for
   */
  @Nullable FlushReason due(
      long now, long wait, long batchBytes, boolean pressed, int most, long askedThrough) {
    if (!urgent.isEmpty()) {
      return FlushReason.ASKED;
    }
    if (writes == 0 || inFlight >= most) {
      return null;
    }
    if (bytes >= batchBytes || writes >= Flight.MOST_WRITES) {
      return FlushReason.FULL;
    }
    if (pressed && inFlight == 0) {
      return FlushReason.PRESSURE;
    }
    if (resend) {
      return FlushReason.RETRY;
    }
    long oldest = oldest();
    if (oldest <= askedThrough) {
      return FlushReason.ASKED;
    }
    return oldest != NEVER && now - oldest >= wait ? FlushReason.WAITED : null;
  }

  /** Sends off the rows of a flush: urgent ones, then by age. */
  Flight depart(FlushReason reason, long batchBytes, boolean urgentOnly, long now) {
    Flight flight = new Flight(this, reason, now);
    RowQueue row = next(urgentOnly);
    while (row != null && flight.bytes() < batchBytes && flight.takes(row)) {
      remove(row);
      int most = Math.min(MOST_WRITES_OF_ROW, Flight.MOST_WRITES - flight.writes());
      long taken = row.depart(most, batchBytes - flight.bytes(), now);
      flight.add(row, taken);
      row = next(urgentOnly);
    }
    if (returned.isEmpty()) {
      oldestReturned = NEVER;
      resend = false;
    }
    inFlight++;
    bytesInFlight += flight.bytes();
    return flight;
  }

  /** A flush was answered completely. */
  void landed(Flight flight) {
    inFlight--;
    bytesInFlight -= flight.bytes();
    landedBytes += flight.acknowledgedBytes();
  }

  /**
   * How many seconds the server needs for what waits and is under way; 0 where it is sent whatever
   * there is, or not known. What it takes in a second is only known from times when it could have
   * taken more. It counts on while the server pauses, which is what the rest of the bound is kept
   * for, but no longer than the bound: then the server hangs, and others must not wait for it.
   *
   * @param seconds since this was last asked
   * @param most flushes under way
   * @param bound in seconds
   */
  double drainSeconds(double seconds, int most, double bound) {
    boolean congested = writes > 0 && inFlight >= most;
    double drain = 0;
    if (congested && wasCongested) {
      secondsWithoutAnswer += seconds;
      if (landedBytes > 0) {
        double rate = landedBytes / secondsWithoutAnswer;
        bytesPerSecond = bytesPerSecond > 0 ? (bytesPerSecond + rate) / 2 : rate;
        secondsWithoutAnswer = 0;
      }
      if (bytesPerSecond > 0 && secondsWithoutAnswer <= bound) {
        drain = (bytes + bytesInFlight) / bytesPerSecond;
      }
    } else {
      secondsWithoutAnswer = 0;
    }
    wasCongested = congested;
    landedBytes = 0;
    return drain;
  }

  private @Nullable RowQueue next(boolean urgentOnly) {
    if (urgentOnly || !urgent.isEmpty()) {
      return urgent.first();
    }
    RowQueue old = returned.first();
    RowQueue young = fresh.first();
    return acceptance(old) <= acceptance(young) ? old : young;
  }

  private static long acceptance(@Nullable RowQueue row) {
    return row == null || row.first == null ? NEVER : row.first.acceptedAt;
  }

  private void add(RowList list, RowQueue row) {
    list.addLast(row);
    row.queue = this;
    writes += row.waitingWrites;
    bytes += row.waitingBytes;
  }

  private void remove(RowQueue row) {
    RowList list = row.list;
    if (list != null) {
      list.remove(row);
      writes -= row.waitingWrites;
      bytes -= row.waitingBytes;
    }
  }
}
