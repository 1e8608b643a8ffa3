package org.quorate.hbase.deferral;

import java.util.ArrayList;
import java.util.List;
import org.quorate.hbase.metric.FlushReason;

/** A flush to one server: rows and how many of their first writes are under way. */
final class Flight {
  final Lane lane;
  final FlushReason reason;
  final long sentAt;
  private final List<Part> parts = new ArrayList<>();
  private long bytes;
  private int writes;

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

  /** A row departs with what was just marked as under way. */
  void add(RowQueue row, long size) {
    PendingWrite first = row.first;
    if (first == null) {
      throw new IllegalStateException("Row " + row.key + " departs without a write.");
    }
    parts.add(new Part(this, row, first, row.inFlight));
    bytes += size;
    writes += row.inFlight;
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
