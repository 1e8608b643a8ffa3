package org.quorate.study.summary;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunResult;

/**
 * What off-loading did in all runs of one cell together.
 *
 * @param rest what servers did that had nothing to serve
 * @param restedSeconds of one run, all servers or hosts together
 * @param restedByNode mean seconds of one run, by the name of the server or host; those that never
 *     rested are not in it
 * @param moves of regions, or of servers between hosts
 * @param failedMoves of these
 * @param joules of one run as they are, all hosts on; null where there is no energy
 * @param joulesIfAsleep of one run if resting hosts had been asleep, an assumption; null where
 *     nobody says what a sleeping host takes
 * @param standby what a sleeping host takes; null likewise
 * @param readBack of all runs
 * @param wakes seconds from each decision to wake servers until they served, of all runs, ascending
 * @param timeScale seconds of a day that each second of a run stands for, at least 1
 */
public record CellOffload(
    String rest,
    Mean restedSeconds,
    Map<String, Double> restedByNode,
    long moves,
    long failedMoves,
    @Nullable Mean joules,
    @Nullable Mean joulesIfAsleep,
    OffloadResult.@Nullable Standby standby,
    ReadBackResult readBack,
    List<Double> wakes,
    double timeScale) {
  public CellOffload {
    wakes = List.copyOf(wakes);
    restedByNode = Map.copyOf(restedByNode);
  }

  /** All runs together; null where off-loading was no matter in any of them. */
  public static @Nullable CellOffload of(List<RunResult> runs) {
    List<OffloadResult> all =
        runs.stream().map(RunResult::offload).filter(Objects::nonNull).toList();
    if (all.isEmpty()) {
      return null;
    }
    Map<String, Double> byNode = new TreeMap<>();
    for (OffloadResult run : all) {
      for (OffloadResult.Rest rest : run.rests()) {
        byNode.merge(rest.node(), rest.seconds() / all.size(), Double::sum);
      }
    }
    return new CellOffload(
        all.get(0).rest(),
        Mean.ofPositive(all.stream().map(OffloadResult::restedSeconds).toList()),
        byNode,
        all.stream().mapToLong(OffloadResult::moves).sum(),
        all.stream().mapToLong(OffloadResult::failedMoves).sum(),
        estimate(runs, Measure.ENERGY::of),
        estimate(runs, Measure.ENERGY_IF_ASLEEP::of),
        standby(all),
        ReadBackResult.of(all.stream().map(OffloadResult::readBack).toList()),
        all.stream().flatMap(run -> run.wakes().stream()).sorted().toList(),
        all.get(0).timeScale());
  }

  /** That of the first run that knows one: all runs of a cell have the same hosts. */
  private static OffloadResult.@Nullable Standby standby(List<OffloadResult> runs) {
    return runs.stream()
        .map(OffloadResult::standby)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Mean estimate(
      List<RunResult> runs, Function<RunResult, @Nullable Double> ofRun) {
    List<Double> known = runs.stream().map(ofRun).filter(Objects::nonNull).toList();
    return known.isEmpty() ? null : Mean.of(known);
  }
}
