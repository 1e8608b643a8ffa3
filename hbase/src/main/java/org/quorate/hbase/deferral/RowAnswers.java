package org.quorate.hbase.deferral;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.DeferralTally;

/**
 * What an answer means for the writes of a row that were under way. Stateless; call it under the
 * lock of the row's queue.
 */
final class RowAnswers {
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  /** Into how many parts a flush is divided of which one row was refused. */
  private static final int PARTS = 8;

  private final long retryFor;
  private final DeferralTally tally;

  /**
   * @param retryFor how long a write is sent again, from its acceptance
   */
  RowAnswers(Duration retryFor, DeferralTally tally) {
    this.retryFor = retryFor.toNanos();
    this.tally = tally;
  }

  /** A server has them. */
  WriteOutcome acknowledged(RowQueue row, long now) {
    WriteOutcome outcome = outcome(row, row.inFlight, null, now);
    row.settle();
    row.notBefore = now;
    return outcome;
  }

  /**
   * A server does not have them, or nobody knows. They wait again, but for those that are given up:
   * whatever was refused, and whatever has been sent again for long enough. What a server refuses
   * may be another row of the same flush: it answers many refusals for all that is there of a
   * region. So the rows of such a flush go again in smaller ones, until one is refused by itself.
   *
   * @param rows of the flush
   * @return those that are given up, or null
   */
  @Nullable WriteOutcome failed(RowQueue row, Failure failure, int rows, long now) {
    row.cause = failure.cause();
    row.lastError = failure.text();
    int together = row.inFlight;
    int late = late(row, now);
    row.comeBack();
    if (failure.mayPass()) {
      row.notBefore =
          now + Math.max(pause(row.attempts), Math.min(left(row, now), failure.pause()));
      if (late == 0) {
        tally.retried();
        return null;
      }
      return outcome(row, late, failure.reason(), now);
    }
    row.notBefore = now;
    if (rows > 1 && !failure.isOfOneAction()) {
      row.company = Math.max(1, rows / PARTS);
      return null;
    }
    if (together > 1) {
      // One of them is refused, and the others with it: find out which.
      row.singles = together;
      return null;
    }
    WriteOutcome outcome = outcome(row, 1, failure.reason(), now);
    row.settle();
    return outcome;
  }

  /** For how long the first write is sent again. */
  private long left(RowQueue row, long now) {
    PendingWrite first = row.first;
    return first == null ? 0 : first.acceptedAt + retryFor - now;
  }

  /** How many of the first writes that are under way have been sent again for long enough. */
  private int late(RowQueue row, long now) {
    int late = 0;
    PendingWrite write = row.first;
    while (write != null && late < row.inFlight && now - write.acceptedAt >= retryFor) {
      late++;
      write = write.nextOfRow;
    }
    return late;
  }

  /** The first writes leave the row. */
  private static WriteOutcome outcome(
      RowQueue row, int count, @Nullable Throwable refused, long now) {
    List<PendingWrite> writes = new ArrayList<>(count);
    while (writes.size() < count) {
      writes.add(row.removeFirst());
    }
    return new WriteOutcome(writes, now, row.attempts, row.cause, row.lastError, refused);
  }

  private static long pause(int attempts) {
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(10, Math.max(0, attempts - 1)));
  }
}
