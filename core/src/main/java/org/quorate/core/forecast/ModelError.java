package org.quorate.core.forecast;

import org.quorate.core.statistics.Interval;

/**
 * How far the simulation was off on servers: of the study {@code stale-rates} (Cassandra 5, three
 * replicas, 150 and 300 operations a second, writes at ONE and QUORUM, links without delay and of 5
 * ms to lognormal 10 ms 0.8), in whose settings the oracle counted between {@value #LOW} and
 * {@value #HIGH} times the stale reads that were estimated. That is the middle 95 % of a lognormal
 * factor of the setting (median 0.74, spread 0.35, by maximum likelihood with Poisson counts; 27
 * settings in which any were estimated, 300 checks). Estimates were too high rather than too low,
 * and far too high, by a factor of about ten, where replicas are less than a millisecond apart, as
 * the times that are measured then are hardly those of messages. docs/estimate.md has the table.
 */
final class ModelError {
  /** Of what was estimated, at least. */
  static final double LOW = 0.37;

  /** Of what was estimated, at most. */
  static final double HIGH = 1.5;

  private ModelError() {}

  /**
   * An interval of the draws, as much wider. Both bounds of 95 % are taken at once, so it holds the
   * rate more often than that.
   *
   * @param draws of a rate from 0 to 1
   */
  static Interval with(Interval draws) {
    return new Interval(LOW * draws.low(), HIGH * draws.high(), draws.confidence()).within(0, 1);
  }
}
