package org.quorate.cassandra.propagation;

/**
 * When a replica got a write, as far as reads through it tell, in seconds since the write's
 * acknowledgement arrived at the client.
 *
 * @param lowSeconds at least 0: it did not have the write yet
 * @param highSeconds at least {@code lowSeconds}: it had the write
 */
record VisibilityInterval(double lowSeconds, double highSeconds) {
  VisibilityInterval {
    if (!(lowSeconds >= 0 && lowSeconds <= highSeconds)) {
      throw new IllegalArgumentException(
          "A write becomes visible between two instants in order, not between "
              + lowSeconds
              + " and "
              + highSeconds
              + " seconds.");
    }
  }

  /**
   * From instants on one clock, in nanoseconds. A read asks the replica no sooner than {@code
   * wayNanos} after its invocation, and the replica has answered {@code wayNanos} before its
   * completion; an end before the acknowledgement is 0.
   *
   * @param lastMissInvoked when the last read that missed the write was invoked; the
   *     acknowledgement itself where none did
   * @param firstHitCompleted when the first read that saw it was complete
   * @param wayNanos least time that a message takes between client and replica, or 0 where nothing
   *     is known
   */
  static VisibilityInterval between(
      long acknowledged,
      boolean missed,
      long lastMissInvoked,
      long firstHitCompleted,
      long wayNanos) {
    long high = Math.max(0, firstHitCompleted - wayNanos - acknowledged);
    long low = missed ? Math.max(0, lastMissInvoked + wayNanos - acknowledged) : 0;
    return new VisibilityInterval(Math.min(low, high) / 1e9, high / 1e9);
  }

  double midpointSeconds() {
    return (lowSeconds + highSeconds) / 2;
  }
}
