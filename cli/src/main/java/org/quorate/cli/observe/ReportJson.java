package org.quorate.cli.observe;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.MeanRate;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.propagation.ReplicaLink;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Level;

/** A report for programs: its fields are those of {@code --json}; null is what is not known. */
record ReportJson(
    List<AnswerJson> answers,
    List<String> notSeen,
    String keyspace,
    Map<String, Integer> replication,
    String writeLevel,
    String safeReadLevel,
    @Nullable Long keys,
    double seconds,
    int readings,
    int incompleteReadings,
    String source,
    int nodes,
    int nodesDown,
    int nodesSilent,
    @Nullable PropagationJson propagation,
    @Nullable DifferenceJson levelDifference,
    List<LinkJson> replicaLinks,
    ReplicaMap replicaMap,
    List<TableJson> tables,
    CountsJson cluster,
    @Nullable EnergyJson energy,
    List<String> problems) {
  /** Per second. */
  record RateJson(double mean, double low, double high) {}

  /** Times in seconds. */
  record PropagationJson(
      String source,
      double seconds,
      double lowSeconds,
      double highSeconds,
      int rounds,
      long samples,
      String meaning,
      List<String> notes) {}

  /** Strong minus weak, in seconds. */
  record DifferenceJson(
      String weak,
      String strong,
      double median,
      double lowQuartile,
      double highQuartile,
      int pairs) {}

  /** How long a coordinator waits for a replica: medians, in seconds. */
  record LinkJson(
      String coordinator,
      String replica,
      double roundTrip,
      @Nullable Double links,
      @Nullable Double atReplica,
      int traces) {}

  /** One table. */
  record TableJson(
      String table,
      @Nullable RateJson readsPerSecond,
      @Nullable RateJson writesPerSecond,
      @Nullable Double replicasPerRead,
      @Nullable String likelyReadLevel,
      @Nullable Double replicaReadsPerSecondSavedByWeakestLevel,
      @Nullable Long estimatedPartitions,
      List<LevelJson> levels,
      @Nullable PairsJson sampledKeys) {}

  /** One level of a table. */
  record LevelJson(
      String level,
      int replicas,
      boolean meetsEveryWrite,
      List<EstimateJson> estimatedStaleReads) {}

  /** A share of reads that may exceed 1. */
  record EstimateJson(String model, double raw, double low, double high) {}

  /** Shares of pairs; times in milliseconds. */
  record PairsJson(
      String weak,
      String strong,
      long pairs,
      long stale,
      long underWay,
      long newer,
      long undecided,
      long failed,
      double staleRateLow,
      double staleRateHigh,
      @Nullable Double weakMillis,
      @Nullable Double strongMillis) {}

  /** All keyspaces together. */
  record CountsJson(
      double seconds,
      @Nullable Long digestMismatches,
      @Nullable Double digestMismatchesPerRead,
      @Nullable Double digestMismatchesPerComparingRead,
      @Nullable Long droppedMutations,
      @Nullable Long pendingHints,
      Map<Level, Long> readsByLevel,
      Map<Level, Long> writesByLevel) {}

  /**
   * The view of a report.
   *
   * @param energy of the hosts; null where they have no meters
   */
  static ReportJson of(ClusterReport report, @Nullable EnergyReport energy) {
    List<TableAnswer> answers = report.answers();
    return new ReportJson(
        answers.stream().map(answer -> AnswerJson.of(answer, energy)).toList(),
        Unseen.of(report, answers, energy),
        report.keyspace(),
        report.levels().replication().replicasByDataCenter(),
        report.levels().writeLevel().name(),
        report.levels().safe().name(),
        report.keys().isPresent() ? Long.valueOf(report.keys().getAsLong()) : null,
        report.seconds(),
        report.readings(),
        report.incompleteReadings(),
        report.source(),
        report.nodes(),
        report.nodesDown(),
        report.nodesSilent(),
        report.propagation().map(ReportJson::propagation).orElse(null),
        report.difference().map(ReportJson::difference).orElse(null),
        report.links().stream().map(ReportJson::link).toList(),
        report.replicas(),
        report.tables().stream().map(table -> table(report, table)).toList(),
        counts(report.counts()),
        energy == null ? null : EnergyJson.of(energy),
        report.problems());
  }

  private static PropagationJson propagation(PropagationSummary summary) {
    return new PropagationJson(
        summary.source(),
        summary.propagation().seconds(),
        summary.propagation().lowSeconds(),
        summary.propagation().highSeconds(),
        summary.rounds(),
        summary.samples(),
        summary.meaning(),
        summary.notes());
  }

  private static DifferenceJson difference(LevelDifference difference) {
    return new DifferenceJson(
        difference.weak(),
        difference.strong(),
        difference.median(),
        difference.low(),
        difference.high(),
        difference.pairs());
  }

  private static LinkJson link(ReplicaLink link) {
    return new LinkJson(
        link.coordinator(),
        link.replica(),
        link.roundTrip(),
        known(link.links()),
        known(link.atReplica()),
        link.traces());
  }

  private static TableJson table(ClusterReport report, TableReport table) {
    return new TableJson(
        table.table().toString(),
        rate(table.reads()),
        rate(table.writes()),
        known(table.replicasPerRead()),
        table.likelyLevel().map(Level::name).orElse(null),
        known(table.savedReplicaReadsPerSecond(report.levels().safe(), report.levels().weakest())),
        table.traits().partitions().isPresent()
            ? Long.valueOf(table.traits().partitions().getAsLong())
            : null,
        table.levels().stream().map(ReportJson::level).toList(),
        table.sampled().map(ReportJson::pairs).orElse(null));
  }

  private static LevelJson level(LevelEstimate level) {
    return new LevelJson(
        level.level().name(),
        level.replicas(),
        level.meetsEveryWrite(),
        level.estimates().stream().map(ReportJson::estimate).toList());
  }

  private static EstimateJson estimate(RateEstimate estimate) {
    return new EstimateJson(estimate.model(), estimate.raw(), estimate.low(), estimate.high());
  }

  private static PairsJson pairs(PairResult pairs) {
    return new PairsJson(
        pairs.weak().name(),
        pairs.strong().name(),
        pairs.pairs(),
        pairs.stale(),
        pairs.underWay(),
        pairs.newer(),
        pairs.undecided(),
        pairs.failed(),
        pairs.rate().low(),
        pairs.rate().high(),
        known(pairs.weakMillis()),
        known(pairs.strongMillis()));
  }

  private static CountsJson counts(ClusterCounts counts) {
    return new CountsJson(
        counts.seconds(),
        counts.digestMismatches(),
        known(counts.mismatchesPerRead()),
        known(counts.mismatchesPerComparingRead()),
        counts.droppedMutations(),
        counts.pendingHints(),
        counts.readsByLevel(),
        counts.writesByLevel());
  }

  private static @Nullable RateJson rate(MeanRate rate) {
    return rate.isKnown() ? new RateJson(rate.mean(), rate.low(), rate.high()) : null;
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : Double.valueOf(value);
  }

  private static @Nullable Double known(OptionalDouble value) {
    return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
  }
}
