package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.core.yardstick.LevelEffect;
import org.quorate.core.yardstick.RunReads;
import org.quorate.core.yardstick.Yardstick;
import org.quorate.study.StudyException;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.FixedLevels;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.BestDistances;
import org.quorate.study.summary.Mean;

/**
 * Holds each policy that adapts against the best possible one, run by run within blocks. One run's
 * reads are in memory at a time.
 */
final class Yardsticks {
  private static final int MOST_NAMED = 4;

  private final Study study;
  private final List<RunResult> runs;
  private final Map<Integer, RunWindows> sent;
  private final Source source;

  /** Knows what the yardstick needs of a run. */
  @FunctionalInterface
  interface Source {
    /** Empty where it has not been counted. */
    Optional<RunReads> of(int sequence) throws StudyException;
  }

  /** A run of a policy and one of the weakest level, of the same repetition. */
  private record Pair(double replicaReads, Yardstick yardstick) {}

  private Yardsticks(
      Study study, List<RunResult> runs, Map<Integer, RunWindows> sent, Source source) {
    this.study = study;
    this.runs = runs;
    this.sent = sent;
    this.source = source;
  }

  /**
   * How far each policy with a tolerance is from the best.
   *
   * @param sent the windows of each run, by its sequence number, as far as they are known; a policy
   *     none of whose runs has any is left out
   */
  static BestDistances distances(
      Study study, List<RunResult> runs, Map<Integer, RunWindows> sent, Source source)
      throws StudyException {
    Yardsticks yardsticks = new Yardsticks(study, runs, sent, source);
    List<BestDistance> known = new ArrayList<>();
    List<String> withoutLevel = new ArrayList<>();
    List<String> withoutRun = new ArrayList<>();
    List<String> withoutHistory = new ArrayList<>();
    for (Cell cell : study.cells().keySet()) {
      if (yardsticks.isJudged(cell)) {
        Optional<Cell> weakest = FixedLevels.weakestBeside(study, cell);
        Optional<BestDistance> distance =
            weakest.isEmpty() ? Optional.empty() : yardsticks.distance(cell, weakest.get());
        distance.ifPresent(known::add);
        if (distance.isEmpty()) {
          (weakest.isEmpty()
                  ? withoutLevel
                  : yardsticks.isUncounted(cell, weakest.get()) ? withoutHistory : withoutRun)
              .add(cell.label());
        }
      }
    }
    List<String> unknown = new ArrayList<>();
    unknown(
        withoutLevel, "no level of one replica is run in the same setting, whose reads", unknown);
    unknown(
        withoutRun,
        "no run of the level of one replica is there in the same block, whose reads",
        unknown);
    unknown(
        withoutHistory,
        "a run of the level of one replica is there in the same block, but no longer all histories"
            + " of its session, whose reads",
        unknown);
    return new BestDistances(known, unknown);
  }

  private static void unknown(List<String> cells, String why, List<String> sentences) {
    if (!cells.isEmpty()) {
      List<String> named = new ArrayList<>(cells.subList(0, Math.min(MOST_NAMED, cells.size())));
      if (cells.size() > MOST_NAMED) {
        named.add(cells.size() - MOST_NAMED + " more cells");
      }
      sentences.add(
          "How far "
              + Phrases.listed(named)
              + (cells.size() == 1 ? " is" : " are")
              + " from the best possible policy is not known: "
              + why
              + " it is computed from.");
    }
  }

  private boolean isJudged(Cell cell) {
    return Optional.ofNullable(study.cells().get(cell)).stream()
            .anyMatch(FixedLevels::isHeldToTolerance)
        && runs.stream()
            .anyMatch(run -> run.cell().equals(cell.levels()) && sent.containsKey(run.sequence()));
  }

