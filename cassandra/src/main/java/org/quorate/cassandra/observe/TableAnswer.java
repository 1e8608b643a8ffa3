package org.quorate.cassandra.observe;

import java.util.Optional;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * What somebody can act on of all that a report says of one table. Nothing in it is recommended on
 * an estimate. Immutable; made without a clock or a cluster.
 *
 * @param table its name
 * @param verdict what follows
 * @param inUse the level that it is read at
 * @param weak the weakest level, which pairs compare
 * @param safe the weakest level whose reads meet every write at the write level
 * @param writeLevel that writes are taken to be at
 * @param readsPerSecond by clients; NaN where not known
 * @param compared the pairs that count here: those of rows in use, or of rows drawn alike where
 *     there is none; empty where there is not one
 * @param rows that were sampled; empty where none was to be
 * @param shareOfWrites of the table's writes, about the share that goes to the rows in use that
 *     were found, 0 to 1; NaN where not known
 * @param target the level that savings are of: the weakest, or the safe one where reads are at a
 *     stronger one
 * @param savedShare the share of the replica reads of the level in use, or of the safe one where
 *     that is not known, that reads at the target would save, 0 to 1; by the replicas that the
 *     servers counted where they tell the level
 * @param savedPerSecond replica reads saved per second; NaN where the read rate is not known
 * @param lowestEstimate the least that a model says of stale reads at the weakest level; empty
 *     where nothing was estimated
 * @param highestEstimate the most
 * @param traits of the table
 */
public record TableAnswer(
    TableName table,
    Verdict verdict,
    LevelInUse inUse,
    Level weak,
    Level safe,
    Level writeLevel,
    double readsPerSecond,
    Optional<PairResult> compared,
    Optional<SampledKeys> rows,
    double shareOfWrites,
    Level target,
    double savedShare,
    double savedPerSecond,
    Optional<RateEstimate> lowestEstimate,
    Optional<RateEstimate> highestEstimate,
    TableTraits traits) {
  /** Below so many a second the replicas have nothing to gain. */
  private static final double HARDLY = 1;

  /** An interval that is wider than this leaves a change to chance, */
  private static final double WIDE = 0.01;

  /** unless so many were stale, which makes the rate itself large. */
  private static final int TELLING = 10;

  /** The answer for one of a report's tables. */
  public static TableAnswer of(ClusterReport report, TableReport table) {
    ReadLevels levels = report.levels();
    LevelInUse level = LevelInUse.of(table, report.counts(), levels);
    Optional<PairResult> inUse = pairs(table.rows().flatMap(SampledKeys::inUse));
    Optional<PairResult> compared = inUse.or(() -> pairs(table.rows().flatMap(SampledKeys::alike)));
    Verdict verdict = verdict(levels, table, level, compared);
    Level from = level.level().orElse(levels.safe());
    Level target = verdict == Verdict.STRONGER_THAN_NEEDED ? levels.safe() : levels.weakest();
    double counted =
        level.level().isPresent() && table.likelyLevel().isPresent()
            ? table.replicasPerRead()
            : levels.replicas(from);
    double saved = Math.max(0, 1 - levels.replicas(target) / counted);
    return new TableAnswer(
        table.table(),
        verdict,
        level,
        levels.weakest(),
        levels.safe(),
        levels.writeLevel(),
        table.reads().mean(),
        compared,
        table.rows(),
        Math.min(
            1,
            table.rows().map(SampledKeys::writesPerSecond).orElse(Double.NaN)
                / table.writes().mean()),
        target,
        saved,
        saved * counted * table.reads().mean(),
        table.at(levels.weakest()).flatMap(LevelEstimate::lowest),
        table.at(levels.weakest()).flatMap(LevelEstimate::highest),
        table.traits());
  }

  /** Whether the pairs that count are of rows in use. */
  public boolean isOfRowsInUse() {
    return pairs(rows.flatMap(SampledKeys::inUse)).isPresent();
  }

  private static Optional<PairResult> pairs(Optional<PairResult> pairs) {
    return pairs.filter(each -> each.pairs() > 0);
  }

  private static Verdict verdict(
      ReadLevels levels, TableReport table, LevelInUse level, Optional<PairResult> compared) {
    if (levels.weakest() == levels.safe()) {
      return Verdict.NEVER_STALE;
    }
    if (table.reads().mean() < HARDLY) {
      return Verdict.HARDLY_READ;
    }
    if (table.traits().counters()) {
      return Verdict.NOT_COMPARABLE;
    }
    if (level.level().isPresent()) {
      int replicas = levels.replicas(level.level().get());
      if (replicas <= levels.replicas(levels.weakest())) {
        return Verdict.AT_THE_WEAKEST;
      }
      if (replicas > levels.replicas(levels.safe())) {
        return Verdict.STRONGER_THAN_NEEDED;
      }
    }
    boolean inUse = pairs(table.rows().flatMap(SampledKeys::inUse)).isPresent();
    if (compared.isPresent() && !inUse && table.writes().mean() != 0) {
      return Verdict.NONE_IN_USE_FOUND;
    }
    return compared
        .map(pairs -> isTelling(pairs) ? Verdict.MEASURED : Verdict.TOO_FEW_PAIRS)
        .orElse(Verdict.ONLY_ESTIMATED);
  }

  private static boolean isTelling(PairResult pairs) {
    return pairs.stale() >= TELLING || pairs.rate().high() - pairs.rate().low() <= WIDE;
  }
}
