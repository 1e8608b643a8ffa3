package org.quorate.hbase.deferral;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.row.RowKey;
import org.quorate.hbase.setting.FlushSettings;

/**
 * The pending writes of one table, by row, and the rows that wait by the server they go to.
 *
 * <p>A row is in one of five states: it waits in a queue, it is under way, what a server said of it
 * is acted upon, it waits to be sent again after a failure, or it has no pending write and is
 * forgotten. Since a row is under way once at a time, and comes back before it departs again, its
 * writes reach the servers in the order of acceptance; and since it comes back only when the answer
 * has been acted upon, they leave the overlay and the spill in that order too. Otherwise a read
 * could meet a put without the delete that came after it. Thread-safe by one lock, held for as long
 * as it takes to link a write or to unlink a flush's rows.
 */
final class TableQueue {
  /** After the time for retries and this no answer will come: the client has lost the request. */
  private static final long MOST_ANSWER = TimeUnit.MINUTES.toNanos(5);

  private final TableName table;
  private final Routing routing;
  private final Pace pace;
  private final RowAnswers answers;
  private final long mostAnswer;
  private final LongSupplier clock;
  private final LongConsumer wakeBy;

  private final FairShares.OfTable shares;
  private final Object lock = new Object();
  private final Map<RowKey, RowQueue> rows = new HashMap<>();
  private final AgeList ages;
  private final ServerQueues queues;
  private final PriorityQueue<RowQueue> failed =
      new PriorityQueue<>(Comparator.comparingLong(row -> row.notBefore));

  /** In the order of departure. */
  private final List<Flight> underWay = new ArrayList<>();

  /** Writes that were accepted, and are not done with. */
  private long unfinished;

  private boolean closed;

  /**
   * Rows that had writes when the queue was closed, or of which reads saw one that came too late.
   */
  private final Set<RowKey> abandoned = new HashSet<>();

  /**
   * @param bound in nanoseconds
   * @param clock elapsed nanoseconds, never going back
   * @param wakeBy told by when {@link #depart} should be called
   */
  TableQueue(
      TableName table,
      Routing routing,
      Pace pace,
      Room room,
      DeferralTally tally,
      FlushSettings settings,
      long bound,
      LongSupplier clock,
      LongConsumer wakeBy) {
    this.table = table;
    this.routing = routing;
    this.pace = pace;
    this.shares = room.shares(table);
    this.ages = new AgeList(bound);
    this.queues = new ServerQueues(pace, room, tally, settings);
    this.answers = new RowAnswers(settings.retryFor(), tally);
    this.mostAnswer = settings.retryFor().toNanos() + MOST_ANSWER;
    this.clock = clock;
    this.wakeBy = wakeBy;
  }

  TableName table() {
    return table;
  }

  FairShares.OfTable shares() {
    return shares;
  }

  /**
   * A write is accepted.
   *
   * @throws IOException if the queue is closed; the write was not accepted
   */
  void add(PendingWrite write, RowKey key) throws IOException {
    long due;
    synchronized (lock) {
      if (closed) {
        abandoned.add(key);
        throw new IOException("Deferral is closed; the write was not accepted.");
      }
      long now = clock.getAsLong();
      write.acceptedAt = now;
      write.account.pending.add(write);
      ages.add(write);
      unfinished++;
      RowQueue row = rows.get(key);
      if (row == null) {
        row = new RowQueue(key);
        rows.put(key, row);
        row.append(write);
        queues.to(write.share.address).addFresh(row);
      } else {
        row.append(write);
        if (row.list != null && row.queue != null) {
          row.queue.grew(write.bytes);
        }
      }
      due = row.list == null || row.queue == null ? Long.MAX_VALUE : queues.dueAt(row.queue, now);
    }
    wakeBy.accept(due);
  }

  /**
   * Sends off what is due.
   *
   * @param flights where it is added; empty
   * @return when something else will be due, by the clock
   */
  long depart(List<Flight> flights) {
    synchronized (lock) {
      long now = clock.getAsLong();
      for (RowQueue row = failed.peek(); row != null && row.notBefore <= now; row = failed.peek()) {
        failed.remove();
        ServerQueue unused = waitAgain(row);
      }
      RowQueue next = failed.peek();
      long earliest = next == null ? Long.MAX_VALUE : next.notBefore;
      earliest = Math.min(earliest, queues.depart(flights, now));
      underWay.addAll(flights);
      return earliest;
    }
  }

  /**
   * A part of a flight was answered.
   *
   * @param failure why not, or null if a server has it
   * @return what became of its writes, or null if they will be sent again; call {@link #finished}
   *     when that has been acted upon, for the row waits until then
   */
  @Nullable WriteOutcome answered(Flight.Part part, @Nullable Failure failure) {
    if (failure != null && failure.saysThatRegionsMoved()) {
      routing.outdated(table, part.row.key.bytes());
    }
    synchronized (lock) {
      if (closed || part.isAnswered()) {
        return null;
      }
      part.flight.answered(part, failure == null);
      long now = clock.getAsLong();
      RowQueue row = part.row;
      WriteOutcome outcome =
          failure == null
              ? answers.acknowledged(row, now)
              : answers.failed(row, failure, part.flight.rows(), now);
      if (outcome == null) {
        goOn(row, now);
      } else {
        for (PendingWrite write : outcome.writes()) {
          ages.remove(write);
          if (failure == null) {
            write.share.acknowledged(now);
          }
        }
        row.actedUpon = outcome.writes().get(outcome.writes().size() - 1);
      }
      land(part.flight, now);
      return outcome;
    }
  }

