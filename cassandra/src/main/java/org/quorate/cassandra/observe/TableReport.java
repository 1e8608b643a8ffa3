package org.quorate.cassandra.observe;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.policy.StalenessModels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.PerKeyHarmonyModel;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.StalenessModel;

/**
 * What is known of one table over some time. Immutable; made without a clock or a cluster.
 *
 * @param table its name
 * @param reads single-partition reads by clients, without the observer's own
 * @param writes by clients
 * @param replicasPerRead replicas that executed a read, for each read by a client, as the servers
 *     counted them: between the replicas of the level in use and a few more (read repairs,
 *     speculative retries); NaN where it is not known or nothing was read
 * @param levels every level that exists for the table, the weakest first
 * @param rows what pairs of reads of sampled rows have shown; empty where none was to be sampled
 * @param traits what bears on its levels beside its traffic
 */
public record TableReport(
    TableName table,
    MeanRate reads,
    MeanRate writes,
    double replicasPerRead,
    List<LevelEstimate> levels,
    Optional<SampledKeys> rows,
    TableTraits traits) {
  private static final double NEAR = 0.15;

  public TableReport {
    levels = List.copyOf(levels);
  }

  /**
   * Estimates at every level, from mean rates.
   *
   * @param replicaReadsPerSecond reads that replicas executed; NaN where not known
   * @param propagation null where it is not known, so that nothing is estimated
   * @param popularity null where it is not known, so that all traffic is taken to go to one key
   */
  public static TableReport of(
      TableName table,
      MeanRate reads,
      MeanRate writes,
      double replicaReadsPerSecond,
      ReadLevels levels,
      @Nullable Propagation propagation,
      @Nullable KeyPopularity popularity,
      Optional<SampledKeys> rows) {
    Observation observation =
        propagation == null || !reads.isKnown() || !writes.isKnown()
            ? null
            : levels.observation(
                reads.mean(),
                writes.mean(),
                propagation,
                popularity == null ? KeyPopularity.ONE_KEY : popularity);
    List<StalenessModel> models = models(popularity != null);
    return new TableReport(
        table,
        reads,
        writes,
        reads.mean() > 0 ? replicaReadsPerSecond / reads.mean() : Double.NaN,
        levels.all().stream().map(level -> at(level, levels, observation, models)).toList(),
        rows,
        TableTraits.UNKNOWN);
  }

  /** The same table, of which more is known. */
  TableReport with(TableTraits known) {
    return new TableReport(table, reads, writes, replicasPerRead, levels, rows, known);
  }

  /**
   * The models whose estimates a report has: without a popularity of keys, the one that has each
   * key's rates is the same as the one that has the table's.
   */
  public static List<StalenessModel> models(boolean popularityKnown) {
    return StalenessModels.all().stream()
        .filter(model -> popularityKnown || !(model instanceof PerKeyHarmonyModel))
        .toList();
  }

  private static LevelEstimate at(
      Level level,
      ReadLevels levels,
      @Nullable Observation observation,
      List<StalenessModel> models) {
    int counted = levels.counted(level);
    return new LevelEstimate(
        level,
        levels.replicas(level),
        levels.meetsEveryWrite(level),
        observation == null
            ? List.of()
            : models.stream().map(model -> estimate(model, observation, counted)).toList());
  }

  private static RateEstimate estimate(
      StalenessModel model, Observation observation, int readReplicas) {
    return new RateEstimate(
        model.name(),
        model.raw(observation, observation.propagation().seconds(), readReplicas),
        model.rawLow(observation, readReplicas),
        model.rawHigh(observation, readReplicas));
  }

  /**
   * The level at which the table seems to be read: the one that asks as many replicas as executed a
   * read, within {@value #NEAR}. Empty where that is not known or no level does, as where levels
   * are mixed.
   */
  public Optional<Level> likelyLevel() {
    return levels.stream()
        .filter(level -> Math.abs(replicasPerRead - level.replicas()) <= NEAR * level.replicas())
        .map(LevelEstimate::level)
        .findFirst();
  }

  /** What all pairs of reads have shown, whatever rows they are of; empty where there was none. */
  public Optional<PairResult> sampled() {
    return rows.flatMap(SampledKeys::all);
  }

  /** What is known of one level, or empty where the table has no such level. */
  public Optional<LevelEstimate> at(Level level) {
    return levels.stream().filter(each -> each.level() == level).findFirst();
  }

  /**
   * Replica reads per second that reads at the weaker level would save; NaN where the read rate is
   * not known.
   *
   * @throws IllegalArgumentException if the table has no such level
   */
  public double savedReplicaReadsPerSecond(Level stronger, Level weaker) {
    return reads.mean() * (replicas(stronger) - replicas(weaker));
  }

  private int replicas(Level level) {
    return at(level)
        .orElseThrow(() -> new IllegalArgumentException(table + " has no level " + level + "."))
        .replicas();
  }
}
