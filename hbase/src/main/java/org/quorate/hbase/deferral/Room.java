package org.quorate.hbase.deferral;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.setting.Capacity;
import org.quorate.hbase.setting.StalenessBound;

/**
 * How much may be pending, and what a call does that finds no room. A write larger than all the
 * room is let in when nothing else is pending. Thread-safe; without waiting, taking and giving back
 * cost a few atomic operations.
 *
 * <p>Calls that wait are woken together when a good part of the room is free, not one by one with
 * every acknowledgement: a switch of threads for each write would cost more than the write. Nobody
 * takes turns, so that smaller writes could keep a large one out for good; a call that has waited
 * for as long as the bound may therefore take a little more than is allowed, within the ceiling,
 * and one at a time.
 *
 * <p>No table and no server may fill it: what each of them may have is a {@link ServerShare}. And
 * no more is let in than servers take within the bound, as an {@link AdmissionWindow} says.
 *
 * <p>Refused writes keep their room until somebody has been told of them, so that they cannot add
 * up without bound. What a listener writes while it is told, however, finds room as if they took
 * none: others may have to wait until it returns before they are told of theirs. It waits only for
 * writes that servers have yet to answer; with such writes, twice the room may be taken at most.
 */
final class Room {
  /** Calls that wait are woken when one part in so many has become free. */
  private static final int PARTS = 16;

  /** Bytes that may be pending before it is known how many servers take, where calls wait. */
  private static final long FIRST_WINDOW = 1 << 20;

  /** A call that waits looks again by itself, since what is free may be enough for it alone. */
  static final long LOOKS_AGAIN = TimeUnit.MILLISECONDS.toNanos(50);

  private final long looksAgain;
  private final long ceiling;
  private final long mostWrites;
  private final Capacity capacity;
  private final DeferralTally tally;
  private final Runnable onPressure;
  private final FairShares shares;

  /** Used by the one thread that looks. */
  private final AdmissionWindow window;

  /** How many nanoseconds a call waits before it may take more than is allowed. */
  private final long patience;

  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();

  /** What refused writes take of it. */
  private final AtomicLong refusedBytes = new AtomicLong();

  private final AtomicLong refusedWrites = new AtomicLong();

  /** Calls that wait, and those of them that more room would help. */
  private final AtomicInteger asleep = new AtomicInteger();

  private final AtomicInteger waiting = new AtomicInteger();

  /** Whether calls that wait have been woken and not looked yet. */
  private final AtomicBoolean waking = new AtomicBoolean();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private volatile long mostBytes;

  /**
   * What was taken when a call last found no room: perhaps not all, where its share was used up.
   */
  private volatile long fullBytes;

  private volatile long fullWrites;
  private volatile boolean turnedAway;

  /** Whether a call was refused, and no good part of the room has become free since. */
  private volatile boolean refused;

  private volatile boolean closed;

  /**
   * @param onPressure called when a call begins to wait, or is the first that is refused
   * @param looksAgain nanoseconds after which a call that waits looks again by itself
   */
  Room(
      StalenessBound bound,
      Capacity capacity,
      DeferralTally tally,
      Runnable onPressure,
      long looksAgain) {
    this.looksAgain = looksAgain;
    this.ceiling = Math.min(bound.bytes(), capacity.memory());
    this.mostWrites = bound.writes();
    this.capacity = capacity;
    this.tally = tally;
    this.onPressure = onPressure;
    this.patience = Math.min(bound.time().toNanos(), capacity.blockAtMost().toNanos() / 2);
    this.shares = new FairShares(bound.time().toNanos());
    // Calls that would fail, and not wait a little, are let in until more is known.
    this.window =
        new AdmissionWindow(
            bound.time().toNanos() / 1e9, capacity.waits() ? FIRST_WINDOW : ceiling, ceiling);
    this.mostBytes = window.bytes();
  }

  /** What a table may have of it. */
  FairShares.OfTable shares(TableName table) {
    return shares.of(table);
  }

