package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.RunResult;

/**
 * What became of the deferred writes of all runs of one cell together.
 *
 * @param all of them as if they were of one run; its latest misses are as many as each run kept
 * @param keptByRun share of accepted writes that were acknowledged within the bound, mean over runs
 *     with its interval over runs; where no run missed any, from 1 - 3 / writes (the rule of three)
 *     to 1; null where nothing was promised
 */
public record CellDeferral(DeferralResult all, @Nullable Mean keptByRun) {
  private static final List<String> WRITES = List.of("UPDATE", "INSERT");

  /**
   * Share of accepted writes that a server acknowledged within the bound, 0 to 1; NaN without a
   * bound or a write. One that was lost was not acknowledged in time.
   */
  public double keptShare() {
    return all.promised() == 0 ? Double.NaN : (double) all.inTime() / all.promised();
  }

  /**
   * All runs together; null where none of them deferred a write.
   *
   * @param distributions of all runs merged, by tag; empty where there is none
   */
  public static @Nullable CellDeferral of(
      List<RunResult> runs, Function<String, Histogram> distributions) {
    List<DeferralResult> all =
        runs.stream().map(RunResult::deferral).filter(Objects::nonNull).toList();
    if (all.isEmpty()) {
      return null;
    }
    long accepted = 0;
    long acknowledged = 0;
    Map<String, Long> failed = new TreeMap<>();
    Map<String, Long> missed = new TreeMap<>();
    List<DeferralResult.Miss> misses = new ArrayList<>();
    for (DeferralResult run : all) {
      accepted += run.accepted();
      acknowledged += run.acknowledged();
      run.failed().forEach((error, count) -> failed.merge(error, count, Long::sum));
      run.missed().forEach((cause, count) -> missed.merge(cause, count, Long::sum));
      misses.addAll(run.latestMisses());
    }
    Histogram acceptance = new Histogram(3);
    for (String kind : WRITES) {
      acceptance.add(distributions.apply(LatencyLog.service(kind)));
    }
    return new CellDeferral(
        new DeferralResult(
            accepted,
            acknowledged,
            failed,
            Latencies.of(acceptance),
            Latencies.of(distributions.apply(LatencyLog.ACKNOWLEDGED)),
            Latencies.of(distributions.apply(LatencyLog.VISIBLE)),
            all.get(0).boundSeconds(),
            missed,
            misses),
        kept(all));
  }

  /** By what is missing, because rates near 0 are what intervals of rates are made for. */
  private static @Nullable Mean kept(List<DeferralResult> runs) {
    List<DeferralResult> promised = runs.stream().filter(run -> run.promised() > 0).toList();
    if (promised.isEmpty()) {
      return null;
    }
    long writes = promised.stream().mapToLong(DeferralResult::promised).sum();
    long inTime = promised.stream().mapToLong(DeferralResult::inTime).sum();
    Mean missed =
        Mean.ofRates(
            promised.stream().map(run -> 1 - (double) run.inTime() / run.promised()).toList(),
            writes - inTime,
            writes);
    return new Mean(1 - missed.mean(), 1 - missed.high(), 1 - missed.low(), missed.runs());
  }
}
