package org.quorate.core.forecast;

import org.quorate.core.statistics.Interval;

/**
 * How far the simulation was off on servers: of the study {@code stale-rates} (Cassandra 5, three
 * replicas, 150 and 300 operations a second, writes at ONE and QUORUM, links without delay and of 5
 * ms to lognormal 10 ms 0.8). As many stale reads as were estimated times a lognormal factor of the
 * setting, of which {@value #LOW} to {@value #HIGH} are the middle 95 %, were most likely what the
 * oracle counted in the 27 settings in which any were estimated (Poisson counts). The factor was
 * fitted to these settings; of the 27 others of that study's scale {@code others} in which any were
 * estimated the middle 95 % had 0.82 to 1.0 times as many. Where replicas were less than a
 * millisecond apart, in six of them, a tenth of what was estimated was counted, since the times
 * that are measured then are hardly those of messages: there an estimate is an upper bound alone.
 * docs/estimate.md has the table.
 */
final class ModelError {
  /** Of what was estimated, at least. */
  static final double LOW = 0.37;

  /** Of what was estimated, at most. */
  static final double HIGH = 1.5;

  /** Of shorter ways nothing measured tells the least that may be stale. */
  static final double SHORTEST_SECONDS = 0.001;

  private ModelError() {}

  /**
   * An interval of the draws, as much wider.
   *
   * @param draws of a rate from 0 to 1
   * @param medianSeconds one way between replicas
   */
  static Interval with(Interval draws, double medianSeconds) {
    double low = medianSeconds < SHORTEST_SECONDS ? 0 : LOW;
    return new Interval(low * draws.low(), HIGH * draws.high(), draws.confidence()).within(0, 1);
  }
}
