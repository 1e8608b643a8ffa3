package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.statistics.Wilson;

/** 100 reads a second of a table with three replicas, written at QUORUM. */
final class TableAnswerTest {
  private static final Map<Level, Long> UNCOUNTED = Map.of();

  private final ReadLevels levels = levels(Level.QUORUM);

  @Test
  void theLevelInUseIsCountedWhereNearlyAllReadsAreAtIt() {
    assertThat(inUse(200, Map.of(Level.QUORUM, 96L, Level.ONE, 4L)))
        .isEqualTo(new LevelInUse(Optional.of(Level.QUORUM), LevelInUse.Basis.COUNTED));
    assertThat(inUse(Double.NaN, Map.of(Level.ALL, 10L)))
        .isEqualTo(new LevelInUse(Optional.of(Level.ALL), LevelInUse.Basis.COUNTED));
  }

  @Test
  void theReplicasOfTheTableAreBelievedBeforeTheLevelsOfAllTables() {
    assertThat(inUse(200, Map.of(Level.ONE, 100L)))
        .isEqualTo(new LevelInUse(Optional.of(Level.QUORUM), LevelInUse.Basis.REPLICAS));
    assertThat(inUse(200, UNCOUNTED))
        .isEqualTo(new LevelInUse(Optional.of(Level.QUORUM), LevelInUse.Basis.REPLICAS));
  }

  @Test
  void aLevelThatNothingShowsIsNotKnown() {
    LevelInUse unknown = new LevelInUse(Optional.empty(), LevelInUse.Basis.UNKNOWN);
    assertThat(inUse(150, UNCOUNTED)).isEqualTo(unknown);
    assertThat(inUse(150, Map.of(Level.QUORUM, 50L, Level.ONE, 50L))).isEqualTo(unknown);
  }

  @Test
  void pairsThatTellAreMeasuredAndOthersAreTooFew() {
    assertThat(verdict(100, 200, pairs(1_000, 0))).isEqualTo(Verdict.MEASURED);
    assertThat(verdict(100, 200, pairs(100, 0))).isEqualTo(Verdict.TOO_FEW_PAIRS);
    assertThat(verdict(100, 200, pairs(100, 9))).isEqualTo(Verdict.TOO_FEW_PAIRS);
    assertThat(verdict(100, 200, pairs(100, 10))).isEqualTo(Verdict.MEASURED);
  }

