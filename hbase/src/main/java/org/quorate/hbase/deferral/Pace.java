package org.quorate.hbase.deferral;

import java.util.concurrent.TimeUnit;

/**
 * How long writes wait for company: as long as the bound leaves for a slow flush. That is the bound
 * less one and a half times the slowest flush of late, of which at least 65 % and at most three
 * quarters of the bound are kept free. It is worked out anew a few times within the bound. Flushes
 * may be told of by any thread, {@link #observe} is called by one; the wait is read without a lock.
 */
final class Pace {
  private static final long LONGEST_INTERVAL = TimeUnit.SECONDS.toNanos(1);
  private static final long SHORTEST_INTERVAL = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int LOOKS_BACK = 30;
  private static final double SECOND = 1e9;
  private static final double NEWEST = 0.1;

  /**
   * Share of the bound that is kept free however quick flushes are: a server that pauses to collect
   * garbage, or to write its memory to files, gives no sign before. Measured on busy servers, a
   * wait of half a second instead of a quarter made throughput 3 % higher, and the slowest of
   * 30,000 writes twice as slow.
   */
  private static final double LEAST_SLACK = 0.65;

  /** Share of the bound that is kept free at most: a server that is too slow misses it anyway. */
  private static final double MOST_SLACK = 0.75;

  /** How much slower than the slowest of late the next flush may be without missing the bound. */
  private static final double HEADROOM = 1.5;

  private final long bound;
  private final long interval;

  /** Nanoseconds that flushes took. Guarded by this, with the mean. */
  private final RecentMaximum flushTimes;

  private double meanFlush;
  private long observedAt;
  private volatile long waitNanos;

  /**
   * @param bound in nanoseconds, above 0
   */
  Pace(long bound) {
    this.bound = bound;
    this.interval = Math.max(SHORTEST_INTERVAL, Math.min(LONGEST_INTERVAL, bound / 4));
    this.flushTimes = new RecentMaximum(Math.max(LONGEST_INTERVAL, bound), LOOKS_BACK);
    this.waitNanos = waitBeside(0);
  }

  /** How long a write may wait, in nanoseconds. */
  long waitNanos() {
    return waitNanos;
  }

  /** Seconds that a flush took on average of late, 0 if there was none. */
  synchronized double meanFlush() {
    return meanFlush;
  }

  /** A flush was answered completely and without a failure, so many nanoseconds after it left. */
  synchronized void flushed(long now, long nanos) {
    flushTimes.add(now, (double) nanos);
    double seconds = nanos / SECOND;
    meanFlush = meanFlush == 0 ? seconds : meanFlush + NEWEST * (seconds - meanFlush);
  }

  /**
   * Works out the wait anew, if it is time to.
   *
   * @return seconds since the last time, or 0 if it is not time yet
   */
  double observe(long now) {
    long elapsed = now - observedAt;
    if (elapsed < interval) {
      return 0;
    }
    observedAt = now;
    waitNanos = waitBeside(slowestFlush(now));
    return elapsed / SECOND;
  }

  private synchronized double slowestFlush(long now) {
    return flushTimes.largest(now);
  }

  private long waitBeside(double slowestFlush) {
    double slack =
        Math.min(MOST_SLACK * bound, Math.max(LEAST_SLACK * bound, HEADROOM * slowestFlush));
    return (long) (bound - slack);
  }
}