  /**
   * Decides anew how much may be taken. Call it on one thread only.
   *
   * @param now elapsed nanoseconds
   * @param drain seconds that the busiest server needs for what is pending
   * @param flush seconds that a flush takes on average
   */
  void look(long now, double drain, double flush) {
    long stuck = Math.min(taken(), shares.look(now));
    window.observe(taken() - stuck, drain, flush, wanted());
    // What is pending where nobody answers keeps nothing from going where somebody does.
    allow(window.bytes() < ceiling - stuck ? window.bytes() + stuck : ceiling);
  }

  /** Bytes that are taken. */
  long taken() {
    return Math.max(0, bytes.get());
  }

  /** Whether calls find no room, so that whatever waits to be sent should be. */
  boolean pressed() {
    return refused || waiting.get() > 0;
  }

  /** Whether a call found no room since this was last asked. Ask on one thread only. */
  boolean wanted() {
    boolean wanted = turnedAway || waiting.get() > 0;
    turnedAway = false;
    return wanted;
  }

  /** From now on so many bytes may be taken, up to the ceiling. */
  void allow(long most) {
    boolean more = most > mostBytes;
    mostBytes = Math.min(most, ceiling);
    if (more && waiting.get() > 0) {
      wake();
    }
  }

  /**
   * Takes room for one write, if there is some and its table and its server may have it. Where it
   * is stuck there, how much servers take within the bound counts no longer, and a call that waits
   * hastens nothing.
   *
   * @param share of its table on its server
   * @param atMost nanoseconds to wait, if that is less than a call may
   * @param elsewhere whether the call has something more important to do than to wait; asked now
   *     and then while it waits
   * @return false if it has, and nothing was taken
   * @throws DeferralFullException if there is none, or none within the time that a call may wait
   * @throws InterruptedIOException if the thread is interrupted while it waits
   * @throws IOException if the room is closed
   */
  boolean take(long size, ServerShare share, long atMost, BooleanSupplier elsewhere)
      throws IOException {
    refuseIfClosed();
    boolean stuck = share.isStuck();
    boolean fails = !capacity.waits();
    // What the window never has room for cannot be had by trying again.
    if (tryTake(size, share, most(size, share, fails && size > mostBytes))) {
      return true;
    }
    if (!stuck) {
      turnedAway = true;
    }
    if (fails) {
      if (!stuck && !refused) {
        noteFull();
        refused = true;
        onPressure.run();
      }
      throw refusal("", stuck);
    }
    tally.waitedForRoom();
    return await(size, share, atMost, elsewhere);
  }

  /** A write that has taken room is refused, and keeps it for now. */
  void keepRefused(long size) {
    refusedBytes.addAndGet(size);
    refusedWrites.incrementAndGet();
  }

  /** Gives back what a refused write kept. */
  void giveBackRefused(long size) {
    // In this order: a listener that comes in between finds too little room, and not too much.
    refusedBytes.addAndGet(-size);
    refusedWrites.decrementAndGet();
    giveBack(size);
  }

  /** Gives back what a write took. */
  void giveBack(long size) {
    long left = bytes.addAndGet(-size);
    long count = writes.decrementAndGet();
    if ((refused || asleep.get() > 0) && isGoodPart(left, count)) {
      refused = false;
      if (asleep.get() > 0 && waking.compareAndSet(false, true)) {
        wake();
      }
    }
  }

  /** Lets nobody in any more; calls that wait fail. */
  void close() {
    closed = true;
    wake();
  }

  /** Whether, with so much taken, a good part of the room is free that was not. */
  private boolean isGoodPart(long left, long count) {
    return left <= Math.max(0, fullBytes - mostBytes / PARTS)
        || count <= Math.max(0, fullWrites - Math.max(1, mostWrites / PARTS));
  }

  private void noteFull() {
    fullBytes = bytes.get();
    fullWrites = writes.get();
  }

  /** If the table and the server may have it. */
  private boolean tryTake(long size, ServerShare share, long most) {
    // One that needs a good part of the window for itself is measured by all the room.
    long all = size > most / PARTS ? ceiling : most;
    return share.fits(
            size,
            all - Math.max(0, bytes.get() - spareBytes()),
            mostWrites - Math.max(0, writes.get() - spareWrites()))
        && tryTake(size, most);
  }

