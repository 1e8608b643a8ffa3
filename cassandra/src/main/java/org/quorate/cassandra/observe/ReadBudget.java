package org.quorate.cassandra.observe;

/**
 * How many reads may be sent by now, where so many a second may be: what was not spent is kept for
 * a while. Not thread-safe.
 */
final class ReadBudget {
  /** Of what was not spent, so many reads are kept, or those of so many seconds where more. */
  private static final double MOST_KEPT = 20;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Years; twice as much would be in the past of {@link System#nanoTime}. */
  private static final double FOREVER = Long.MAX_VALUE / 2.0;

  private double perSecond;
  private double left;
  private long sinceNanos;

  ReadBudget(long now) {
    sinceNanos = now;
  }

  /** So many a second from now on. */
  void allow(double readsPerSecond, long now) {
    refill(now);
    perSecond = readsPerSecond;
  }

  /** Whether so many reads may be sent now. */
  boolean has(int reads, long now) {
    refill(now);
    return left >= reads;
  }

  /**
   * When so many reads may be sent, if none is sent before.
   *
   * @param reads of which no more are asked for than are kept
   * @return {@code now}, or later; in years where nothing is added
   */
  long hasAt(int reads, long now) {
    refill(now);
    double nanos = left >= reads ? 0 : NANOS_PER_SECOND * (reads - left) / perSecond;
    return now + (long) Math.min(FOREVER, Math.ceil(nanos));
  }

  /** So many were sent, perhaps more than there were left. */
  void spend(int reads) {
    left -= reads;
  }

  private void refill(long now) {
    double most = MOST_KEPT * Math.max(1, perSecond);
    left = Math.min(most, left + perSecond * (now - sinceNanos) / NANOS_PER_SECOND);
    sinceNanos = now;
  }
}