  /**
   * Writes of an outcome are done with: nobody waits for them any longer, and their row goes on.
   */
  void finished(Flight.Part part, WriteOutcome outcome) {
    synchronized (lock) {
      for (PendingWrite write : outcome.writes()) {
        write.account.pending.remove(write);
      }
      unfinished -= outcome.writes().size();
      part.row.actedUpon = null;
      goOn(part.row, clock.getAsLong());
    }
  }

  /** Parts that are under way for so long that they cannot be. */
  List<Flight.Part> overdue() {
    synchronized (lock) {
      long latest = clock.getAsLong() - mostAnswer;
      if (underWay.isEmpty() || underWay.get(0).sentAt >= latest) {
        return List.of();
      }
      return underWay.stream()
          .filter(flight -> flight.sentAt < latest)
          .flatMap(flight -> flight.parts().stream())
          .filter(part -> !part.isAnswered())
          .toList();
    }
  }

  /** Everything accepted so far is asked for. */
  void ask() {
    synchronized (lock) {
      queues.ask(clock.getAsLong());
    }
    wakeBy.accept(Long.MIN_VALUE);
  }

  /**
   * What a row has pending goes before all others.
   *
   * @return opens when the last of it is acknowledged or given up, and no read sees it any more;
   *     null if nothing is pending
   * @throws IOException if the queue was closed while something was
   */
  @Nullable CountDownLatch hurry(RowKey key) throws IOException {
    CountDownLatch latch;
    synchronized (lock) {
      refuseAbandoned(key);
      RowQueue row = rows.get(key);
      PendingWrite last = row == null ? null : row.last();
      if (row == null || last == null) {
        return null;
      }
      row.urgentThrough = last.acceptedAt;
      if (row.list != null && row.queue != null) {
        row.queue.hurry(row);
      }
      latch = last.latch();
    }
    wakeBy.accept(Long.MIN_VALUE);
    return latch;
  }

  /**
   * Whoever waited for a row learns whether it may go on.
   *
   * @throws IOException if the queue was closed while something was pending for the row
   */
  void refuseIfAbandoned(RowKey key) throws IOException {
    synchronized (lock) {
      refuseAbandoned(key);
    }
  }

  /**
   * The latch of an account's oldest write, if it was accepted by an instant.
   *
   * @return null if there is none
   */
  @Nullable CountDownLatch oldestOf(WriteAccount account, long acceptedBy) {
    synchronized (lock) {
      PendingWrite oldest = account.pending.oldest();
      return oldest == null || oldest.acceptedAt > acceptedBy ? null : oldest.latch();
    }
  }

  /** How many of an account's writes that were accepted by an instant are not done with. */
  long countOf(WriteAccount account, long acceptedBy) {
    synchronized (lock) {
      return account.pending.countBy(acceptedBy);
    }
  }

  /** The instant by which all that was accepted so far was accepted. */
  long now() {
    synchronized (lock) {
      return clock.getAsLong();
    }
  }

  /** How old the writes are that no server has answered for good. */
  PendingAge age() {
    synchronized (lock) {
      return ages.at(clock.getAsLong());
    }
  }

  /** How many seconds the busiest server needs for what is pending; see {@link ServerQueue}. */
  double drainSeconds(double seconds, double bound) {
    synchronized (lock) {
      return queues.drainSeconds(seconds, bound);
    }
  }

  /** Whether every write that was accepted is done with. */
  boolean isEmpty() {
    synchronized (lock) {
      return unfinished == 0;
    }
  }

  /**
   * Accepts nothing more, and hands over what is pending, row by row in order. The queue is empty
   * when the answers that are being acted upon are done with.
   */
  List<PendingWrite> close() {
    synchronized (lock) {
      closed = true;
      List<PendingWrite> left = new ArrayList<>();
      for (RowQueue row : rows.values()) {
        if (row.first != null) {
          abandoned.add(row.key);
        }
        while (row.first != null) {
          PendingWrite write = row.removeFirst();
          // Whoever flushes finds nothing to wait for from now on, and must learn why.
          write.account.abandon();
          write.account.pending.remove(write);
          ages.remove(write);
          left.add(write);
        }
      }
      unfinished -= left.size();
      // Of the others an answer is being acted upon, after which they go too.
      rows.values().removeIf(row -> row.actedUpon == null);
      queues.clear();
      failed.clear();
      underWay.clear();
      return left;
    }
  }

  private void refuseAbandoned(RowKey key) throws IOException {
    if (abandoned.contains(key)) {
      throw new IOException(
          "Deferral was closed before what is pending for row "
              + key
              + " of "
              + table
              + " was acknowledged; what depends on it cannot be asked for.");
    }
  }

  /** A row was answered: it waits for its next flush, or has no pending write any more. */
  private void goOn(RowQueue row, long now) {
    if (row.first == null) {
      rows.remove(row.key);
    } else if (row.notBefore <= now) {
      ServerQueue queue = waitAgain(row);
      wakeBy.accept(queues.dueAt(queue, now));
    } else {
      failed.add(row);
      wakeBy.accept(row.notBefore);
    }
  }

  private ServerQueue waitAgain(RowQueue row) {
    ServerQueue queue = queues.to(routing.server(table, row.key.bytes()));
    queue.addReturned(row);
    return queue;
  }

  private void land(Flight flight, long now) {
    if (flight.isAnswered()) {
      underWay.remove(flight);
      flight.queue.landed(flight);
      if (!flight.hasFailures()) {
        pace.flushed(now, now - flight.sentAt);
      }
      wakeBy.accept(queues.dueAt(flight.queue, now));
    }
  }
}
