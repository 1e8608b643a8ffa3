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
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.level.Level;

/** A report for programs: its fields are those of {@code --json}; null is what is not known. */
record ReportView(
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
    @Nullable PropagationView propagation,
    @Nullable DifferenceView levelDifference,
    List<TableView> tables,
    CountsView cluster,
    @Nullable EnergyView energy,
    List<String> problems) {
  /** Per second. */
  record RateView(double mean, double low, double high) {}

  /** Times in seconds. */
  record PropagationView(
      String source,
      double seconds,
      double lowSeconds,
      double highSeconds,
      int rounds,
      long samples,
      String meaning,
      List<String> notes) {}

  /** Strong minus weak, in seconds. */
  record DifferenceView(
      String weak,
      String strong,
      double median,
      double lowQuartile,
      double highQuartile,
      int pairs) {}

  /** One table. */
  record TableView(
      String table,
      @Nullable RateView readsPerSecond,
      @Nullable RateView writesPerSecond,
      @Nullable Double replicasPerRead,
      @Nullable String likelyReadLevel,
      @Nullable Double replicaReadsPerSecondSavedByWeakestLevel,
      List<LevelView> levels,
      @Nullable PairsView sampledKeys) {}

  /** One level of a table. */
  record LevelView(
      String level,
      int replicas,
      boolean meetsEveryWrite,
      List<EstimateView> estimatedStaleReads) {}

  /** A share of reads that may exceed 1. */
  record EstimateView(String model, double raw, double low, double high) {}

  /** Shares of pairs; times in milliseconds. */
  record PairsView(
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
  record CountsView(
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
  static ReportView of(ClusterReport report, @Nullable EnergyReport energy) {
    return new ReportView(
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
        report.propagation().map(ReportView::propagation).orElse(null),
        report.difference().map(ReportView::difference).orElse(null),
        report.tables().stream().map(table -> table(report, table)).toList(),
        counts(report.counts()),
        energy == null ? null : EnergyView.of(energy),
        report.problems());
  }

  private static PropagationView propagation(PropagationSummary summary) {
    return new PropagationView(
        summary.source(),
        summary.propagation().seconds(),
        summary.propagation().lowSeconds(),
        summary.propagation().highSeconds(),
        summary.rounds(),
        summary.samples(),
        summary.meaning(),
        summary.notes());
  }

  private static DifferenceView difference(LevelDifference difference) {
    return new DifferenceView(
        difference.weak(),
        difference.strong(),
        difference.median(),
        difference.low(),
        difference.high(),
        difference.pairs());
  }

  private static TableView table(ClusterReport report, TableReport table) {
    return new TableView(
        table.table().toString(),
        rate(table.reads()),
        rate(table.writes()),
        known(table.replicasPerRead()),
        table.likelyLevel().map(Level::name).orElse(null),
        known(table.savedReplicaReadsPerSecond(report.levels().safe(), report.levels().weakest())),
        table.levels().stream().map(ReportView::level).toList(),
        table.sampled().map(ReportView::pairs).orElse(null));
  }

  private static LevelView level(LevelEstimate level) {
    return new LevelView(
        level.level().name(),
        level.replicas(),
        level.meetsEveryWrite(),
        level.estimates().stream().map(ReportView::estimate).toList());
  }

  private static EstimateView estimate(RateEstimate estimate) {
    return new EstimateView(estimate.model(), estimate.raw(), estimate.low(), estimate.high());
  }

  private static PairsView pairs(PairResult pairs) {
    return new PairsView(
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

  private static CountsView counts(ClusterCounts counts) {
    return new CountsView(
        counts.seconds(),
        counts.digestMismatches(),
        known(counts.mismatchesPerRead()),
        known(counts.mismatchesPerComparingRead()),
        counts.droppedMutations(),
        counts.pendingHints(),
        counts.readsByLevel(),
        counts.writesByLevel());
  }

  private static @Nullable RateView rate(MeanRate rate) {
    return rate.isKnown() ? new RateView(rate.mean(), rate.low(), rate.high()) : null;
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : Double.valueOf(value);
  }

  private static @Nullable Double known(OptionalDouble value) {
    return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
  }
}
