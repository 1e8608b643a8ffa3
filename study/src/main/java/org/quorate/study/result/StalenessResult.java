package org.quorate.study.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

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
 */
public record StalenessResult(
    long reads,
    long staleReads,
    Map<Integer, Long> versionsBehind,
    Latencies timeBehind,
    long readYourWritesViolations,
    long monotonicReadsViolations,
    long unknownVersions,
    long emptyReads) {
  public StalenessResult {
    versionsBehind = Collections.unmodifiableMap(new TreeMap<>(versionsBehind));
  }

  /** Stale reads over reads, 0 where there were none. */
  public double staleRate() {
    return reads == 0 ? 0 : (double) staleReads / reads;
  }
}
