package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the oracle found in the history of a run. Exact counts, not estimates.
 *
 * @param reads reads that succeeded and were judged
 * @param staleReads reads that returned a version older than the newest write completed before they
 *     were invoked
 * @param versionsBehind stale reads by k, the number of versions behind (1 and above)
 * @param timeBehind t-staleness of the stale reads: from the completion of the write that
 *     superseded the returned version to the read's invocation
 * @param readYourWritesViolations reads that missed the same client's own earlier write
 * @param monotonicReadsViolations reads older than what the same client had already read
 * @param unknownVersions reads of a version that no recorded write has
 * @param emptyReads reads that found no row
 * @param undecidedReads reads that are stale if the clocks of load hosts are set in one way within
 *     what is known of them, and not if in another; none is among the stale ones
 */
public record StalenessResult(
    long reads,
    long staleReads,
    Map<Integer, Long> versionsBehind,
    Latencies timeBehind,
    long readYourWritesViolations,
    long monotonicReadsViolations,
    long unknownVersions,
    long emptyReads,
    @Nullable Long undecidedReads) {
  public StalenessResult {
    // Results of earlier versions know one clock alone.
    undecidedReads = undecidedReads == null ? Long.valueOf(0) : undecidedReads;
    versionsBehind = Collections.unmodifiableMap(new TreeMap<>(versionsBehind));
  }

  /** What was found where all operations are of one clock. */
  public StalenessResult(
      long reads,
      long staleReads,
      Map<Integer, Long> versionsBehind,
      Latencies timeBehind,
      long readYourWritesViolations,
      long monotonicReadsViolations,
      long unknownVersions,
      long emptyReads) {
    this(
        reads,
        staleReads,
        versionsBehind,
        timeBehind,
        readYourWritesViolations,
        monotonicReadsViolations,
        unknownVersions,
        emptyReads,
        0L);
  }

  /** {@link #undecidedReads}, which every result has. */
  public long undecided() {
    Long known = undecidedReads;
    return known == null ? 0 : known;
  }

  /** Stale reads over reads, 0 where there were none. */
  public double staleRate() {
    return reads == 0 ? 0 : (double) staleReads / reads;
  }
}
