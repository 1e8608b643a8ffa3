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
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.statistics.Wilson;

/** 100 reads a second of a table with three replicas, written at QUORUM. */
final class TableAnswerTest {
  private static final Map<Level, Long> UNCOUNTED = Map.of();
  private static final Map<Level, Long> WRITTEN = Map.of(Level.QUORUM, 3_000L);

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
    assertThat(verdict(100, 200, pairs(1_000, 0))).isEqualTo(AnswerVerdict.MEASURED);
    assertThat(verdict(100, 200, pairs(100, 0))).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
    assertThat(verdict(100, 200, pairs(100, 9))).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
    assertThat(verdict(100, 200, pairs(100, 10))).isEqualTo(AnswerVerdict.MEASURED);
  }

  @Test
  void oneRowLookedAtOftenIsNoMeasurementOfItsTable() {
    SampledKeys one = rows(result(10_000, 0, 0, 0), 1, 1, 40, false);
    TableAnswer answer = answer(100, 200, one, UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(answer.verdict()).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
    assertThat(answer.limits())
        .containsExactly(TableAnswer.Limit.FEW_ROWS, TableAnswer.Limit.FEW_PAIRS);
    assertThat(answer.rate().orElseThrow().high()).isGreaterThan(0.7);
    SampledKeys hot = rows(result(10_000, 20, 0, 0), 40, 4, 40, false);
    assertThat(verdict(100, 200, hot))
        .as("20 stale, of one row")
        .isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
  }

  @Test
  void rowsThatTakeLessThanHalfOfTheWritesAreNoMeasurementOfTheTable() {
    SampledKeys few = rows(result(10_000, 0, 0, 0), 1_000, 5_000, 24, false);
    assertThat(answer(100, 200, few, UNCOUNTED, TableTraits.UNKNOWN).limits())
        .containsExactly(TableAnswer.Limit.SMALL_SHARE);
    assertThat(verdict(100, 200, few)).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
  }

  @Test
  void rowsThatTakeHalfOfTheReadsAreAMeasurementOfTheTableHoweverSeldomTheyAreWritten() {
    SampledKeys few = rows(result(10_000, 0, 0, 0), 1_000, 5_000, 1, false);
    assertThat(limits(withReads(few, 0.3))).containsExactly(TableAnswer.Limit.SMALL_SHARE);
    assertThat(limits(withReads(few, 0.5))).isEmpty();
    SampledKeys written = rows(result(10_000, 0, 0, 0), 1_000, 5_000, 15, false);
    assertThat(limits(withReads(written, 0.45)))
        .as("0.3 of the writes may be those of the same rows")
        .containsExactly(TableAnswer.Limit.SMALL_SHARE);
  }

  private List<TableAnswer.Limit> limits(SampledKeys rows) {
    return List.copyOf(answer(100, 200, rows, UNCOUNTED, TableTraits.UNKNOWN).limits());
  }

  private static SampledKeys withReads(SampledKeys rows, double share) {
    return new SampledKeys(
        rows.inUse(),
        rows.alike(),
        rows.rowsSeen(),
        rows.rowsInUse(),
        rows.writesPerSecond(),
        share,
        rows.rowsCompared(),
        rows.effectivePairs(),
        rows.clocksApart(),
        rows.obstacle());
  }

  @Test
  void undecidedAndOvertakenPairsMayBeStale() {
    TableAnswer answer =
        answer(
            100,
            200,
            rows(result(1_000, 2, 100, 50), 1_000, 1_000, 40, false),
            UNCOUNTED,
            TableTraits.UNKNOWN);
    assertThat(answer.rate().orElseThrow().low()).isEqualTo(Wilson.interval(2, 1_000, 0.95).low());
    assertThat(answer.rate().orElseThrow().high())
        .isEqualTo(Wilson.interval(152, 1_000, 0.95).high());
    assertThat(answer.verdict()).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
  }

  @Test
  void nothingIsMeasuredWhereAWritersClockIsAheadOrNothingIsWritten() {
    SampledKeys apart = rows(result(10_000, 0, 0, 0), 1_000, 5_000, 40, true);
    assertThat(answer(100, 200, apart, UNCOUNTED, TableTraits.UNKNOWN).limits())
        .containsExactly(TableAnswer.Limit.CLOCKS_APART);
    assertThat(verdict(100, 200, apart)).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
    TableReport quiet = table(levels, 100, 200, 0, pairs(10_000, 0));
    assertThat(TableAnswer.of(report(levels, quiet, UNCOUNTED, WRITTEN), quiet).limits())
        .containsExactly(TableAnswer.Limit.NOTHING_WRITTEN);
  }

  @Test
  void aWeakerLevelIsNotAdvisedWhereTheLevelsOfWritesWereNotCounted() {
    TableReport table = table(levels, 100, 200, pairs(10_000, 0));
    for (Map<Level, Long> writes : List.of(UNCOUNTED, Map.of(Level.QUORUM, 99L, Level.ONE, 1L))) {
      TableAnswer answer = TableAnswer.of(report(levels, table, UNCOUNTED, writes), table);
      assertThat(answer.verdict()).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
      assertThat(answer.limits()).containsExactly(TableAnswer.Limit.WRITES_NOT_COUNTED);
    }
  }

  @Test
  void levelsOfOneDataCentreDoNotStandForThoseOfAll() {
    ReadLevels local =
        ObservedLevels.of(
            "k", new Replication(Map.of("dc1", 3, "dc2", 3)), "dc1", Level.LOCAL_QUORUM);
    TableReport table = table(local, 100, 400, pairs(10_000, 0));
    Map<Level, Long> reads = Map.of(Level.QUORUM, 100L);
    TableAnswer unseen = TableAnswer.of(report(local, table, reads, UNCOUNTED), table);
    assertThat(unseen.inUse().level()).contains(Level.QUORUM);
    assertThat(unseen.verdict()).isEqualTo(AnswerVerdict.TOO_FEW_PAIRS);
    assertThat(unseen.limits()).contains(TableAnswer.Limit.OTHER_DATA_CENTERS);
    Map<Level, Long> writes = Map.of(Level.LOCAL_QUORUM, 100L);
    assertThat(TableAnswer.of(report(local, table, reads, writes), table).verdict())
        .isEqualTo(AnswerVerdict.STRONGER_THAN_NEEDED);
  }

  @Test
  void levelsOfAllTablesAreNotBelievedWhereReplicasFitNone() {
    assertThat(inUse(140, Map.of(Level.ONE, 100L)).level()).isEmpty();
    assertThat(inUse(240, Map.of(Level.QUORUM, 100L)).level()).contains(Level.QUORUM);
  }

  @Test
  void anEstimateAloneIsCalledOne() {
    assertThat(verdict(100, 200, pairs(0, 0))).isEqualTo(AnswerVerdict.ONLY_ESTIMATED);
    TableAnswer answer = answer(100, 200, pairs(0, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(answer.compared()).isEmpty();
    assertThat(answer.lowestEstimate().orElseThrow().raw())
        .isLessThan(answer.highestEstimate().orElseThrow().raw());
  }

  @Test
  void theWeakestLevelCannotBeLoweredAndOneAboveTheSafeLevelCanForNothing() {
    assertThat(verdict(100, 100, pairs(100, 0))).isEqualTo(AnswerVerdict.AT_THE_WEAKEST);
    TableAnswer all = answer(100, 300, pairs(100, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(all.verdict()).isEqualTo(AnswerVerdict.STRONGER_THAN_NEEDED);
    assertThat(all.target()).isEqualTo(Level.QUORUM);
    assertThat(all.savedShare()).isEqualTo(1 / 3.0, Assertions.within(1e-12));
    assertThat(all.savedPerSecond()).isEqualTo(100, Assertions.within(1e-9));
  }

  @Test
  void whatIsHardlyReadIsNotWorthAChangeWhateverItIsLike() {
    assertThat(verdict(0.9, 1.8, pairs(10_000, 0))).isEqualTo(AnswerVerdict.HARDLY_READ);
    assertThat(verdict(0, 0, pairs(0, 0))).isEqualTo(AnswerVerdict.HARDLY_READ);
    assertThat(verdict(Double.NaN, Double.NaN, pairs(1_000, 0)))
        .as("read as often as nobody knows")
        .isEqualTo(AnswerVerdict.MEASURED);
  }

  @Test
  void pairsOfRowsThatNobodyWritesSayNothingOfATableThatIsWritten() {
    SampledKeys alike = SampledKeys.alike(result(10_000, 0));
    assertThat(verdict(100, 200, alike)).isEqualTo(AnswerVerdict.NONE_IN_USE_FOUND);
    TableReport quiet = table(levels, 100, 200, 0, alike);
    assertThat(TableAnswer.of(report(levels, quiet, UNCOUNTED, WRITTEN), quiet).verdict())
        .as("nobody has written while it was looked at")
        .isEqualTo(AnswerVerdict.NONE_IN_USE_FOUND);
    TableAnswer used = answer(100, 200, pairs(1_000, 0), UNCOUNTED, TableTraits.UNKNOWN);
    assertThat(used.isOfRowsInUse()).isTrue();
    assertThat(used.shareOfWrites()).as("40 of 50 a second").isEqualTo(0.8);
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
    assertThat(answer.verdict()).isEqualTo(AnswerVerdict.NOT_COMPARABLE);
  }

  @Test
  void whereEveryReadMeetsEveryWriteNothingIsStale() {
    ReadLevels all = levels(Level.ALL);
    TableReport table = table(all, 100, 200, pairs(0, 0));
    assertThat(TableAnswer.of(report(all, table, UNCOUNTED, WRITTEN), table).verdict())
        .isEqualTo(AnswerVerdict.NEVER_STALE);
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

  private AnswerVerdict verdict(double reads, double replicaReads, SampledKeys rows) {
    return answer(reads, replicaReads, rows, UNCOUNTED, TableTraits.UNKNOWN).verdict();
  }

  private TableAnswer answer(
      double reads,
      double replicaReads,
      SampledKeys rows,
      Map<Level, Long> counted,
      TableTraits traits) {
    TableReport table = table(levels, reads, replicaReads, rows).with(traits);
    return TableAnswer.of(report(levels, table, counted, WRITTEN), table);
  }

  private static TableReport table(
      ReadLevels levels, double reads, double replicaReads, SampledKeys rows) {
    return table(levels, reads, replicaReads, 50, rows);
  }

  private static TableReport table(
      ReadLevels levels, double reads, double replicaReads, double writes, SampledKeys rows) {
    return TableReport.of(
        new TableName("k", "t"),
        MeanRate.of(reads),
        MeanRate.of(writes),
        replicaReads,
        levels,
        Propagation.exactly(0.01),
        null,
        Optional.of(rows));
  }

  private static ClusterReport report(
      ReadLevels levels, TableReport table, Map<Level, Long> counted, Map<Level, Long> written) {
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
        List.of(),
        ReplicaMap.NONE,
        new ClusterCounts(null, null, null, counted, written, 60),
        List.of());
  }

  private static SampledKeys pairs(long pairs, long stale) {
    return rows(result(pairs, stale), pairs, (double) pairs, 40, false);
  }

  private static SampledKeys rows(
      PairResult pairs, long rows, double effective, double writesPerSecond, boolean apart) {
    return new SampledKeys(
        Optional.of(pairs),
        Optional.empty(),
        100,
        20,
        writesPerSecond,
        0,
        rows,
        effective,
        apart,
        Optional.empty());
  }

  private static PairResult result(long pairs, long stale) {
    return result(pairs, stale, 0, 0);
  }

  private static PairResult result(long pairs, long stale, long undecided, long underWay) {
    return new PairResult(
        Level.ONE,
        Level.QUORUM,
        pairs,
        stale,
        underWay,
        0,
        undecided,
        0,
        0,
        Wilson.interval(stale, pairs, 0.95),
        1,
        2,
        Double.NaN,
        Double.NaN,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static ReadLevels levels(Level writeLevel) {
    return ObservedLevels.of("k", new Replication(Map.of("dc1", 3)), "dc1", writeLevel);
  }
}