  /** Whether the weakest level was run in a block of the policy, and its reads never counted. */
  private boolean isUncounted(Cell policy, Cell weakest) throws StudyException {
    for (RunResult run : runs) {
      Optional<RunResult> weak = sameBlock(weakest, run);
      if (run.cell().equals(policy.levels())
          && sent.containsKey(run.sequence())
          && weak.isPresent()
          && source.of(weak.get().sequence()).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private Optional<BestDistance> distance(Cell policy, Cell weakest) throws StudyException {
    double tolerance = study.tolerance(policy).orElseThrow();
    Set<Cell> used = new LinkedHashSet<>();
    List<Pair> pairs = new ArrayList<>();
    for (RunResult run : runs) {
      RunWindows windows = sent.get(run.sequence());
      RunResult weak = sameBlock(weakest, run).orElse(null);
      if (!run.cell().equals(policy.levels()) || windows == null || weak == null) {
        continue;
      }
      RunReads reads = source.of(weak.sequence()).orElse(null);
      double asked = CellWindowsTally.askedPerRead(run, windows);
      if (reads != null && reads.cells().total().reads() > 0 && Double.isFinite(asked)) {
        List<LevelEffect> effects = effects(weakest, weak, used);
        pairs.add(new Pair(asked, Yardstick.of(reads, effects, tolerance)));
      }
    }
    return pairs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BestDistance(
                policy.levels(),
                tolerance,
                names(weakest, used),
                pairs.size(),
                mean(pairs, Pair::replicaReads),
                mean(pairs, pair -> pair.yardstick().best()),
                mean(pairs, pair -> pair.yardstick().sameInformation()),
                mean(pairs, pair -> pair.yardstick().clairvoyant()),
                over(pairs, pair -> pair.yardstick().best()),
                over(pairs, pair -> pair.yardstick().sameInformation())));
  }

  private Optional<RunResult> sameBlock(Cell cell, RunResult run) {
    return runs.stream()
        .filter(
            other -> other.cell().equals(cell.levels()) && other.repetition() == run.repetition())
        .findFirst();
  }

  /**
   * What the best may send: the weakest level, the one that meets every write, and those between
   * that were run in the same block, each with the share of stale reads that it left there.
   *
   * @param used is given the cells of those between
   */
  private List<LevelEffect> effects(Cell weakest, RunResult weak, Set<Cell> used) {
    int least = FixedLevels.replicas(study, weakest);
    int safe = safeReplicas(weakest);
    List<LevelEffect> effects = new ArrayList<>(List.of(new LevelEffect(least, 1)));
    if (safe > least) {
      effects.add(new LevelEffect(safe, 0));
    }
    StalenessResult ofWeakest = weak.staleness();
    for (Cell between : FixedLevels.beside(study, weakest)) {
      int replicas = FixedLevels.replicas(study, between);
      StalenessResult found = sameBlock(between, weak).map(RunResult::staleness).orElse(null);
      if (replicas > least
          && replicas < safe
          && ofWeakest != null
          && ofWeakest.staleReads() > 0
          && found != null
          && found.reads() > 0) {
        effects.add(
            new LevelEffect(replicas, Math.min(1, found.staleRate() / ofWeakest.staleRate())));
        used.add(between);
      }
    }
    return effects;
  }

  private Level safe(Cell weakest) {
    return FixedLevels.levels(study, weakest).safe();
  }

  private int safeReplicas(Cell weakest) {
    return Optional.ofNullable(study.cells().get(weakest))
        .orElseThrow()
        .cluster()
        .replicas(safe(weakest));
  }

  private List<String> names(Cell weakest, Set<Cell> between) {
    List<String> names = new ArrayList<>(List.of(FixedLevels.level(study, weakest).name()));
    between.stream()
        .sorted(Comparator.comparing(cell -> FixedLevels.replicas(study, cell)))
        .forEach(cell -> names.add(FixedLevels.level(study, cell).name()));
    if (safeReplicas(weakest) > FixedLevels.replicas(study, weakest)) {
      names.add(safe(weakest).name());
    }
    return names;
  }

  private static Mean mean(List<Pair> pairs, ToDoubleFunction<Pair> number) {
    return Mean.ofPositive(pairs.stream().map(number::applyAsDouble).toList());
  }

  private static Mean over(List<Pair> pairs, ToDoubleFunction<Pair> best) {
    Mean ratio =
        Mean.of(
            PairedLogRatio.of(
                pairs.stream().map(best::applyAsDouble).toList(),
                pairs.stream().map(Pair::replicaReads).toList(),
                Mean.CONFIDENCE),
            pairs.size());
    return new Mean(ratio.mean() - 1, ratio.low() - 1, ratio.high() - 1, ratio.runs());
  }
}
