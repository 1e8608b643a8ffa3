package org.quorate.hbase.deferral;

import java.time.Duration;
import java.time.Instant;
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
 * account, which frees the rest when it hands it back. After that the write counts as done with,
 * and whoever waits for it goes on. Thread-safe.
 */
final class Answers implements Flusher.Completion {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  /** By how much a write may wait longer than decided without that being why it was late. */
  private static final double LATE = 1.1;

  private final Supplier<Collection<TableQueue>> queues;
  private final long start;
  private final long bound;
  private final Spill spill;
  private final DeferralTally tally;
  private final Pace pace;
  private final PauseWatch pauses;
  private final Room room;
  private final Shares shares;
  private final AdmissionWindow window;
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
      Shares shares,
      AdmissionWindow window,
      FailureNotices notices) {
    this.queues = queues;
    this.start = start;
    this.bound = bound;
    this.spill = spill;
    this.tally = tally;
    this.pace = pace;
    this.pauses = pauses;
    this.room = room;
    this.shares = shares;
    this.window = window;
    this.notices = notices;
    this.watch = new BoundWatch(bound);
  }

  @Override
  public void answered(TableQueue queue, Flight.Part part, @Nullable Failure failure) {
    Outcome outcome = queue.answered(part, failure);
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
    outcome.writes().forEach(PendingWrite::open);
  }

  @Override
  public void looked(long now, double seconds) {
    PendingAge age = PendingAge.of(queues.get());
    BoundEvent event = watch.look(now, age, late.sum());
    if (event != null) {
      tally.bound(event);
    }
    double drain = 0;
    for (TableQueue queue : queues.get()) {
      drain = Math.max(drain, queue.drainSeconds(seconds, bound / 1e9));
    }
    long stuck = Math.min(room.taken(), shares.look(now));
    window.observe(room.taken() - stuck, drain, pace.meanFlush(), room.wanted());
    // What is pending where nobody answers keeps nothing from going where somebody does.
    long most = room.ceiling();
    room.allow(window.bytes() < most - stuck ? window.bytes() + stuck : most);
    notices.remind();
  }

  private void settle(TableName table, PendingWrite write, Outcome outcome) {
    write.account.hide(write.mutation);
    Throwable refused = outcome.refused();
    if (refused == null) {
      acknowledged(table, write, outcome);
    } else {
      givenUp(table, write, refused);
      missed(miss(table, write, outcome, true));
    }
  }

  /** A write that no read sees any more goes back to its account. */
  private void givenUp(TableName table, PendingWrite write, Throwable reason) {
    write.account.refuse(write, reason);
    notices.add(write.account);
    tally.failed(table, write.mutation, reason);
  }

  /** A write that nobody has answered is given up, since all is closed. */
  void giveUp(TableName table, PendingWrite write, long now, Throwable reason) {
    write.account.hide(write.mutation);
    givenUp(table, write, reason);
    String text = Failure.passing(reason).text();
    int attempts = write.sentAt < 0 ? 0 : 1;
    Outcome outcome = new Outcome(List.of(write), now, attempts, MissCause.OTHER, text, reason);
    missed(miss(table, write, outcome, true));
  }

  private void acknowledged(TableName table, PendingWrite write, Outcome outcome) {
    try {
      spill.acknowledged(write.sequence);
      tally.acknowledged(table, write.mutation, start + write.acceptedAt, start + outcome.at());
    } finally {
      room.giveBack(write.bytes);
    }
    if (outcome.at() - write.acceptedAt > bound) {
      missed(miss(table, write, outcome, false));
    }
  }

  private void missed(MissedBound miss) {
    tally.missed(miss);
    if (miss.delay().toNanos() > bound) {
      late.increment();
    }
  }

  private MissedBound miss(TableName table, PendingWrite write, Outcome outcome, boolean givenUp) {
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

  private MissCause missCause(PendingWrite write, Outcome outcome, long delay, long waited) {
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
