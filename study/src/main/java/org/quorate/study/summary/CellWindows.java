package org.quorate.study.summary;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.WindowCounts;

/**
 * The runs of one cell in time: exact counts by the second in which operations were invoked, and
 * what became of the study's faults.
 *
 * @param tolerance the largest stale-read rate that the cell is judged by; null where none is
 *     stated
 * @param verdicts in windows of 1 and of 10 s, as far as runs are so long; empty without a
 *     tolerance
 * @param length of a run in seconds, mean over runs
 * @param seconds by whole seconds since the run began, all runs added up
 * @param readP99 of the service times of reads, in ms, by the second in which they were sent; mean
 *     over the runs that had any then; empty in studies without faults
 * @param replicaReadsPerRead replicas that were asked for each read, as the levels that were sent
 *     count them, its policy's pairs and rereads included, with its interval over runs; known where
 *     a server that died could not tell its counters
 * @param faults in the order of their beginning; empty in studies without
 * @param phases from each fault to the next; empty in studies without
 */
public record CellWindows(
    @Nullable Double tolerance,
    List<WindowVerdict> verdicts,
    double length,
    SortedMap<Integer, WindowCounts> seconds,
    SortedMap<Integer, Double> readP99,
    Mean replicaReadsPerRead,
    List<CellFault> faults,
    List<FaultPhase> phases) {
  public CellWindows {
    verdicts = List.copyOf(verdicts);
    seconds = Collections.unmodifiableSortedMap(new TreeMap<>(seconds));
    readP99 = Collections.unmodifiableSortedMap(new TreeMap<>(readP99));
    faults = List.copyOf(faults);
    phases = List.copyOf(phases);
  }
}