  @Test
  void anEstimateAloneIsCalledOne() {
    assertThat(verdict(100, 200, pairs(0, 0))).isEqualTo(Verdict.ONLY_ESTIMATED);
    TableAnswer answer = answer(100, 200, pairs(0, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(answer.compared()).isEmpty();
    assertThat(answer.lowestEstimate().orElseThrow().raw())
        .isLessThan(answer.highestEstimate().orElseThrow().raw());
  }

  @Test
  void theWeakestLevelCannotBeLoweredAndOneAboveTheSafeLevelCanForNothing() {
    assertThat(verdict(100, 100, pairs(100, 0))).isEqualTo(Verdict.AT_THE_WEAKEST);
    TableAnswer all = answer(100, 300, pairs(100, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(all.verdict()).isEqualTo(Verdict.STRONGER_THAN_NEEDED);
    assertThat(all.target()).isEqualTo(Level.QUORUM);
    assertThat(all.savedShare()).isEqualTo(1 / 3.0, Assertions.within(1e-12));
    assertThat(all.savedPerSecond()).isEqualTo(100, Assertions.within(1e-9));
  }

  @Test
  void whatIsHardlyReadIsNotWorthAChangeWhateverItIsLike() {
    assertThat(verdict(0.9, 1.8, pairs(10_000, 0))).isEqualTo(Verdict.HARDLY_READ);
    assertThat(verdict(0, 0, pairs(0, 0))).isEqualTo(Verdict.HARDLY_READ);
    assertThat(verdict(Double.NaN, Double.NaN, pairs(1_000, 0)))
        .as("read as often as nobody knows")
        .isEqualTo(Verdict.MEASURED);
  }

  @Test
  void pairsOfRowsThatNobodyWritesSayNothingOfATableThatIsWritten() {
    SampledKeys alike = SampledKeys.alike(result(10_000, 0));
    assertThat(verdict(100, 200, alike)).isEqualTo(Verdict.NONE_IN_USE_FOUND);
    TableAnswer used = answer(100, 200, pairs(1_000, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(used.isOfRowsInUse()).isTrue();
    assertThat(used.shareOfWrites()).as("10 of 50 a second").isEqualTo(0.2);
  }

  @Test
  void countersAreNotComparable() {
    TableAnswer answer =
        answer(
            100,
            200,
            pairs(0, 0),
            UNCOUNTED,
            new TableTraits(true, Boolean.FALSE, OptionalLong.empty()));
    assertThat(answer.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
  }

  @Test
  void whereEveryReadMeetsEveryWriteNothingIsStale() {
    ReadLevels all = levels(Level.ALL);
    TableReport table = table(all, 100, 200, pairs(0, 0));
    assertThat(TableAnswer.of(report(all, table, UNCOUNTED), table).verdict())
        .isEqualTo(Verdict.NEVER_STALE);
  }

  @Test
  void savingsAreOfTheReplicaReadsThatWereCountedWhereTheseTellTheLevel() {
    TableAnswer counted = answer(100, 210, pairs(1_000, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(counted.savedShare()).isEqualTo(1.1 / 2.1, Assertions.within(1e-12));
    assertThat(counted.savedPerSecond()).isEqualTo(110, Assertions.within(1e-9));
    TableAnswer unknown = answer(100, 150, pairs(1_000, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(unknown.savedShare()).as("of reads at the safe level").isEqualTo(0.5);
    assertThat(unknown.savedPerSecond()).isEqualTo(100);
  }

  private LevelInUse inUse(double replicaReads, Map<Level, Long> counted) {
    return answer(100, replicaReads, pairs(0, 0), counted, TableTraits.UNKNOWN).inUse();
  }

  private Verdict verdict(double reads, double replicaReads, SampledKeys rows) {
    return answer(reads, replicaReads, rows, UNCOUNTED, TableTraits.UNKNOWN).verdict();
  }

  private TableAnswer answer(
      double reads,
      double replicaReads,
      SampledKeys rows,
      Map<Level, Long> counted,
      TableTraits traits) {
    TableReport table = table(levels, reads, replicaReads, rows).with(traits);
    return TableAnswer.of(report(levels, table, counted), table);
  }

  private static TableReport table(
      ReadLevels levels, double reads, double replicaReads, SampledKeys rows) {
    return TableReport.of(
        new TableName("k", "t"),
        MeanRate.of(reads),
        MeanRate.of(50),
        replicaReads,
        levels,
        Propagation.exactly(0.01),
        null,
        Optional.of(rows));
  }

  private static ClusterReport report(
      ReadLevels levels, TableReport table, Map<Level, Long> counted) {
    return new ClusterReport(
        "k",
        levels,
        OptionalLong.empty(),
        60,
        12,
        0,
        "jmx",
        3,
        0,
        0,
        List.of(table),
        Optional.empty(),
        Optional.empty(),
        new ClusterCounts(null, null, null, counted, Map.of(), 60),
        List.of());
  }

  private static SampledKeys pairs(long pairs, long stale) {
    return new SampledKeys(
        Optional.of(result(pairs, stale)), Optional.empty(), 100, 20, 10, Optional.empty());
  }

  private static PairResult result(long pairs, long stale) {
    return new PairResult(
        Level.ONE,
        Level.QUORUM,
        pairs,
        stale,
        0,
        0,
        0,
        0,
        0,
        Wilson.interval(stale, pairs, 0.95),
        1,
        2,
        Double.NaN,
        Double.NaN,
        0,
        Optional.empty());
  }

  private static ReadLevels levels(Level writeLevel) {
    return ObservedLevels.of("k", new Replication(Map.of("dc1", 3)), "dc1", writeLevel);
  }
}
