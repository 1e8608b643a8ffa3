package org.quorate.cassandra.propagation;

import org.quorate.core.staleness.Propagation;

/**
 * Writes that coordinators finished, and how long they took together.
 *
 * @param idealWrites writes that the ideal level was reached for
 * @param idealMicros time until it was, of all of them together, in microseconds
 * @param writes writes that were answered at the level in use
 * @param writeMicros time until they were, together
 * @param failed writes that were answered, and for which the ideal level was not reached
 */
record WriteTotals(long idealWrites, long idealMicros, long writes, long writeMicros, long failed) {
  static final WriteTotals NONE = new WriteTotals(0, 0, 0, 0, 0);

  WriteTotals plus(WriteTotals other) {
    return new WriteTotals(
        idealWrites + other.idealWrites,
        idealMicros + other.idealMicros,
        writes + other.writes,
        writeMicros + other.writeMicros,
        failed + other.failed);
  }

  /** What came since an earlier reading of the same run of the same server. */
  WriteTotals since(WriteTotals earlier) {
    return new WriteTotals(
        idealWrites - earlier.idealWrites,
        idealMicros - earlier.idealMicros,
        writes - earlier.writes,
        writeMicros - earlier.writeMicros,
        failed - earlier.failed);
  }

  /** Whether there are at least so many of both kinds. */
  boolean has(long count) {
    return idealWrites >= count && writes >= count;
  }

  /**
   * By how much the mean time until the ideal level exceeds the mean time until the answer, as the
   * high bound; half of it as the value, and 0 as the low bound. Needs at least one write of each
   * kind.
   */
  Propagation propagation() {
    double excess =
        Math.max(0, idealMicros / (double) idealWrites - writeMicros / (double) writes) / 1e6;
    return new Propagation(excess / 2, 0, excess);
  }
}
