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

  final ServerQueue queue;
  final FlushReason reason;
  final long sentAt;
  private final List<Part> parts = new ArrayList<>();
  private long bytes;
  private int writes;

  /** How many rows there may be, as those that are in it allow. */
  private int company = RowQueue.ANY;

  /** Rows without an answer; guarded by the queue's lock, as what the others were answered. */
  private int unanswered;

  private boolean failed;
  private long acknowledgedBytes;

  /** A row's part, which is one action of the request. */
  static final class Part {
    final Flight flight;
    final RowQueue row;
    final PendingWrite first;
    final int writes;
    private final long bytes;
    private boolean answered;

    Part(Flight flight, RowQueue row, PendingWrite first, int writes, long bytes) {
      this.flight = flight;
      this.row = row;
      this.first = first;
      this.writes = writes;
      this.bytes = bytes;
    }

    /** Whether there is an answer already. */
    boolean isAnswered() {
      return answered;
    }
  }

  Flight(ServerQueue queue, FlushReason reason, long sentAt) {
    this.queue = queue;
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
    parts.add(new Part(this, row, first, row.inFlight, size));
    bytes += size;
    writes += row.inFlight;
    company = Math.min(company, row.company);
    unanswered++;
  }

  /**
   * A row has its answer.
   *
   * @param acknowledged whether a server has its writes; otherwise it failed
   */
  void answered(Part part, boolean acknowledged) {
    part.answered = true;
    unanswered--;
    if (acknowledged) {
      acknowledgedBytes += part.bytes;
    } else {
      failed = true;
    }
  }

  /** Whether every row has its answer. */
  boolean isAnswered() {
    return unanswered == 0;
  }

  /** Whether any row had to be sent again, or was refused. */
  boolean hasFailures() {
    return failed;
  }

  /** What servers have of it. */
  long acknowledgedBytes() {
    return acknowledgedBytes;
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
