package org.quorate.hbase.deferral;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.NanosecondTime;
import org.quorate.hbase.destination.Routing;
import org.quorate.hbase.destination.WriteTarget;
import org.quorate.hbase.metric.DeferralMetrics;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.row.RowKey;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.Spill;
import org.quorate.hbase.stamp.RowStamps;
import org.quorate.hbase.stamp.StampedMutations;
import org.quorate.hbase.thread.DaemonThreads;

/**
 * All writes of a process that were accepted and not yet acknowledged. Thread-safe.
 *
 * <p>Accepting a write takes, in this order: room, a timestamp, a place in the spill, a place in
 * the session's overlay, a place in its table's queue. A write that fails before the last was not
 * accepted. Its acknowledgement gives all of it back.
 */
public final class PendingWrites implements Closeable {
  /** What was refused is asked for by the next call; only where none comes, somebody is told. */
  private static final long LEAST_OWED = TimeUnit.SECONDS.toNanos(10);

  /** Answers that have come when all is closed are acted upon in far less. */
  private static final long LAST_ANSWERS = TimeUnit.SECONDS.toNanos(1);

  private static final long LOOKS_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

  private final DeferralSettings settings;
  private final Routing routing;
  private final Spill spill;
  private final RowStamps stamps;
  private final LongSupplier clock;
  private final DeferralTally tally;
  private final Pace pace;
  private final Room room;
  private final Answers answers;
  private final Flusher flusher;
  private final FailureNotices notices;
  private final AtomicLong sequence = new AtomicLong();
  private final ConcurrentMap<TableName, TableQueue> queues = new ConcurrentHashMap<>();

  /** Calls that are between their room and their place in a queue. */
  private final AtomicInteger accepting = new AtomicInteger();

  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean spillClosed;

  private volatile boolean ended;

  /**
   * Starts the thread that flushes.
   *
   * @param settings enabled
   * @param target where writes go
   * @param routing how they are grouped
   * @param spill closed with this
   * @param stamps gives timestamps
   * @param nanoClock such as {@link System#nanoTime}
   */
  public PendingWrites(
      DeferralSettings settings,
      WriteTarget target,
      Routing routing,
      Spill spill,
      RowStamps stamps,
      LongSupplier nanoClock) {
    this(
        settings,
        target,
        routing,
        spill,
        stamps,
        nanoClock,
        new DaemonThreads("quorate-deferral-failures"),
        FailureNotices.LONGEST_END);
  }

  /**
   * @param listeners makes the threads on which listeners of failures are told
   * @param end how long they have to return when all is closed
   */
  PendingWrites(
      DeferralSettings settings,
      WriteTarget target,
      Routing routing,
      Spill spill,
      RowStamps stamps,
      LongSupplier nanoClock,
      ThreadFactory listeners,
      Duration end) {
    long start = nanoClock.getAsLong();
    long bound = settings.bound().time().toNanos();
    this.settings = settings;
    this.routing = routing;
    this.spill = spill;
    this.stamps = stamps;
    this.clock = () -> nanoClock.getAsLong() - start;
    this.notices = new FailureNotices(clock, Math.max(bound, LEAST_OWED), listeners, end);
    this.tally = new DeferralTally(settings.listeners());
    this.pace = new Pace(bound);
    this.room =
        new Room(settings.bound(), settings.capacity(), tally, this::hasten, Room.LOOKS_AGAIN);
    PauseWatch pauses = new PauseWatch();
    this.answers =
        new Answers(queues::values, start, bound, spill, tally, pace, pauses, room, notices);
    this.flusher = new Flusher(queues::values, target, answers, pace, pauses, clock);
    flusher.start();
  }

  /**
   * A new account.
   *
   * @param listener told of writes that are given up; without one the account's next call throws
   * @param overlay where the account's writes are shown to reads while they are pending
   */
  public WriteAccount account(
      TableName table, @Nullable FailureListener listener, @Nullable Overlay overlay) {
    return new WriteAccount(this, queue(table), listener, overlay);
  }

  /** What happened since the start. */
  public DeferralMetrics metrics() {
    PendingAge age = PendingAge.of(queues.values());
    return tally.metrics(
        room.taken(), Duration.ofNanos(age.oldest()), age.overdue(), pace.waitNanos() / 1e9);
  }

  /** How long a write may wait. */
  public Duration bound() {
    return settings.bound().time();
  }

  /** How writes that are not deferred get timestamps in line with those that are. */
  public RowStamps stamps() {
    return stamps;
  }

  /** Whether it is closed, and whoever did that first is through. */
  public boolean hasEnded() {
    return ended;
  }

  /** Has all that is pending sent now. */
  public void ask() {
    queues.values().forEach(TableQueue::ask);
  }

  /** As {@link #close(Duration)} with the time that a call waits for room. */
  @Override
  public void close() throws IOException {
    close(settings.capacity().blockAtMost());
  }

