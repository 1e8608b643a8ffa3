package org.quorate.hbase.deferral;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.NanosecondTime;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.row.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One writer's side of the pending writes of a table: a mutator, or a session's table. It can be
 * flushed by itself, and what was given up of its writes comes back here. Thread-safe.
 */
public final class WriteAccount {
  private static final Logger LOG = LoggerFactory.getLogger(WriteAccount.class);
  private static final long MOST_TELLING_SECONDS = 10;

  /** As long as writes are sent again. */
  public static final Duration UNLIMITED = ChronoUnit.FOREVER.getDuration();

  private final PendingWrites writes;
  private final TableQueue queue;
  private final @Nullable FailureListener listener;
  private final @Nullable Overlay overlay;
  private final GivenUp givenUp = new GivenUp();

  /**
   * Shared by writes that reads may see and that are not in the queue yet, so that whoever depends
   * on them can wait for a moment until they are. Both at once under the queue's lock would hold
   * that for several times as long.
   */
  private final StampedLock enqueuing = new StampedLock();

  /** Held while the listener is told. */
  private final ReentrantLock telling = new ReentrantLock();

  /** Whether the next call throws what was given up. */
  final BooleanSupplier owesItsCaller;

  private volatile boolean abandoned;

  /** Guarded by the queue's lock. */
  final AccountWrites pending = new AccountWrites();

  WriteAccount(
      PendingWrites writes,
      TableQueue queue,
      @Nullable FailureListener listener,
      @Nullable Overlay overlay) {
    this.writes = writes;
    this.queue = queue;
    this.listener = listener;
    this.overlay = overlay;
    this.owesItsCaller = () -> listener == null && givenUp.any();
  }

  /** The table. */
  public TableName table() {
    return queue.table();
  }

  /**
   * Accepts a mutation: when the call returns, it will reach the servers within the bound, and is
   * as durable as the settings say.
   *
   * @param mutation a put or delete that may be deferred; not changed, and free to be used again,
   *     but for its cells, which are not copied
   * @throws RetriesExhaustedWithDetailsException if earlier ones were given up and nobody was told
   *     yet; this one was not accepted
   * @throws DeferralFullException if there is no room; it was not accepted
   * @throws IOException if it could not be made durable, or deferral is closed; it was not accepted
   * @throws IllegalArgumentException if it may not be deferred, or has nothing in it
   */
  public void accept(Mutation mutation) throws IOException {
    throwGivenUp();
    writes.accept(this, mutation, Long.MAX_VALUE, null);
  }

  /**
   * The same for a write with a listener of its own: this account is not told if it is given up.
   *
   * @param atMost how long to wait for room, if that is less than a call may
   */
  public void accept(Mutation mutation, Duration atMost, WriteListener told) throws IOException {
    writes.accept(this, mutation, atMost.toNanos(), told);
  }

  /**
   * Has everything sent that this account has accepted, and waits until it is acknowledged or given
   * up. When it returns, the listener has been told of whatever was given up.
   *
   * @throws RetriesExhaustedWithDetailsException if some were given up and nobody was told yet
   * @throws IOException if deferral was closed before all was acknowledged, the listener does not
   *     return, or the thread is interrupted
   */
  public void flush() throws IOException {
    flush(UNLIMITED);
  }

  /**
   * The same within a time.
   *
   * @param atMost how long to wait for servers
   * @throws TimeoutIOException if that is over first: what is left stays pending, is sent again as
   *     before, and is given back where no server takes it
   */
  public void flush(Duration atMost) throws IOException {
    awaitEnqueuing();
    long asked = queue.now();
    long deadline = asked + NanosecondTime.of(atMost).toNanos();
    queue.ask();
    for (CountDownLatch latch = queue.oldestOf(this, asked);
        latch != null;
        latch = queue.oldestOf(this, asked)) {
      if (!await(latch, deadline)) {
        throw new TimeoutIOException(leftText(queue.countOf(this, asked), atMost));
      }
    }
    tellOrAwaitListener();
    throwGivenUp();
    if (abandoned) {
      throw new IOException(
          "Deferral was closed before all writes to "
              + table()
              + " were acknowledged; what became of them says the error of its close().");
    }
  }

  /** Has everything sent that this account has accepted, and does not wait for it. */
  public void ask() {
    queue.ask();
  }

  /**
   * Has everything sent that is pending for rows, whoever wrote it, and waits until it is
   * acknowledged or given up.
   *
   * @param atMost how long to wait, as long as the request may take for which they are flushed
   * @throws IOException if that is over first, or deferral was closed before it was acknowledged:
   *     then what depends on it must not be asked for
   */
  public void flushRows(Iterable<byte[]> rows, Duration atMost) throws IOException {
    awaitEnqueuing();
    Map<RowKey, CountDownLatch> latches = new LinkedHashMap<>();
    for (byte[] row : rows) {
      RowKey key = new RowKey(row);
      CountDownLatch latch = queue.hurry(key);
      if (latch != null) {
        latches.put(key, latch);
      }
    }
    if (latches.isEmpty()) {
      return;
    }
    long deadline = queue.now() + atMost.toNanos();
    for (Map.Entry<RowKey, CountDownLatch> row : latches.entrySet()) {
      if (!await(row.getValue(), deadline)) {
        throw new IOException(
            "What is pending for row "
                + row.getKey()
                + " of "
                + table()
                + " was not acknowledged within "
                + Durations.format(atMost)
                + ", and what depends on it was not asked for; see whether its region server"
                + " answers.");
      }
      queue.refuseIfAbandoned(row.getKey());
    }
  }

