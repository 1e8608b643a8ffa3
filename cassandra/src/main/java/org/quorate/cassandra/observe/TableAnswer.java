package org.quorate.cassandra.observe;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.Wilson;

/**
 * What somebody can act on of all that a report says of one table. Nothing in it is recommended on
 * an estimate, nor on pairs that have a {@link Limit}. Immutable; made without a clock or a
 * cluster.
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
 * @param limits why pairs, if there are any, are no ground for a weaker level
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
    AnswerVerdict verdict,
    LevelInUse inUse,
    Level weak,
    Level safe,
    Level writeLevel,
    double readsPerSecond,
    Optional<PairResult> compared,
    Optional<SampledKeys> rows,
    double shareOfWrites,
    Level target,
    Set<Limit> limits,
    double savedShare,
    double savedPerSecond,
    Optional<RateEstimate> lowestEstimate,
    Optional<RateEstimate> highestEstimate,
    TableTraits traits) {
  /** Why pairs are no ground for a weaker level, the weightiest first. */
  public enum Limit {
    /** A writer's clock is ahead of the observer's, so stale reads look overtaken. */
    CLOCKS_APART,
    /** Writes were not counted by level, or some of any keyspace were at a weaker one. */
    WRITES_NOT_COUNTED,
    /** Pairs are of levels of one data centre, and reads are not known to be at such a level. */
    OTHER_DATA_CENTERS,
    /** Nothing of the table was written while it was looked at. */
    NOTHING_WRITTEN,
    /** They are of few rows. */
    FEW_ROWS,
    /** Less than half of the table's reads, or writes, are known to go to the rows found. */
    SMALL_SHARE,
    /** As one row's may all agree, they are too few. */
    FEW_PAIRS
  }

  private static final double CONFIDENCE = 0.95;

  /** Of fewer rows, pairs say something of these rows only; */
  private static final int FEWEST_ROWS = 30;

  /** and so they do of rows that take less of the writes. */
  private static final double LEAST_SHARE = 0.5;

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
    double share =
        Math.min(
            1,
            table.rows().map(SampledKeys::writesPerSecond).orElse(Double.NaN)
                / table.writes().mean());
    Set<Limit> limits = limits(report, table, level, compared, share);
    AnswerVerdict verdict = verdict(levels, table, level, compared, limits);
    Level from = level.level().orElse(levels.safe());
    Level target = verdict == AnswerVerdict.STRONGER_THAN_NEEDED ? levels.safe() : levels.weakest();
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
        share,
        target,
        limits,
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

  /**
   * The rate of stale reads among the rows compared. Its upper bound counts what is undecided or
   * was overtaken as stale, and both bounds take pairs of one row for no more than they are at
   * least. Empty without pairs.
   */
  public Optional<Interval> rate() {
    return compared.map(pairs -> rate(pairs, effective(pairs, rows)));
  }

  private static double effective(PairResult pairs, Optional<SampledKeys> rows) {
    return pairs(rows.flatMap(SampledKeys::inUse)).isPresent()
        ? Math.min((double) pairs.pairs(), rows.map(SampledKeys::effectivePairs).orElse(0.0))
        : (double) pairs.pairs();
  }

  private static Interval rate(PairResult pairs, double effective) {
    long trials = Math.max(1, (long) effective);
    double scale = (double) trials / pairs.pairs();
    long most = pairs.stale() + pairs.undecided() + pairs.underWay();
    return new Interval(
        Wilson.interval((long) (pairs.stale() * scale), trials, CONFIDENCE).low(),
        Wilson.interval(Math.min(trials, (long) Math.ceil(most * scale)), trials, CONFIDENCE)
            .high(),
        CONFIDENCE);
  }

  private static Set<Limit> limits(
      ClusterReport report,
      TableReport table,
      LevelInUse level,
      Optional<PairResult> compared,
      double share) {
    ReadLevels levels = report.levels();
    Set<Limit> limits = EnumSet.noneOf(Limit.class);
    SampledKeys rows = table.rows().orElse(SampledKeys.none(""));
    if (rows.clocksApart()) {
      limits.add(Limit.CLOCKS_APART);
    }
    if (!report.counts().areAllWritesAtLeast(levels)) {
      limits.add(Limit.WRITES_NOT_COUNTED);
    }
    if (crossesDataCenters(levels) && !level.level().filter(Level::isLocal).isPresent()) {
      limits.add(Limit.OTHER_DATA_CENTERS);
    }
    if (table.writes().mean() == 0) {
      limits.add(Limit.NOTHING_WRITTEN);
    }
    if (rows.rowsCompared() < FEWEST_ROWS) {
      limits.add(Limit.FEW_ROWS);
    }
    // Not both together: the writes of partitions that are read most are among the writes.
    if (!(rows.shareOfReads() >= LEAST_SHARE || share >= LEAST_SHARE)) {
      limits.add(Limit.SMALL_SHARE);
    }
    if (!compared.filter(pairs -> isTelling(pairs, effective(pairs, table.rows()))).isPresent()) {
      limits.add(Limit.FEW_PAIRS);
    }
    return limits;
  }

  /** Whether the levels compared are those of one data centre, while there are several. */
  private static boolean crossesDataCenters(ReadLevels levels) {
    return levels.safe().isLocal() && levels.replication().replicasByDataCenter().size() > 1;
  }

  private static Optional<PairResult> pairs(Optional<PairResult> pairs) {
    return pairs.filter(each -> each.pairs() > 0);
  }

  private static AnswerVerdict verdict(
      ReadLevels levels,
      TableReport table,
      LevelInUse level,
      Optional<PairResult> compared,
      Set<Limit> limits) {
    if (levels.weakest() == levels.safe()) {
      return AnswerVerdict.NEVER_STALE;
    }
    if (table.reads().mean() < HARDLY) {
      return AnswerVerdict.HARDLY_READ;
    }
    if (table.traits().counters()) {
      return AnswerVerdict.NOT_COMPARABLE;
    }
    if (level.level().isPresent()) {
      int replicas = levels.replicas(level.level().get());
      if (replicas <= levels.replicas(levels.weakest())) {
        return AnswerVerdict.AT_THE_WEAKEST;
      }
      boolean isOfOneDataCenter = !limits.contains(Limit.OTHER_DATA_CENTERS);
      boolean counted = !limits.contains(Limit.WRITES_NOT_COUNTED);
      if (replicas > levels.replicas(levels.safe()) && (isOfOneDataCenter || counted)) {
        return AnswerVerdict.STRONGER_THAN_NEEDED;
      }
    }
    boolean inUse = pairs(table.rows().flatMap(SampledKeys::inUse)).isPresent();
    if (compared.isPresent() && !inUse) {
      return AnswerVerdict.NONE_IN_USE_FOUND;
    }
    return compared
        .map(pairs -> limits.isEmpty() ? AnswerVerdict.MEASURED : AnswerVerdict.TOO_FEW_PAIRS)
        .orElse(AnswerVerdict.ONLY_ESTIMATED);
  }

  private static boolean isTelling(PairResult pairs, double effective) {
    Interval rate = rate(pairs, effective);
    return pairs.stale() * effective >= (double) TELLING * pairs.pairs()
        || rate.high() - rate.low() <= WIDE;
  }
}