  /** What is spare is asked for after what is taken: else there might seem to be more room. */
  private boolean tryTake(long size, long most) {
    long others = writes.get() - spareWrites();
    if (others > 0 && (others >= mostWrites || bytes.get() - spareBytes() > most - size)) {
      // Taking and giving back would keep out others that fit.
      return false;
    }
    long count = writes.incrementAndGet() - spareWrites();
    long before = bytes.get();
    if (count <= 1 && size > most) {
      // Alone with its bytes as well: another may have come since, and taken some already.
      if (before - spareBytes() <= 0 && bytes.compareAndSet(before, before + size)) {
        return true;
      }
    } else if (count <= mostWrites) {
      while (before - spareBytes() <= most - size) {
        if (bytes.compareAndSet(before, before + size)) {
          return true;
        }
        before = bytes.get();
      }
    }
    writes.decrementAndGet();
    return false;
  }

  /**
   * What refused writes take, which counts for no listener: at most as much again as there is,
   * since what listeners write may be refused as well.
   */
  private long spareBytes() {
    long refusedNow = refusedBytes.get();
    return refusedNow > 0 && InListener.here() ? Math.min(ceiling, refusedNow) : 0;
  }

  private long spareWrites() {
    long refusedNow = refusedWrites.get();
    return refusedNow > 0 && InListener.here() ? Math.min(mostWrites, refusedNow) : 0;
  }

  private boolean await(long size, ServerShare share, long atMost, BooleanSupplier elsewhere)
      throws IOException {
    long all = capacity.blockAtMost().toNanos();
    // The rest it has waited already.
    long left = Math.min(all, atMost);
    boolean presses = !share.isStuck();
    lock.lock();
    asleep.incrementAndGet();
    try {
      if (presses) {
        waiting.incrementAndGet();
        onPressure.run();
      }
      // Before it looks: what is given back meanwhile had better wake it for nothing than not.
      noteFull();
      while (!tryTake(size, share, most(size, share, all - left > patience))) {
        refuseIfClosed();
        if (elsewhere.getAsBoolean()) {
          return false;
        }
        if (left <= 0) {
          throw refusal(" within " + Durations.format(capacity.blockAtMost()), share.isStuck());
        }
        if (presses && share.isStuck()) {
          presses = false;
          waiting.decrementAndGet();
        }
        long most = Math.min(left, looksAgain);
        waking.set(false);
        left -= most - freed.awaitNanos(most);
        noteFull();
      }
      return true;
    } catch (InterruptedException e) {
      throw Interruption.asIo();
    } finally {
      if (presses) {
        waiting.decrementAndGet();
      }
      asleep.decrementAndGet();
      lock.unlock();
    }
  }

  /**
   * How much may be taken with a write.
   *
   * @param beyond whether it is let in where others are not
   */
  private long most(long size, ServerShare share, boolean beyond) {
    long most = mostBytes;
    if (share.isStuck() || (beyond && size > ceiling - most)) {
      return ceiling;
    }
    return beyond ? most + size : most;
  }

  private void wake() {
    lock.lock();
    try {
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void refuseIfClosed() throws IOException {
    if (closed) {
      throw new IOException("Deferral is closed; the write was not accepted.");
    }
  }

  private DeferralFullException refusal(String within, boolean stuck) {
    tally.refused();
    String text =
        "The write was not accepted"
            + within
            + ": "
            + writes.get()
            + " writes ("
            + ByteSizes.format(taken())
            + ") wait for region servers to acknowledge them, or to be handed back, and ";
    return new DeferralFullException(
        stuck
            ? text
                + "its table or its region server has used up its share of the room, and has"
                + " acknowledged nothing within the bound; see whether the table is enabled, and"
                + " whether the server answers."
            : text
                + "no more can be sent within the bound; see whether the servers answer, and"
                + " whether sessions with refused writes were forgotten, or allow more.");
  }
}
