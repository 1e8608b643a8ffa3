package org.quorate.study.result;

import org.HdrHistogram.AbstractHistogram;

/**
 * A latency distribution in a few numbers, all in nanoseconds. The full distribution is in the
 * run's HdrHistogram log.
 *
 * @param count operations counted
 * @param mean arithmetic mean; 0 where {@code count} is 0
 */
public record Latencies(
    long count, double mean, long p50, long p90, long p95, long p99, long p999, long max) {
  public static final Latencies NONE = new Latencies(0, 0, 0, 0, 0, 0, 0, 0);

  /** Of fewer values the 99th percentile is the largest of them, and says little. */
  public static final long FEWEST_FOR_P99 = 100;

  /** The numbers of a histogram of nanoseconds. */
  public static Latencies of(AbstractHistogram nanoseconds) {
    return nanoseconds.getTotalCount() == 0
        ? NONE
        : new Latencies(
            nanoseconds.getTotalCount(),
            nanoseconds.getMean(),
            nanoseconds.getValueAtPercentile(50),
            nanoseconds.getValueAtPercentile(90),
            nanoseconds.getValueAtPercentile(95),
            nanoseconds.getValueAtPercentile(99),
            nanoseconds.getValueAtPercentile(99.9),
            nanoseconds.getMaxValue());
  }
}
