package org.quorate.study.result;

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
}
