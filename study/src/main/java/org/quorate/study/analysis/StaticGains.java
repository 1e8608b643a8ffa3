package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.ClopperPearson;
import org.quorate.core.statistics.Interval;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.FixedLevels;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.Counter;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StaticGain;
import org.quorate.study.summary.WindowVerdict;

/**
 * Compares each policy that adapts with the cheapest fixed level that keeps its tolerance. Pure.
 */
final class StaticGains {
  private static final int WINDOW_SECONDS = 10;

  private final Study study;
  private final List<RunResult> runs;
  private final Map<Integer, RunWindows> sent;
  private final Map<Cell, CellSummary> cells = new LinkedHashMap<>();

  private StaticGains(
      Study study, List<CellSummary> cells, List<RunResult> runs, Map<Integer, RunWindows> sent) {
    this.study = study;
    this.runs = runs;
    this.sent = sent;
    cells.forEach(cell -> this.cells.put(new Cell(cell.cell()), cell));
  }

  /**
   * One for each cell of a policy with a tolerance beside which fixed levels were run.
   *
   * @param sent the windows of each run, by its sequence number, as far as they are known
   */
  static List<StaticGain> of(
      Study study, List<CellSummary> cells, List<RunResult> runs, Map<Integer, RunWindows> sent) {
    StaticGains gains = new StaticGains(study, cells, runs, sent);
    List<StaticGain> all = new ArrayList<>();
    gains.cells.forEach((cell, summary) -> gains.of(cell, summary).ifPresent(all::add));
    return all;
  }

  private Optional<StaticGain> of(Cell cell, CellSummary summary) {
    RunSettings settings = study.cells().get(cell);
    if (settings == null || !FixedLevels.isHeldToTolerance(settings)) {
      return Optional.empty();
    }
    OptionalDouble tolerance = settings.readPolicy().acceptedRate();
    List<Cell> fixed = FixedLevels.beside(study, cell);
    Mean rate = staleRate(summary);
    if (tolerance.isEmpty() || rate == null || fixed.isEmpty()) {
      return Optional.empty();
    }
    boolean equalLoad = summary.offered() != null;
    Comparator<CellSummary> cheapest =
        equalLoad
            ? Comparator.comparingDouble(StaticGains::replicaReads)
            : Comparator.comparingDouble(each -> -each.throughput().mean());
    CellSummary against =
        fixed.stream()
            .flatMap(each -> Optional.ofNullable(cells.get(each)).stream())
            .filter(each -> keeps(each, tolerance.getAsDouble()))
            .min(cheapest)
            .orElse(null);
    if (against == null) {
      return Optional.of(
          new StaticGain(
              cell.levels(),
              tolerance.getAsDouble(),
              rate,
              windows(summary, tolerance.getAsDouble()),
              fixed.size(),
              null,
              null,
              equalLoad,
              0,
              null,
              null,
              null,
              false));
    }
    Cell other = new Cell(against.cell());
    boolean counted = isCounted(cell) && isCounted(other);
    PairedRuns throughputs = pairs(cell, other, RunResult::achievedPerSecond);
    return Optional.of(
        new StaticGain(
            cell.levels(),
            tolerance.getAsDouble(),
            rate,
            windows(summary, tolerance.getAsDouble()),
            fixed.size(),
            against.cell(),
            staleRate(against),
            equalLoad,
            throughputs.size(),
            ratio(throughputs),
            ratio(pairs(cell, other, StaticGains::succeededReads)),
            ratio(pairs(cell, other, counted ? StaticGains::countedPerRead : this::askedPerRead)),
            counted));
  }

  private boolean keeps(CellSummary cell, double tolerance) {
    Mean rate = staleRate(cell);
    return rate != null && rate.high() <= tolerance && StaticGain.isKept(windows(cell, tolerance));
  }

  /** By another tolerance than the cell's own; null without faults, or where runs are shorter. */
  private @Nullable WindowVerdict windows(CellSummary cell, double tolerance) {
    List<RunResult> judged =
        runs.stream()
            .filter(run -> run.cell().equals(cell.cell()) && sent.containsKey(run.sequence()))
            .toList();
    if (judged.stream().allMatch(run -> run.faults().isEmpty())) {
      return null;
    }
    WindowVerdict verdict =
        WindowVerdict.of(
            WINDOW_SECONDS,
            tolerance,
            judged,
            judged.stream().map(run -> Objects.requireNonNull(sent.get(run.sequence()))).toList());
    return verdict.windows() == 0 ? null : verdict;
  }

  /** Over runs; of a single run the exact interval, as if its reads were independent. */
  private static @Nullable Mean staleRate(CellSummary cell) {
    Mean rate = cell.staleRate();
    StalenessResult stale = cell.staleness();
    if (rate == null || stale == null || rate.hasInterval()) {
      return rate;
    }
    Interval exact = ClopperPearson.interval(stale.staleReads(), stale.reads(), Mean.CONFIDENCE);
    return new Mean(rate.mean(), exact.low(), exact.high(), rate.runs());
  }

  private static double replicaReads(CellSummary cell) {
    CellWindows windows = cell.windows();
    double counted = cell.replicaReadsPerRead().mean();
    return Double.isNaN(counted) && windows != null
        ? windows.replicaReadsPerRead().mean()
        : counted;
  }

  /** Whether the servers told their counters in every run of a cell. */
  private boolean isCounted(Cell cell) {
    return runs.stream()
        .filter(run -> run.cell().equals(cell.levels()))
        .allMatch(run -> countedPerRead(run) != null);
  }

  private static @Nullable Double countedPerRead(RunResult run) {
    long requests = reads(run, OperationResult::requests);
    Long counted = run.total(Counter.REPLICA_READS);
    return counted != null && requests > 0
        ? (double) MonitorResult.ofRun(run.monitor(), counted) / requests
        : null;
  }

  private @Nullable Double askedPerRead(RunResult run) {
    RunWindows windows = sent.get(run.sequence());
    double asked = windows == null ? Double.NaN : CellWindowsTally.askedPerRead(run, windows);
    return Double.isNaN(asked) ? null : asked;
  }

  private static @Nullable Double succeededReads(RunResult run) {
    return (double) reads(run, OperationResult::requests);
  }

  private static long reads(RunResult run, ToLongFunction<OperationResult> count) {
    return run.operations().stream()
        .filter(operation -> operation.kind().equals("READ"))
        .mapToLong(count)
        .sum();
  }

  private PairedRuns pairs(Cell cell, Cell other, Function<RunResult, @Nullable Double> measure) {
    return PairedRuns.of(Map.entry(cell, other), runs, measure);
  }

  private static @Nullable Mean ratio(PairedRuns pairs) {
    return pairs.size() == 0 ? null : pairs.ratio();
  }
}
