package org.quorate.hbase.deferral;

import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.MissCause;
import org.quorate.hbase.row.RowKey;

/**
 * The pending writes of a row in the order of acceptance: first those that are under way, then
 * those that wait. Guarded by the lock of its table's queue.
 */
final class RowQueue {
  /** A row may share a flush with any number of others. */
  static final int ANY = Integer.MAX_VALUE;

  final RowKey key;

  @Nullable PendingWrite first;
  private @Nullable PendingWrite last;

  /**
   * The last write of an answer that is being acted upon, or null: it has left the row, and may
   * still be seen by reads.
   */
  @Nullable PendingWrite actedUpon;

  /** How many of the first writes are under way. */
  int inFlight;

  /** Writes and bytes behind those. */
  int waitingWrites;

  long waitingBytes;

  /** How often the first write was sent. */
  int attempts;

  /** So many writes are sent one by one, to learn which of them is refused. */
  int singles;

  /**
   * How many rows may be in its next flush, itself included: a server may refuse all of a flush for
   * one row, and fewer at a time tell which.
   */
  int company = ANY;

  /** Writes that were accepted up to this instant go before those of other rows. */
  long urgentThrough = -1;

  /** What made the last attempt fail. */
  @Nullable MissCause cause;

  String lastError = "";

  /** When a failed row may be sent again. */
  long notBefore;

  /**
   * How many of the first writes were in a request that may have reached the server. They go
   * together again: an older one alone would hide a later one with the same timestamp for a while.
   */
  private int together;

  /** In which list of a queue the row is, or null; its links there. */
  @Nullable RowList list;

  @Nullable RowQueue before;
  @Nullable RowQueue after;

  /** The queue of that list. */
  @Nullable ServerQueue queue;

  RowQueue(RowKey key) {
    this.key = key;
  }

  /** The write accepted last that is not done with, or null if there is none. */
  @Nullable PendingWrite last() {
    return last == null ? actedUpon : last;
  }

  /** How many writes it sends at least. */
  int fewestWrites() {
    return singles > 0 ? 1 : Math.max(1, together);
  }

  /** Whether the row goes before others when it waits. */
  boolean isUrgent() {
    return first != null && first.acceptedAt <= urgentThrough;
  }

  /** A write was accepted. */
  void append(PendingWrite write) {
    if (last == null) {
      first = write;
    } else {
      last.nextOfRow = write;
    }
    last = write;
    waitingWrites++;
    waitingBytes += write.bytes;
  }

  /**
   * Sends off the writes that go together.
   *
   * @param mostWrites at least 1
   * @param mostBytes of all of them, unless the first alone has more, or those that went together
   * @return their bytes
   */
  long depart(int mostWrites, long mostBytes, long now) {
    int most = singles > 0 ? 1 : mostWrites;
    long bytes = 0;
    int count = 0;
    for (PendingWrite write = first;
        write != null
            && count < most
            && (count == 0 || count < together || bytes + write.bytes <= mostBytes);
        write = write.nextOfRow) {
      if (write.sentAt < 0) {
        write.sentAt = now;
      }
      bytes += write.bytes;
      count++;
    }
    inFlight = count;
    waitingWrites -= count;
    waitingBytes -= bytes;
    attempts++;
    return bytes;
  }

  /** What was under way waits again. */
  void comeBack() {
    together = Math.max(together, inFlight);
    PendingWrite write = first;
    for (int index = 0; index < inFlight && write != null; index++) {
      waitingWrites++;
      waitingBytes += write.bytes;
      write = write.nextOfRow;
    }
    inFlight = 0;
  }

  /** Takes the first write out; it waits or is under way. */
  PendingWrite removeFirst() {
    PendingWrite write = first;
    if (write == null) {
      throw new IllegalStateException("Row " + key + " has no pending write.");
    }
    if (inFlight > 0) {
      inFlight--;
    } else {
      waitingWrites--;
      waitingBytes -= write.bytes;
    }
    first = write.nextOfRow;
    if (first == null) {
      last = null;
    }
    write.nextOfRow = null;
    if (singles > 0) {
      singles--;
    }
    if (together > 0) {
      together--;
    }
    return write;
  }

  /** A request was answered for good: the next one begins anew. */
  void settle() {
    attempts = 0;
    together = 0;
    if (singles == 0) {
      company = ANY;
    }
    cause = null;
    lastError = "";
  }
}
