package org.quorate.cassandra.propagation;

import java.util.List;
import org.quorate.core.staleness.Propagation;

/** Makes a propagation time of what canaries showed. */
final class CanaryTimes {
  private static final double LOW = 0.05;
  private static final double HIGH = 0.95;

  private CanaryTimes() {}

  /**
   * The mean of the midpoints; as low bound the 5th percentile of the intervals' low ends, as high
   * bound the 95th percentile of their high ends. Where a few long ones pull the mean out of those
   * bounds, the bound is the mean.
   *
   * @param intervals one for each canary and replica, at least one
   */
  static Propagation of(List<VisibilityInterval> intervals) {
    double mean =
        intervals.stream().mapToDouble(VisibilityInterval::midpointSeconds).average().orElseThrow();
    double low =
        new Quantiles(intervals.stream().map(VisibilityInterval::lowSeconds).toList()).at(LOW);
    double high =
        new Quantiles(intervals.stream().map(VisibilityInterval::highSeconds).toList()).at(HIGH);
    return new Propagation(mean, Math.min(low, mean), Math.max(high, mean));
  }
}
