package org.quorate.study.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.core.statistics.PredictedRatio;

/**
 * What one model said of the stale-read rate of one cell, and what the oracle counted, over all of
 * its checks.
 *
 * @param cell its factors in the order of the study
 * @param checks windows of its runs, at least 1
 * @param reads in them
 * @param staleReads of these
 * @param predicted the mean estimate by reads, 0 to 1
 * @param ratio predicted over counted, with what 95 % of the counting may be off by
 */
public record CellAccuracy(
    Map<String, String> cell,
    int checks,
    long reads,
    long staleReads,
    double predicted,
    PredictedRatio ratio) {
  public CellAccuracy {
    cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
  }

  /** The counted rate, 0 to 1. */
  public double counted() {
    return (double) staleReads / reads;
  }
}
