package org.quorate.hbase.deferral;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.destination.WriteTarget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that sends what is due. It sleeps until then, whether or not the application does
 * anything, and is woken only for what cannot wait so long. While anything is pending it looks up a
 * few times a second, and so notices when the whole process stood still.
 *
 * <p>Whatever has departed is answered: by its server, or here as failed, so that it departs again.
 * Nothing that is thrown ends the thread.
 */
final class Flusher implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Flusher.class);
  private static final long LONGEST_SLEEP = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOKS_UP = TimeUnit.MILLISECONDS.toNanos(50);

  private final Supplier<Collection<TableQueue>> queues;
  private final WriteTarget target;
  private final Answers answers;
  private final Pace pace;
  private final PauseWatch pauses;
  private final LongSupplier clock;
  private final Thread thread;
  private final AtomicBoolean woken = new AtomicBoolean();
  private volatile long wakesAt = Long.MAX_VALUE;
  private volatile boolean stopped;

  Flusher(
      Supplier<Collection<TableQueue>> queues,
      WriteTarget target,
      Answers answers,
      Pace pace,
      PauseWatch pauses,
      LongSupplier clock) {
    this.queues = queues;
    this.target = target;
    this.answers = answers;
    this.pace = pace;
    this.pauses = pauses;
    this.clock = clock;
    this.thread = new Thread(this, "quorate-deferral");
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Something is due at an instant; in the past means now. */
  void wakeBy(long due) {
    if (due < wakesAt && woken.compareAndSet(false, true)) {
      LockSupport.unpark(thread);
    }
  }

  /** Has the thread end. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /** Whether it has, or is the one that asks. */
  boolean hasEnded() {
    return !thread.isAlive() || isHere();
  }

  /** Whether the current thread is that which flushes. */
  boolean isHere() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void run() {
    List<Flight> flights = new ArrayList<>();
    while (!stopped) {
      try {
        round(flights);
      } catch (RuntimeException | Error e) {
        // Nothing may end this thread: what is pending would stay so.
        LOG.error("Deferred writes could not be sent; trying again.", e);
        LockSupport.parkNanos(this, LOOKS_UP);
      }
    }
  }

  private void round(List<Flight> flights) {
    // Nobody interrupts this thread to end it; left as it is, it could not sleep any more.
    boolean unused = Thread.interrupted();
    // From here on whoever adds something wakes this thread, until it has said when it wakes.
    wakesAt = Long.MAX_VALUE;
    woken.set(false);
    long now = clock.getAsLong();
    double looked = pace.observe(now);
    long due = now + LONGEST_SLEEP;
    boolean pending = false;
    for (TableQueue queue : queues.get()) {
      due = Math.min(due, depart(queue, flights));
      pending |= !queue.isEmpty();
    }
    if (looked > 0) {
      answers.looked(now, looked);
      queues.get().forEach(this::giveUpWaiting);
    }
    sleepUntil(pending ? Math.min(due, now + LOOKS_UP) : due);
  }

  private long depart(TableQueue queue, List<Flight> flights) {
    flights.clear();
    try {
      return queue.depart(flights);
    } finally {
      for (Flight flight : flights) {
        send(queue, flight);
      }
    }
  }

  private void sleepUntil(long due) {
    wakesAt = due;
    long begin = clock.getAsLong();
    while (!woken.get() && !stopped) {
      long left = due - clock.getAsLong();
      if (left <= 0) {
        break;
      }
      LockSupport.parkNanos(this, left);
    }
    pauses.woke(Math.max(due, begin), clock.getAsLong());
  }

  private void send(TableQueue queue, Flight flight) {
    List<Flight.Part> parts = new ArrayList<>(flight.rows());
    List<Row> actions = new ArrayList<>(flight.rows());
    for (Flight.Part part : flight.parts()) {
      try {
        actions.add(RowActions.of(part));
        parts.add(part);
      } catch (RuntimeException | Error e) {
        answer(queue, part, Failure.of(e));
      }
    }
    if (!actions.isEmpty()) {
      send(queue, parts, actions);
    }
  }

  private void send(TableQueue queue, List<Flight.Part> parts, List<Row> actions) {
    List<? extends CompletableFuture<?>> requests;
    try {
      requests = target.send(queue.table(), actions);
    } catch (IllegalArgumentException e) {
      if (parts.size() == 1) {
        answer(queue, parts.get(0), Failure.of(e));
      } else {
        // One of them is refused before anything is sent: the others must not suffer for it.
        for (int index = 0; index < parts.size(); index++) {
          send(queue, List.of(parts.get(index)), List.of(actions.get(index)));
        }
      }
      return;
    } catch (RuntimeException | Error e) {
      Failure failure = Failure.passing(e);
      parts.forEach(part -> answer(queue, part, failure));
      return;
    }
    for (int index = 0; index < parts.size(); index++) {
      Flight.Part part = parts.get(index);
      CompletableFuture<?> unused =
          requests
              .get(index)
              .whenComplete(
                  (result, thrown) ->
                      answer(queue, part, thrown == null ? null : Failure.of(thrown)));
    }
  }

  /** On whatever thread the answer came; nobody would see what this throws. */
  private void answer(TableQueue queue, Flight.Part part, @Nullable Failure failure) {
    try {
      answers.answered(queue, part, failure);
    } catch (RuntimeException | Error e) {
      LOG.error(
          "The answer to deferred writes of row {} of {} was not taken in.",
          part.row.key,
          queue.table(),
          e);
    }
  }

  private void giveUpWaiting(TableQueue queue) {
    for (Flight.Part part : queue.overdue()) {
      answer(
          queue,
          part,
          Failure.passing(new IOException("The client of HBase never answered the request.")));
    }
  }
}
