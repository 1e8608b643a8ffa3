package org.quorate.cassandra.observe;

import org.quorate.core.control.Traffic;

/**
 * Adds up rates over intervals, without the observer's own share. Not thread-safe; of constant
 * size.
 *
 * <p>The servers' counts and the observer's are dated a little differently, so that an own read at
 * the end of one interval may be taken out of the next. Sums are therefore held to 0 at the end
 * only, by the rule that decisions go by too.
 */
final class RateTally {
  private double events;
  private double own;
  private double seconds;
  private double low = Double.POSITIVE_INFINITY;
  private double high;

  /**
   * One interval; one whose rate is not known is left out.
   *
   * @param rate per second, NaN where not known
   * @param ownEvents of the observer in the interval
   * @param over the interval's length in seconds, above 0
   */
  void add(double rate, double ownEvents, double over) {
    if (!Double.isNaN(rate)) {
      events += rate * over;
      own += ownEvents;
      seconds += over;
      double others = Traffic.withoutOwn(rate, ownEvents / over);
      low = Math.min(low, others);
      high = Math.max(high, others);
    }
  }

  MeanRate rate() {
    if (seconds == 0) {
      return MeanRate.UNKNOWN;
    }
    double others = Traffic.withoutOwn(events, own);
    return others == 0 ? MeanRate.of(0) : new MeanRate(others / seconds, low, high);
  }
}
