package org.quorate.hbase.deferral;

import java.util.ArrayList;
import java.util.List;
import org.quorate.hbase.metric.FlushReason;

/** A flush to one server: rows and how many of their first writes are under way. */
final class Flight {
  /**
   * HBase warns of requests with more than 5000 mutations, and can be told to refuse them. Those of
   * a row count one by one where they are not all puts.
   */
  static final int MOST_WRITES = 4_000;

  final Lane lane;
  final FlushReason reason;
  final long sentAt;
  private final List<Part> parts = new ArrayList<>();
  private long bytes;
  private int writes;

  /** How many rows there may be, as those that are in it allow. */
  private int company = RowQueue.ANY;

  /** Rows without an answer, and whether any had to be sent again; guarded by the queue's lock. */
  int unanswered;

  boolean failed;

  /** A row's part, which is one action of the request. */
  static final class Part {
    final Flight flight;
    final RowQueue row;
    final PendingWrite first;
    final int writes;
    boolean answered;

    Part(Flight flight, RowQueue row, PendingWrite first, int writes) {
      this.flight = flight;
      this.row = row;
      this.first = first;
      this.writes = writes;
    }
  }

  Flight(Lane lane, FlushReason reason, long sentAt) {
    this.lane = lane;
    this.reason = reason;
    this.sentAt = sentAt;
  }

  /**
   * Whether a row may come along; the first always may. Rows of which one was refused go in smaller
   * flushes, and without others.
   */
  boolean takes(RowQueue row) {
    return parts.isEmpty()
        || (rows() < Math.min(company, row.company)
            && (company == RowQueue.ANY) == (row.company == RowQueue.ANY)
            && writes + row.fewestWrites() <= MOST_WRITES);
  }

  /** A row departs with what was just marked as under way. */
  void add(RowQueue row, long size) {
    PendingWrite first = row.first;
    if (first == null) {
      throw new IllegalStateException("Row " + row.key + " departs without a write.");
    }
    parts.add(new Part(this, row, first, row.inFlight));
    bytes += size;
    writes += row.inFlight;
    company = Math.min(company, row.company);
    unanswered++;
  }

  List<Part> parts() {
    return parts;
  }

  int rows() {
    return parts.size();
  }

  long bytes() {
    return bytes;
  }

  int writes() {
    return writes;
  }
}
