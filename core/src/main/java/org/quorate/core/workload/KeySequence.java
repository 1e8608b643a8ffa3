package org.quorate.core.workload;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the numbers of new rows and knows up to which number all rows exist, so that no lane
 * asks for a row that another has yet to insert: what YCSB's {@code AcknowledgedCounterGenerator}
 * is for. Shared by all lanes; lock-free. Takes 4 MiB.
 *
 * <p>Every number handed out must be acknowledged once, whether its insert succeeded or not, for
 * the rows behind it are not read before. YCSB does the same, so that after a failed insert reads
 * may ask for a row that does not exist.
 */
public final class KeySequence {
  /** How far the numbers handed out may run ahead of the last one before which none is missing. */
  static final int WINDOW = 1 << 20;

  private static final int WINDOW_BITS = 20;

  private final long first;
  private final int share;
  private final int shares;
  private final AtomicLong issued;
  private final AtomicLong acknowledged;
  private final AtomicLong turns = new AtomicLong();

  /**
   * For each number modulo the window, the lap (one more than the number divided by the window) in
   * which it was last acknowledged. Laps only grow, so that nothing need be cleared.
   */
  private final AtomicIntegerArray laps = new AtomicIntegerArray(WINDOW);

  /**
   * @param first the first number to hand out, at least 0; all rows below it exist
   */
  public KeySequence(long first) {
    this(first, 0, 1);
  }

  /**
   * The part of one of several who insert into a table and do not hear of one another: the rows of
   * each are every {@code shares}-th, so that no two insert the same, and each knows of its own
   * alone. Numbers are still consecutive here; {@link #row} says which row one stands for.
   *
   * @param first the first number to hand out, at least 0; all rows below it exist
   * @param share from 0 to {@code shares - 1}
   * @param shares at least 1
   */
  public KeySequence(long first, int share, int shares) {
    if (first < 0 || first >= 1L << 50) {
      throw new IllegalArgumentException(
          "The first key number must lie between 0 and 2^50, but it is " + first + ".");
    }
    if (share < 0 || share >= shares) {
      throw new IllegalArgumentException("There is no share " + share + " of " + shares + ".");
    }
    this.first = first;
    this.share = share;
    this.shares = shares;
    issued = new AtomicLong(first);
    acknowledged = new AtomicLong(first - 1);
  }

  /** The number of the next row to insert. */
  public long next() {
    return issued.getAndIncrement();
  }

  /** The row that a number stands for, before hashing: the number itself where nobody shares. */
  public long row(long keyNumber) {
    return keyNumber < first ? keyNumber : first + (keyNumber - first) * shares + share;
  }

  /** The number that stands for a row of this part. */
  private long number(long row) {
    return row < first ? row : first + (row - first) / shares;
  }

  /**
   * Says that the insert of this {@linkplain #row row} is over.
   *
   * @throws IllegalStateException if an insert 2^20 numbers before has not been acknowledged yet
   * @throws IllegalArgumentException if the number was never handed out, or acknowledged before and
   *     passed
   */
  public void acknowledge(long row) {
    long keyNumber = number(row);
    long limit = acknowledged.get();
    if (keyNumber <= limit || keyNumber >= issued.get()) {
      throw new IllegalArgumentException(
          "Key number " + keyNumber + " is not one of an insert under way.");
    }
    if (keyNumber - limit > WINDOW) {
      throw new IllegalStateException(
          "Key number "
              + (limit + 1)
              + " was handed out for an insert and never acknowledged, though "
              + WINDOW
              + " inserts followed it.");
    }
    laps.set(index(keyNumber), lap(keyNumber));
    // Whoever acknowledges the missing number carries the limit over all that came before it. Two
    // lanes that set neighbours at once cannot both miss the other's: each writes before it reads.
    long candidate = acknowledged.get() + 1;
    while (laps.get(index(candidate)) == lap(candidate)) {
      acknowledged.compareAndSet(candidate - 1, candidate);
      candidate = acknowledged.get() + 1;
    }
  }

  /** The largest number such that no insert of it or of a smaller one is under way. */
  public long lastAcknowledged() {
    return acknowledged.get();
  }

  /** 0, 1, 2 and so on over all lanes: what YCSB's {@code sequential} counts by. */
  long nextTurn() {
    return turns.getAndIncrement();
  }

  private static int index(long keyNumber) {
    return (int) keyNumber & (WINDOW - 1);
  }

  private static int lap(long keyNumber) {
    return (int) (keyNumber >>> WINDOW_BITS) + 1;
  }
}