  /**
   * Throws what was given up, where there is no listener to be told, or what the listener threw.
   *
   * @throws RetriesExhaustedWithDetailsException with the mutations and the reasons
   */
  public void throwGivenUp() throws RetriesExhaustedWithDetailsException {
    RetriesExhaustedWithDetailsException failure = takeGivenUp(listener == null);
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * The same, for whoever throws it; null where there is nothing.
   *
   * @param untold also where there is a listener: it could not be told, and will not be
   */
  @Nullable RetriesExhaustedWithDetailsException takeGivenUp(boolean untold) {
    if (!givenUp.any()) {
      return null;
    }
    List<PendingWrite> handed = new ArrayList<>();
    RetriesExhaustedWithDetailsException failure =
        Failure.joined(givenUp.takePassedOn(), untold ? givenUp.take(handed) : null);
    handed.forEach(write -> writes.room().giveBackRefused(write.bytes));
    handed.forEach(writes::forget);
    if (failure != null) {
      writes.notices().told(this);
    }
    return failure;
  }

  /**
   * A server answered with versions of a row: what is written from now on must win over them, also
   * where this machine's clock is behind.
   *
   * @param answer to a read, an increment or an append; null or empty says nothing
   */
  public void saw(@Nullable Result answer) {
    if (answer != null && !answer.isEmpty()) {
      writes.stamps().seen(table(), answer);
    }
  }

  /** Tells the listener, if there is one. Call on a thread that may be held up. */
  void tellListener() {
    FailureListener told = toTell();
    while (told != null && givenUp.anyWrites() && telling.tryLock()) {
      tellAndUnlock(told);
    }
  }

  /** The same, and waits while another thread tells it. */
  private void tellOrAwaitListener() throws IOException {
    FailureListener told = toTell();
    if (told == null) {
      return;
    }
    do {
      try {
        if (!telling.tryLock(MOST_TELLING_SECONDS, TimeUnit.SECONDS)) {
          throw new IOException(
              "The listener of failed writes to "
                  + table()
                  + " was told of some and has not returned for "
                  + MOST_TELLING_SECONDS
                  + " s; what it was told of is not flushed.");
        }
      } catch (InterruptedException e) {
        throw Interruption.asIo();
      }
      tellAndUnlock(told);
      // Whoever came to tell of more in the moment in which this had the lock went away again.
    } while (givenUp.anyWrites());
  }

  /** Not where the listener itself flushes: whoever called it tells it the rest. */
  private @Nullable FailureListener toTell() {
    return telling.isHeldByCurrentThread() ? null : listener;
  }

  private void tellAndUnlock(FailureListener told) {
    try {
      tell(told);
    } finally {
      telling.unlock();
    }
  }

  private void tell(FailureListener told) {
    List<PendingWrite> handed = new ArrayList<>();
    RetriesExhaustedWithDetailsException failure = givenUp.take(handed);
    if (failure == null) {
      return;
    }
    // First, so that the listener may write; what the spill keeps, it keeps until somebody knows.
    handed.forEach(write -> writes.room().giveBackRefused(write.bytes));
    writes.notices().told(this);
    boolean within = InListener.enter();
    try {
      told.failed(failure);
    } catch (RetriesExhaustedWithDetailsException e) {
      givenUp.passOn(e);
      writes.notices().owe(this);
    } catch (RuntimeException e) {
      LOG.warn("The listener of failed writes threw; they count as handed back.", e);
    } finally {
      InListener.leave(within);
      handed.forEach(writes::forget);
    }
  }

  /** A write is given up. Call it when no read sees the write, before it leaves the account. */
  void refuse(PendingWrite write, Throwable reason) {
    writes.room().keepRefused(write.bytes);
    givenUp.add(write, reason);
  }

  /** A write was still pending when all was closed. */
  void abandon() {
    abandoned = true;
  }

  boolean hasListener() {
    return listener != null;
  }

  /** Whether there is a listener that has yet to be told of writes. */
  boolean owesListener() {
    return listener != null && givenUp.anyWrites();
  }

  /** Whether something was given up that nobody has been told of. */
  boolean owes() {
    return givenUp.any();
  }

  /** What it is that nobody has been told of, for people. */
  String owedText() {
    return givenUp.text() + " to " + table();
  }

  /**
   * A write is accepted, and reads of the session see it.
   *
   * @throws IOException if deferral is closed; it was not accepted
   */
  void enqueue(PendingWrite write, RowKey key) throws IOException {
    Overlay seen = overlay;
    if (seen == null) {
      queue.add(write, key);
      return;
    }
    long stamp = enqueuing.readLock();
    try {
      seen.add(write.mutation);
      queue.add(write, key);
    } catch (Throwable failure) {
      seen.remove(write.mutation);
      throw failure;
    } finally {
      enqueuing.unlockRead(stamp);
    }
  }

  /** Whatever reads have seen by now is in the queue, or was not accepted, when this returns. */
  private void awaitEnqueuing() {
    if (enqueuing.isReadLocked()) {
      enqueuing.unlockWrite(enqueuing.writeLock());
    }
  }

  /** A mutation is pending no longer. */
  void hide(Mutation mutation) {
    if (overlay != null) {
      overlay.remove(mutation);
    }
  }

  TableQueue queue() {
    return queue;
  }

  private boolean await(CountDownLatch latch, long deadline) throws IOException {
    try {
      return latch.await(deadline - queue.now(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw Interruption.asIo();
    }
  }

  private String leftText(long left, Duration atMost) {
    return (left == 1 ? "1 write to " : left + " writes to ")
        + table()
        + " not acknowledged within "
        + Durations.format(atMost)
        + ": pending still, sent until a server takes them, and given back if none does; see"
        + " whether region servers answer.";
  }
}
