package org.quorate.cli.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.Wilson;

/**
 * What an observer said of one setting, and what was so.
 *
 * @param setting of the load
 * @param reads of the load while it was observed
 * @param alone reads of the same load while it was not
 * @param answer of the observer, for the table
 * @param ownReads of the observer: point reads, as coordinators counted them less those of the load
 * @param ownRangeReads likewise, each of which reads up to 10 rows
 */
record ObserverTruth(
    TruthSetting setting,
    JudgedLoad.Reads reads,
    JudgedLoad.Reads alone,
    JsonNode answer,
    long ownReads,
    long ownRangeReads) {
  static final int ROWS_OF_A_RANGE_READ = 10;
  private static final double CONFIDENCE = 0.95;

  /** What the observer says that the rate lies between; null where it compared nothing. */
  @Nullable Interval said() {
    JsonNode low = answer.path("staleRateLow");
    JsonNode high = answer.path("staleRateHigh");
    return low.isNumber() && high.isNumber()
        ? new Interval(low.asDouble(), high.asDouble(), CONFIDENCE)
        : null;
  }

  /** Whether the rate of all reads of the load meanwhile lies in what the observer says. */
  boolean isInside() {
    Interval interval = said();
    return interval != null && interval.contains(reads.staleRate());
  }

  /** Of the observer's reads for each of the load's, a row of a range read counted as one. */
  double cost() {
    return (double) (ownReads + ROWS_OF_A_RANGE_READ * ownRangeReads) / reads.nanos().size();
  }

  /** One line. */
  String line() {
    Interval sample = Wilson.interval(reads.stale(), reads.reads(), CONFIDENCE);
    Interval interval = said();
    return String.format(
        Locale.ROOT,
        "%s: exact %.3f %% (%d of %,d reads; as a sample %.3f to %.3f), observe %s (%d pairs for %.0f,"
            + " %d stale, %d rows, %.0f %% of writes): %s; cost %.2f %% (%d point and %d range"
            + " reads); p99 %.1f ms observed, %.1f ms alone",
        setting.words(),
        100 * reads.staleRate(),
        reads.stale(),
        reads.reads(),
        100 * sample.low(),
        100 * sample.high(),
        interval == null
            ? "says nothing"
            : String.format(
                Locale.ROOT, "%.3f to %.3f %%", 100 * interval.low(), 100 * interval.high()),
        answer.path("pairs").asLong(),
        answer.path("effectivePairs").asDouble(),
        answer.path("stale").asLong(),
        answer.path("rowsCompared").asLong(),
        100 * answer.path("shareOfWrites").asDouble(),
        interval == null ? "NOTHING SAID" : isInside() ? "inside" : "OUTSIDE",
        100 * cost(),
        ownReads,
        ownRangeReads,
        reads.p99Millis(),
        alone.p99Millis());
  }
}
