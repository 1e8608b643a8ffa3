package org.quorate.study.summary;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.Counter;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.StalenessResult;

/**
 * What all runs of one cell say together. Intervals are over runs (95 %, Student's t), because
 * operations inside a run are not independent; they end at 0, since none of these can be negative.
 *
 * @param cell the cell's level of every factor
 * @param label short name for tables and legends, from the factors that vary, such as {@code read
 *     QUORUM, write ONE}
 * @param runs how many runs
 * @param throughput operations that succeeded per second
 * @param offered operations scheduled per second, or null in a closed loop
 * @param responseByKind response times merged over the runs, by kind of operation
 * @param serviceByKind service times merged over the runs, by kind of operation
 * @param distributionByKind for charts: response time in nanoseconds at the quantiles {@link
 *     #CHART_QUANTILES}
 * @param lag schedule lag merged over the runs
 * @param failures operations that failed, by kind of error
 * @param staleness the runs' findings added up; null where no history was taken
 * @param staleRate stale reads over reads, mean over runs with its interval over runs, never below
 *     0; where no run had a stale read the interval is 0 to 3 / reads (the rule of three), which
 *     takes reads as independent and is therefore the least upper bound that may be named; null
 *     where no history was taken
 * @param replicaReadsPerRead replica reads per successful single-row read request, as servers
 *     counted, without those that measured the propagation time for the study alone; the read of a
 *     read-modify-write is one
 * @param addedReplicaReadsPerRead replica reads that were asked for beside those of the cell's
 *     reads, by why, as {@link org.quorate.study.result.MonitorResult} names them; empty without a
 *     monitor
 * @param replicaWritesPerWrite replica writes per successful write request, as servers counted
 * @param counters the servers' counters added up over nodes and runs, as far as they are known
 * @param incompleteCounters those of them that a node could not tell in some run, because it died
 *     or was started anew: the sum is a lower bound
 * @param processorMicrosPerOperation processor time of all servers per successful operation,
 *     microseconds, over the runs in which it is known of all servers
 * @param busyShare mean share of processor time that was not idle
 * @param generatorShare mean share that the load generator took
 * @param estimatedStaleAtOne estimated stale-read rate at ONE by the name of the staleness model,
 *     mean over the runs that a monitor watched; raw, may be above 1; empty without a monitor
 * @param estimatedStaleAtLevel the same at the levels that were in effect, and what an error budget
 *     counted as spent, as {@link org.quorate.study.result.MonitorResult#BUDGET}
 * @param levelShares mean share of reads sent at each level, 0 to 1; empty without a monitor
 * @param secondReadStaleRate pairs of reads that differ over pairs, mean over runs; where none
 *     differs the interval is that of {@code staleRate}; null where there were no second reads
 * @param energy what the hosts drew; null where the study does not account for it
 * @param countedFrom whole seconds at the start of each run that throughput and energy leave out as
 *     warm-up; 0 where they are of whole runs
 * @param deferral what became of deferred writes; null where none was deferred
 * @param phases what was due during each step of a load whose rate changes in steps; empty for all
 *     others
 * @param offload what off-loading did; null where it is no matter
 * @param windows the runs second by second, and what became of faults; null where no history was
 *     judged
 */
public record CellSummary(
    Map<String, String> cell,
    String label,
    int runs,
    Mean throughput,
    @Nullable Mean offered,
    Map<String, Latencies> responseByKind,
    Map<String, Latencies> serviceByKind,
    Map<String, List<Long>> distributionByKind,
    Latencies lag,
    Map<String, Long> failures,
    @Nullable StalenessResult staleness,
    @Nullable Mean staleRate,
    Mean replicaReadsPerRead,
    Map<String, Mean> addedReplicaReadsPerRead,
    Mean replicaWritesPerWrite,
    Map<Counter, Long> counters,
    Set<Counter> incompleteCounters,
    Mean processorMicrosPerOperation,
    double busyShare,
    double generatorShare,
    Map<String, Mean> estimatedStaleAtOne,
    Map<String, Mean> estimatedStaleAtLevel,
    Map<String, Double> levelShares,
    @Nullable Mean secondReadStaleRate,
    @Nullable CellEnergy energy,
    int countedFrom,
    @Nullable CellDeferral deferral,
    List<CellPhase> phases,
    @Nullable CellOffload offload,
    @Nullable CellWindows windows) {
  /** The quantiles of {@link #distributionByKind}, "percentiles by nines". */
  public static final List<Double> CHART_QUANTILES =
      List.of(
          0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999);

  /** Operations that failed, of any kind of error. */
  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }
}
