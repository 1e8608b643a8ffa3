package org.quorate.hbase.deferral;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.BoundEvent;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.metric.MissCause;
import org.quorate.hbase.metric.MissedBound;
import org.quorate.hbase.spill.Spill;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done when a server has answered. An acknowledged write leaves the overlay, the spill and
 * the room, in this order; one that is given up leaves the overlay, and only then goes to its
 * account, which frees the rest when it hands it back; where the write has a listener of its own,
 * that is told instead, and the rest is free before. After that the write counts as done with, and
 * whoever waits for it goes on. Thread-safe.
 */
final class Answers {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  /** By how much a write may wait longer than it may without that being why it was late. */
  private static final double LATE = 1.1;

  private final Supplier<Collection<TableQueue>> queues;
  private final long start;
  private final long bound;
  private final Spill spill;
  private final DeferralTally tally;
  private final Pace pace;
  private final PauseWatch pauses;
  private final Room room;
  private final FailureNotices notices;
  private final BoundWatch watch;

  /** Writes that were acknowledged or given up later than the bound. */
  private final LongAdder late = new LongAdder();

  /**
   * @param start what elapsed nanoseconds count from
   * @param bound in nanoseconds
   */
  Answers(
      Supplier<Collection<TableQueue>> queues,
      long start,
      long bound,
      Spill spill,
      DeferralTally tally,
      Pace pace,
      PauseWatch pauses,
      Room room,
      FailureNotices notices) {
    this.queues = queues;
    this.start = start;
    this.bound = bound;
    this.spill = spill;
    this.tally = tally;
    this.pace = pace;
    this.pauses = pauses;
    this.room = room;
    this.notices = notices;
    this.watch = new BoundWatch(bound);
  }

  /**
   * A part was answered.
   *
   * @param failure why not, or null if a server has it
   */
  void answered(TableQueue queue, Flight.Part part, @Nullable Failure failure) {
    WriteOutcome outcome = queue.answered(part, failure);
    if (outcome == null) {
      return;
    }
    for (PendingWrite write : outcome.writes()) {
      try {
        settle(queue.table(), write, outcome);
      } catch (RuntimeException | Error e) {
        LOG.error("A write to {} was answered, and counted wrongly.", queue.table(), e);
      }
    }
    queue.finished(part, outcome);
    outcome.writes().forEach(write -> write.open(outcome.refused()));
  }

  /**
   * Looks at what there is now; call it on the flusher's thread, a few times within the bound.
   *
   * @param now elapsed nanoseconds
   * @param seconds since the last time, above 0
   */
  void looked(long now, double seconds) {
    PendingAge age = PendingAge.of(queues.get());
    BoundEvent event = watch.look(now, age, late.sum());
    if (event != null) {
      tally.bound(event);
    }
    double drain = 0;
    for (TableQueue queue : queues.get()) {
      drain = Math.max(drain, queue.drainSeconds(seconds, bound / 1e9));
    }
    room.look(now, drain, pace.meanFlush());
    notices.remind();
  }

  private void settle(TableName table, PendingWrite write, WriteOutcome outcome) {
    write.account.hide(write.mutation);
    Throwable refused = outcome.refused();
    if (refused != null && write.listener == null) {
      write.account.refuse(write, refused);
      notices.add(write.account);
    } else {
      done(table, write, outcome);
    }
    if (refused != null) {
      tally.failed(table, write.mutation, refused);
    }
    if (refused != null || outcome.at() - write.acceptedAt > bound) {
      missed(miss(table, write, outcome, refused != null));
    }
  }

  /** A server has a write, or its own listener is about to be told that none takes it. */
  private void done(TableName table, PendingWrite write, WriteOutcome outcome) {
    try {
      spill.acknowledged(write.sequence);
      if (outcome.refused() == null) {
        tally.acknowledged(table, write.mutation, start + write.acceptedAt, start + outcome.at());
      }
    } finally {
      room.giveBack(write.bytes);
    }
  }

  /**
   * Takes out what nobody has acknowledged when all is closed.
   *
   * @param spilled whether the spill keeps it; otherwise it is given up
   * @return how many writes that were
   */
  int takeOut(boolean spilled, long now) {
    List<PendingWrite> left = new ArrayList<>();
    queues.get().forEach(queue -> left.addAll(queue.close()));
    for (PendingWrite write : left) {
      Throwable reason =
          new IOException(
              "The write was not acknowledged before deferral was closed; "
                  + (spilled ? "it remains in the spill, and " : "")
                  + "a server may have it.");
      try {
        if (!spilled) {
          giveUp(write.account.table(), write, reason, now);
        }
      } catch (RuntimeException | Error e) {
        // The others are to be given up as well.
        LOG.error("A write to {} could not be given back.", write.account.table(), e);
      } finally {
        // What stays in the spill was accepted: its session goes on seeing it.
        write.open(reason);
      }
    }
    return left.size();
  }

  private void giveUp(TableName table, PendingWrite write, Throwable reason, long now) {
    String text = Failure.passing(reason).text();
    int attempts = write.sentAt < 0 ? 0 : 1;
    settle(
        table,
        write,
        new WriteOutcome(List.of(write), now, attempts, MissCause.OTHER, text, reason));
  }

  private void missed(MissedBound miss) {
    tally.missed(miss);
    if (miss.delay().toNanos() > bound) {
      late.increment();
    }
  }

  private MissedBound miss(
      TableName table, PendingWrite write, WriteOutcome outcome, boolean givenUp) {
    long delay = outcome.at() - write.acceptedAt;
    long waited = write.sentAt < 0 ? delay : Math.max(0, write.sentAt - write.acceptedAt);
    return new MissedBound(
        table,
        Bytes.toStringBinary(write.mutation.getRow()),
        Instant.now(),
        givenUp,
        Duration.ofNanos(delay),
        Duration.ofNanos(waited),
        outcome.attempts(),
        missCause(write, outcome, delay, waited),
        outcome.lastError());
  }

  private MissCause missCause(PendingWrite write, WriteOutcome outcome, long delay, long waited) {
    if (delay > bound && pauses.paused(write.acceptedAt, outcome.at()) >= delay - bound) {
      return MissCause.PROCESS_PAUSED;
    }
    MissCause retryCause = outcome.retryCause();
    if (retryCause != null) {
      return retryCause;
    }
    return waited > LATE * pace.waitNanos() + PauseWatch.LEAST
        ? MissCause.FLUSHES_WAITED
        : MissCause.SERVER_SLOW;
  }
}
