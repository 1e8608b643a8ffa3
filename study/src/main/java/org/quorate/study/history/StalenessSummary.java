package org.quorate.study.history;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.quorate.core.oracle.Staleness;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.Wilson;

/**
 * The numbers of one part of a verdict.
 *
 * @param reads reads with outcome ok
 * @param staleReads those that returned a version older than the newest completed before them
 * @param undecidedReads those that are stale if the files' clocks are set in one way within what is
 *     known of them, and not if in another; none is among the stale ones
 * @param staleRate their share; null where there are no reads
 * @param staleRateLow lower bound of Wilson's 95 % interval, which takes reads to be independent.
 *     Stale reads come in clusters, so it is too narrow: do not compare levels by it
 * @param staleRateHigh its upper bound
 * @param kStaleness how many versions behind the stale reads were; null where there are none
 * @param tStalenessMs how long since they were superseded, in ms; null where there are none
 */
public record StalenessSummary(
    long reads,
    long staleReads,
    long undecidedReads,
    @Nullable Double staleRate,
    double staleRateLow,
    double staleRateHigh,
    long readYourWritesViolations,
    long monotonicReadsViolations,
    long unknownVersions,
    long readsWithoutRow,
    long failedReads,
    long writes,
    long timedOutWrites,
    long failedWrites,
    @Nullable VersionsBehind kStaleness,
    @Nullable MillisBehind tStalenessMs) {
  private static final double CONFIDENCE = 0.95;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * k-staleness of the stale reads.
   *
   * @param staleReadsByK stale reads for each number of versions behind
   */
  public record VersionsBehind(
      double mean, long p50, long p90, long p99, long max, Map<Long, Long> staleReadsByK) {
    static VersionsBehind of(Histogram histogram) {
      Map<Long, Long> byVersions = new TreeMap<>();
      for (HistogramIterationValue value : histogram.recordedValues()) {
        byVersions.put(value.getValueIteratedTo(), value.getCountAddedInThisIterationStep());
      }
      return new VersionsBehind(
          histogram.getMean(),
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(90),
          histogram.getValueAtPercentile(99),
          histogram.getMaxValue(),
          byVersions);
    }
  }

  /** t-staleness of the stale reads in ms, to three digits. */
  public record MillisBehind(
      double mean, double p50, double p90, double p99, double p999, double max) {
    static MillisBehind of(Histogram histogram) {
      return new MillisBehind(
          histogram.getMean() / NANOS_PER_MILLI,
          histogram.getValueAtPercentile(50) / NANOS_PER_MILLI,
          histogram.getValueAtPercentile(90) / NANOS_PER_MILLI,
          histogram.getValueAtPercentile(99) / NANOS_PER_MILLI,
          histogram.getValueAtPercentile(99.9) / NANOS_PER_MILLI,
          histogram.getMaxValue() / NANOS_PER_MILLI);
    }
  }

  /** Summarises what the oracle found. */
  public static StalenessSummary of(Staleness staleness) {
    Interval interval = Wilson.interval(staleness.staleReads(), staleness.reads(), CONFIDENCE);
    boolean stale = staleness.staleReads() > 0;
    return new StalenessSummary(
        staleness.reads(),
        staleness.staleReads(),
        staleness.undecidedReads(),
        staleness.reads() == 0 ? null : staleness.staleRate(),
        interval.low(),
        interval.high(),
        staleness.readYourWritesViolations(),
        staleness.monotonicReadsViolations(),
        staleness.unknownVersions(),
        staleness.readsWithoutRow(),
        staleness.failedReads(),
        staleness.writes(),
        staleness.timedOutWrites(),
        staleness.failedWrites(),
        stale ? VersionsBehind.of(staleness.versionsBehind()) : null,
        stale ? MillisBehind.of(staleness.nanosBehind()) : null);
  }
}
