package org.quorate.hbase.deferral;

/**
 * When this process stood still of late, as seen by a thread that woke later than it meant to.
 * Thread-safe. Remembers the last few times only.
 */
final class PauseWatch {
  /** Later than this is no matter of the scheduler any more. */
  static final long LEAST = 50_000_000;

  private static final int REMEMBERED = 16;

  private final long[] from = new long[REMEMBERED];
  private final long[] to = new long[REMEMBERED];
  private int count;

  /** A thread that meant to wake at {@code planned} woke at {@code actual}. */
  synchronized void woke(long planned, long actual) {
    if (actual - planned >= LEAST) {
      from[count % REMEMBERED] = planned;
      to[count % REMEMBERED] = actual;
      count++;
    }
  }

  /** How long the process stood still between two instants. */
  synchronized long paused(long begin, long end) {
    long sum = 0;
    for (int index = 0; index < Math.min(count, REMEMBERED); index++) {
      sum += Math.max(0, Math.min(end, to[index]) - Math.max(begin, from[index]));
    }
    return sum;
  }
}
