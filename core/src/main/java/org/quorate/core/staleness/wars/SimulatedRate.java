package org.quorate.core.staleness.wars;

import org.quorate.core.statistics.Interval;

/**
 * A rate that was estimated by Monte Carlo, with the error of the draws alone: what is wrong with
 * the model or its delays is not in it. Immutable.
 *
 * @param rate 0 to 1
 * @param standardError of the draws, at least 0
 * @param interval in which the rate lies that endlessly many draws would give; not a point where
 *     none of the draws was stale and one could have been
 */
public record SimulatedRate(double rate, double standardError, Interval interval) {
  static SimulatedRate none(double confidence) {
    return new SimulatedRate(0, 0, new Interval(0, 0, confidence));
  }
}