  /**
   * Accepts nothing more, has everything sent, and waits for it, and at most a second more while
   * answers are acted upon that have come by then. What is not acknowledged by then stays in the
   * spill or, without one, is given up. A thread that is interrupted waits all the same, and is
   * interrupted when it returns. Who comes while another closes waits for that, unless it is a
   * listener, for whom the other waits.
   *
   * @param atMost how long to wait for servers, or for the other
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException if everything was
   *     sent, but some of it was given up and nobody was told
   * @throws IOException if something is left; the message says what becomes of it
   */
  public void close(Duration atMost) throws IOException {
    boolean interrupted = false;
    long deadline = clock.getAsLong() + NanosecondTime.of(atMost).toNanos();
    boolean first = closed.compareAndSet(false, true);
    try {
      if (!first) {
        boolean awaited = InListener.here() || flusher.isHere() || tally.isHere();
        interrupted |= !awaited && await(this::hasEnded, deadline);
        return;
      }
      room.close();
      interrupted |= await(() -> accepting.get() == 0, deadline);
      ask();
      interrupted |= await(this::isEmpty, deadline);
      int left = answers.takeOut(isSpilled(), clock.getAsLong());
      // A write that was refused by then is in no queue any more, and with its account only soon.
      interrupted |= await(this::isEmpty, clock.getAsLong() + LAST_ANSWERS);
      flusher.stop();
      interrupted |= await(flusher::hasEnded, Long.MAX_VALUE);
      IOException failure = Failure.joined(left == 0 ? null : leftOver(left), notices.close());
      tally.close();
      spillClosed = true;
      interrupted |= Thread.interrupted();
      try {
        spill.close();
      } catch (IOException e) {
        failure = Failure.joined(failure, e);
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      if (first) {
        ended = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits until something is done, or an instant of the clock. An interruption does not end that: a
   * pool that is shut down at once interrupts whoever closes deferral, and what servers would take
   * in a moment is not to be given back for that.
   *
   * @return whether the thread was interrupted
   */
  private boolean await(BooleanSupplier done, long deadline) {
    boolean interrupted = Thread.interrupted();
    while (!done.getAsBoolean() && clock.getAsLong() < deadline) {
      LockSupport.parkNanos(this, LOOKS_AGAIN);
      interrupted |= Thread.interrupted();
    }
    return interrupted;
  }

  private boolean isSpilled() {
    return settings.spill().durability() != CrashDurability.NONE;
  }

  private IOException leftOver(int left) {
    String where =
        settings
            .spill()
            .directory()
            .filter(directory -> isSpilled())
            .map(
                directory ->
                    " and remain in the spill below "
                        + directory
                        + "; they are sent when it is opened again, or by \"quorate spill drain\".")
            .orElse(
                ", and went back to whoever wrote them: to their listener, or suppressed in this.");
    return new IOException(
        (left == 1 ? "1 write was" : left + " writes were")
            + " not acknowledged by region servers before deferral was closed"
            + where);
  }

  /**
   * @param atMost nanoseconds to wait for room, if that is less than a call may
   * @param listener of this write alone; null if its account is told
   */
  void accept(
      WriteAccount account, Mutation mutation, long atMost, @Nullable WriteListener listener)
      throws IOException {
    refuseUnfit(mutation);
    long size = mutation.heapSize();
    String server = routing.server(account.table(), mutation.getRow());
    ServerShare share = account.queue().shares().on(server);
    while (!room.take(size, share, atMost, account.owesItsCaller)) {
      // What was given up meanwhile keeps its room until the caller knows.
      account.throwGivenUp();
    }
    accepting.incrementAndGet();
    try {
      if (closed.get()) {
        throw new IOException("Deferral is closed; the write was not accepted.");
      }
      put(account, mutation, size, share, listener);
    } catch (Throwable failure) {
      room.giveBack(size);
      throw failure;
    } finally {
      accepting.decrementAndGet();
    }
    tally.accepted();
  }

  private void put(
      WriteAccount account,
      Mutation mutation,
      long size,
      ServerShare share,
      @Nullable WriteListener listener)
      throws IOException {
    TableName table = account.table();
    RowKey key = new RowKey(mutation.getRow());
    Mutation own = stampedOrCopied(table, key, mutation);
    PendingWrite write = new PendingWrite(own, account, sequence.incrementAndGet(), size, share);
    write.listener = listener;
    spill.append(write.sequence, table, own);
    try {
      account.enqueue(write, key);
    } catch (Throwable failure) {
      forget(write);
      throw failure;
    }
  }

  /** The application may go on with its own, and change it. */
  private Mutation stampedOrCopied(TableName table, RowKey key, Mutation mutation) {
    return StampedMutations.needsStamp(mutation)
        ? StampedMutations.stamped(mutation, stamps.next(table, key, mutation instanceof Delete))
        : StampedMutations.copied(mutation);
  }

  FailureNotices notices() {
    return notices;
  }

  Room room() {
    return room;
  }

  /** The application knows of a write that was given up, or not accepted. */
  void forget(PendingWrite write) {
    if (!spillClosed) {
      spill.acknowledged(write.sequence);
    }
  }

  private static void refuseUnfit(Mutation mutation) {
    if (!StampedMutations.deferrable(mutation)) {
      throw new IllegalArgumentException(
          "A "
              + mutation.getClass().getSimpleName()
              + " whose effect depends on when it arrives cannot be deferred.");
    }
    if (mutation instanceof Put && mutation.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
  }

  private TableQueue queue(TableName table) {
    return queues.computeIfAbsent(
        table,
        name ->
            new TableQueue(
                name,
                routing,
                pace,
                room,
                tally,
                settings.flush(),
                settings.bound().time().toNanos(),
                clock,
                flusher::wakeBy));
  }

  /** A call waits for room. */
  private void hasten() {
    flusher.wakeBy(Long.MIN_VALUE);
  }

  /** Whether every write that was accepted is done with. */
  private boolean isEmpty() {
    return queues.values().stream().allMatch(TableQueue::isEmpty);
  }
}
