package org.quorate.cli.live;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;

/**
 * What was seen of a table in one minute: means by the length of its readings, each over those in
 * which it was known, and counts. Immutable.
 *
 * @param minute since the epoch
 * @param replicas that executed a read, for each read by a client, weighed by reads
 * @param estimate of the share of stale reads at the weakest level
 * @param low of that estimate
 * @param high of that estimate
 * @param pairs of reads that were compared in the minute
 * @param stale of these
 */
record TableMinute(
    long minute,
    Sum reads,
    Sum writes,
    Sum replicas,
    Sum estimate,
    Sum low,
    Sum high,
    long pairs,
    long stale) {
  /** A weighed sum of what is known. */
  record Sum(double sum, double weight) {
    static final Sum NONE = new Sum(0, 0);

    Sum plus(double value, double by) {
      return Double.isFinite(value) && by > 0 ? new Sum(sum + value * by, weight + by) : this;
    }

    /** NaN where nothing is known. */
    double mean() {
      return weight > 0 ? sum / weight : Double.NaN;
    }
  }

  static TableMinute empty(long minute) {
    return new TableMinute(
        minute, Sum.NONE, Sum.NONE, Sum.NONE, Sum.NONE, Sum.NONE, Sum.NONE, 0, 0);
  }

  /**
   * The minute with another reading.
   *
   * @param least the estimate to take; null for none
   * @param morePairs by how much the count of pairs has grown
   */
  TableMinute with(
      TableReport table,
      double seconds,
      @Nullable RateEstimate least,
      long morePairs,
      long moreStale) {
    return new TableMinute(
        minute,
        reads.plus(table.reads().mean(), seconds),
        writes.plus(table.writes().mean(), seconds),
        replicas.plus(table.replicasPerRead(), table.reads().mean() * seconds),
        least == null ? estimate : estimate.plus(least.raw(), seconds),
        least == null ? low : low.plus(least.low(), seconds),
        least == null ? high : high.plus(least.high(), seconds),
        pairs + morePairs,
        stale + moreStale);
  }
}
