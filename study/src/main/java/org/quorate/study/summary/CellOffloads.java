package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunResult;

/** Adds up what off-loading did in a cell's runs. Stateless. */
final class CellOffloads {
  private CellOffloads() {}

  /** All runs together; null where off-loading was no matter in any of them. */
  static @Nullable CellOffload of(List<RunResult> runs) {
    List<OffloadResult> all =
        runs.stream().map(RunResult::offload).filter(Objects::nonNull).toList();
    if (all.isEmpty()) {
      return null;
    }
    Map<String, Double> byNode = new TreeMap<>();
    List<ReadBackResult.LostRow> lost = new ArrayList<>();
    for (OffloadResult run : all) {
      for (OffloadResult.Rest rest : run.rests()) {
        byNode.merge(rest.node(), rest.seconds() / all.size(), Double::sum);
      }
      lost.addAll(run.readBack().examples());
    }
    return new CellOffload(
        all.get(0).rest(),
        Means.ofPositive(all.stream().map(OffloadResult::restedSeconds).toList()),
        byNode,
        sum(all, OffloadResult::moves),
        sum(all, OffloadResult::failedMoves),
        estimate(runs, CellOffloads::joules),
        estimate(runs, Measure.ENERGY_IF_ASLEEP::of),
        standby(all),
        sum(all, run -> run.readBack().writes()),
        sum(all, run -> run.readBack().rows()),
        sum(all, run -> run.readBack().lost()),
        sum(all, run -> run.readBack().unread()),
        lost);
  }

  /** That of the first run that knows one: all runs of a cell have the same hosts. */
  private static OffloadResult.@Nullable Standby standby(List<OffloadResult> runs) {
    for (OffloadResult run : runs) {
      if (run.standby() != null) {
        return run.standby();
      }
    }
    return null;
  }

  private static @Nullable Double joules(RunResult run) {
    EnergyResult energy = run.energy();
    return energy == null ? null : energy.joules();
  }

  private static @Nullable Mean estimate(
      List<RunResult> runs, Function<RunResult, @Nullable Double> ofRun) {
    List<Double> known = runs.stream().map(ofRun).filter(Objects::nonNull).toList();
    return known.isEmpty() ? null : Means.of(known);
  }

  private static long sum(List<OffloadResult> runs, ToLongFunction<OffloadResult> number) {
    return runs.stream().mapToLong(number).sum();
  }
}
