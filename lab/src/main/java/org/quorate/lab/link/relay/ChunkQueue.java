package org.quorate.lab.link.relay;

import java.util.Arrays;

/**
 * The pieces of one flow that are under way, oldest first: how many bytes, when they arrived, when
 * they are due. Bytes themselves are elsewhere. No piece is due before the one in front of it.
 * Instants are nanoseconds on any clock that does not go backwards; {@link #NEVER} is later than
 * all. A ring of primitive arrays that grows to {@link #CAPACITY} and is reused; not thread-safe.
 */
final class ChunkQueue {
  /** Most pieces that are held. */
  static final int CAPACITY = 1 << 16;

  /** The instant that does not come. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int FIRST_CAPACITY = 32;

  /** Is told of every piece that was delivered to its last byte. */
  @FunctionalInterface
  interface Deliveries {
    /**
     * @param bytes length of the piece
     * @param delayNanos from its arrival to its delivery
     */
    void delivered(int bytes, long delayNanos);
  }

  private long[] arrivals = new long[FIRST_CAPACITY];
  private long[] dues = new long[FIRST_CAPACITY];
  private int[] lengths = new int[FIRST_CAPACITY];
  private int head;
  private int size;
  private int headDelivered;
  private int ripe;
  private int ripeBytes;
  private long lastDue = Long.MIN_VALUE;
  private long floor = Long.MIN_VALUE;

  boolean isEmpty() {
    return size == 0;
  }

  boolean isFull() {
    return size == CAPACITY;
  }

  /**
   * Adds a piece behind all others. It is due at {@code due} or when the piece in front of it is,
   * whichever is later.
   */
  void add(long arrival, long due, int length) {
    if (size == lengths.length) {
      grow();
    }
    int tail = index(size);
    arrivals[tail] = arrival;
    lengths[tail] = length;
    dues[tail] = after(due);
    size++;
  }

  /**
   * The instant at which something may follow that was due at {@code due}: not before anything that
   * was added. Later pieces will not be due before it either.
   */
  long after(long due) {
    lastDue = Math.max(lastDue, due);
    return lastDue;
  }

  /** When the oldest piece is due; {@link #NEVER} if there is none. */
  long nextDue() {
    return size == 0 ? NEVER : Math.max(dues[head], floor);
  }

  /** Bytes that are due at {@code now} and not delivered. */
  int dueBytes(long now) {
    while (ripe < size) {
      int next = index(ripe);
      if (Math.max(dues[next], floor) > now) {
        break;
      }
      ripeBytes += lengths[next] - (ripe == 0 ? headDelivered : 0);
      ripe++;
    }
    return ripeBytes;
  }

  /**
   * Removes bytes from the front, at most as many as {@link #dueBytes} gave.
   *
   * @param now the instant at which they were delivered
   */
  void deliver(int bytes, long now, Deliveries deliveries) {
    ripeBytes -= bytes;
    int rest = bytes;
    while (rest > 0) {
      int missing = lengths[head] - headDelivered;
      if (rest < missing) {
        headDelivered += rest;
        return;
      }
      rest -= missing;
      deliveries.delivered(lengths[head], now - arrivals[head]);
      headDelivered = 0;
      head = index(1);
      size--;
      ripe--;
    }
  }

  /** Makes everything that is held, also what was due already, due no earlier than this. */
  void postpone(long until) {
    floor = Math.max(floor, until);
    ripe = 0;
    ripeBytes = 0;
    after(until);
  }

  void clear() {
    size = 0;
    ripe = 0;
    ripeBytes = 0;
    headDelivered = 0;
  }

  private int index(int offset) {
    return (head + offset) & (lengths.length - 1);
  }

  private void grow() {
    if (isFull()) {
      throw new IllegalStateException("A flow holds at most " + CAPACITY + " pieces.");
    }
    arrivals = unrolled(arrivals);
    dues = unrolled(dues);
    int[] grown = Arrays.copyOfRange(lengths, head, head + 2 * lengths.length);
    System.arraycopy(lengths, 0, grown, lengths.length - head, head);
    lengths = grown;
    head = 0;
  }

  /** Twice as long, with the oldest element first. */
  private long[] unrolled(long[] ring) {
    long[] grown = Arrays.copyOfRange(ring, head, head + 2 * ring.length);
    System.arraycopy(ring, 0, grown, ring.length - head, head);
    return grown;
  }
}
