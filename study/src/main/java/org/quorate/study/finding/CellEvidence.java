package org.quorate.study.finding;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.quorate.study.plan.Cell;

/**
 * What was measured of one cell, as far as expectations ask.
 *
 * @param throughputs operations per second by repetition
 * @param judged whether a history was taken and judged
 * @param reads reads that were judged
 * @param staleReads of these the stale ones
 * @param promised writes that were accepted with a bound on the time until a server has them
 * @param inTime of these, acknowledged within it
 */
public record CellEvidence(
    Cell cell,
    SortedMap<Integer, Double> throughputs,
    boolean judged,
    long reads,
    long staleReads,
    long promised,
    long inTime) {
  public CellEvidence {
    throughputs = Collections.unmodifiableSortedMap(new TreeMap<>(throughputs));
  }

  /** Of a cell whose writes have no bound. */
  public CellEvidence(
      Cell cell,
      SortedMap<Integer, Double> throughputs,
      boolean judged,
      long reads,
      long staleReads) {
    this(cell, throughputs, judged, reads, staleReads, 0, 0);
  }

  /** Mean over the repetitions; NaN without any. */
  public double throughput() {
    return throughputs.values().stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(Double.NaN);
  }
}
