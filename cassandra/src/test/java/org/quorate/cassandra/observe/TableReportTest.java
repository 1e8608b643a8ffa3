package org.quorate.cassandra.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;

/** 100 reads and 50 writes a second, three replicas; the values are worked out by hand. */
final class TableReportTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final Propagation TEN_MILLIS = new Propagation(0.01, 0.005, 0.02);

  @Test
  void everyLevelHasFormulaSixAndTheClosedForm() {
    TableReport report = report(Level.ONE, TEN_MILLIS, null);
    assertThat(report.levels().stream().map(LevelEstimate::level))
        .containsExactly(Level.ONE, Level.QUORUM, Level.ALL);

    // (N-R)/N (1 - e^(-100 Tp)) (1 + 2) / 2, with N = 3
    RateEstimate harmony = estimate(report, Level.ONE, "harmony");
    assertThat(harmony.raw()).isEqualTo(1 - Math.exp(-1), CLOSE);
    assertThat(harmony.low()).isEqualTo(1 - Math.exp(-0.5), CLOSE);
    assertThat(harmony.high()).isEqualTo(1 - Math.exp(-2), CLOSE);
    assertThat(estimate(report, Level.QUORUM, "harmony").raw())
        .isEqualTo((1 - Math.exp(-1)) / 2, CLOSE);
    assertThat(estimate(report, Level.ALL, "harmony").raw()).isZero();

    // C(2, R) / C(3, R) (1 - e^(-50 Tp))
    RateEstimate random = estimate(report, Level.ONE, "random-read");
    assertThat(random.raw()).isEqualTo(2 / 3.0 * (1 - Math.exp(-0.5)), CLOSE);
    assertThat(random.low()).isEqualTo(2 / 3.0 * (1 - Math.exp(-0.25)), CLOSE);
    assertThat(estimate(report, Level.QUORUM, "random-read").raw())
        .isEqualTo(1 / 3.0 * (1 - Math.exp(-0.5)), CLOSE);
  }

  @Test
  void simulatedReadsHaveTheErrorOfTheirDrawsBesideThatOfThePropagationTime() {
    TableReport exact = report(Level.ONE, Propagation.exactly(0.01), null);
    RateEstimate one = estimate(exact, Level.ONE, "pbs");
    assertThat(one.raw()).isCloseTo(2 / 3.0 * (1 - Math.exp(-0.5)), within(0.01));
    assertThat(one.low()).isLessThan(one.raw());
    assertThat(one.high()).isGreaterThan(one.raw());
    assertThat(estimate(exact, Level.QUORUM, "pbs").raw()).isZero();
    assertThat(estimate(exact, Level.QUORUM, "pbs").high()).isPositive();
    assertThat(estimate(exact, Level.ALL, "pbs").high()).isZero();
  }

  @Test
  void afterWritesAtQuorumReadsAtQuorumMeetEveryWriteAndReadsAtOneDoNot() {
    TableReport report = report(Level.QUORUM, TEN_MILLIS, null);
    assertThat(report.at(Level.ONE).orElseThrow().meetsEveryWrite()).isFalse();
    assertThat(report.at(Level.QUORUM).orElseThrow().meetsEveryWrite()).isTrue();
    assertThat(estimate(report, Level.ONE, "random-read").raw())
        .isEqualTo(1 / 3.0 * (1 - Math.exp(-0.5)), CLOSE);
    assertThat(estimate(report, Level.QUORUM, "random-read").raw()).isZero();
    assertThat(estimate(report, Level.QUORUM, "harmony").raw()).isPositive();
  }

  @Test
  void withKnownKeysTheRatesOfEachKeyCount() {
    TableReport report = report(Level.ONE, TEN_MILLIS, KeyPopularity.uniform(100));
    assertThat(estimate(report, Level.ONE, "harmony").raw()).isEqualTo(1 - Math.exp(-1), CLOSE);
    assertThat(estimate(report, Level.ONE, "harmony-per-key").raw())
        .isEqualTo(1 - Math.exp(-0.01), CLOSE);
    assertThat(estimate(report, Level.ONE, "random-read").raw())
        .isEqualTo(2 / 3.0 * (1 - Math.exp(-0.005)), CLOSE);
  }

  @Test
  void withoutKnownKeysTheSameIsNotSaidTwice() {
    assertThat(report(Level.ONE, TEN_MILLIS, null).at(Level.ONE).orElseThrow().estimates())
        .extracting(RateEstimate::model)
        .containsExactly("harmony", "random-read", "pbs");
  }

  @Test
  void withoutAPropagationTimeOrARateNothingIsEstimated() {
    assertThat(report(Level.ONE, null, null).levels())
        .allSatisfy(level -> assertThat(level.estimates()).isEmpty());
    TableReport unknown =
        TableReport.of(
            new TableName("k", "t"),
            MeanRate.of(100),
            MeanRate.UNKNOWN,
            Double.NaN,
            levels(Level.ONE),
            TEN_MILLIS,
            null,
            Optional.empty());
    assertThat(unknown.levels()).allSatisfy(level -> assertThat(level.estimates()).isEmpty());
  }

  @Test
  void aWeakerLevelSavesReplicaReads() {
    TableReport report = report(Level.QUORUM, TEN_MILLIS, null);
    assertThat(report.savedReplicaReadsPerSecond(Level.QUORUM, Level.ONE)).isEqualTo(100);
    assertThat(report.savedReplicaReadsPerSecond(Level.ALL, Level.ONE)).isEqualTo(200);
    assertThatThrownBy(() -> report.savedReplicaReadsPerSecond(Level.LOCAL_QUORUM, Level.ONE))
        .hasMessageContaining("no level LOCAL_QUORUM");
  }

  @Test
  void replicasPerReadAreKnownWhereSomethingWasRead() {
    assertThat(report(Level.ONE, null, null).replicasPerRead()).isEqualTo(2.1, CLOSE);
    TableReport idle =
        TableReport.of(
            new TableName("k", "t"),
            MeanRate.of(0),
            MeanRate.of(0),
            0,
            levels(Level.ONE),
            TEN_MILLIS,
            null,
            Optional.empty());
    assertThat(idle.replicasPerRead()).isNaN();
    assertThat(estimate(idle, Level.ONE, "harmony").raw()).isZero();
  }

  @Test
  void replicasPerReadTellTheLikelyLevel() {
    assertThat(report(Level.ONE, null, null).likelyLevel()).contains(Level.QUORUM);
    assertThat(readBy(102).likelyLevel()).contains(Level.ONE);
    assertThat(readBy(300).likelyLevel()).contains(Level.ALL);
    assertThat(readBy(150).likelyLevel()).isEmpty();
    assertThat(readBy(Double.NaN).likelyLevel()).isEmpty();
  }

  private static TableReport readBy(double replicaReads) {
    return TableReport.of(
        new TableName("k", "t"),
        MeanRate.of(100),
        MeanRate.of(50),
        replicaReads,
        levels(Level.ONE),
        null,
        null,
        Optional.empty());
  }

  private static TableReport report(
      Level writeLevel, @Nullable Propagation propagation, @Nullable KeyPopularity popularity) {
    return TableReport.of(
        new TableName("k", "t"),
        MeanRate.of(100),
        MeanRate.of(50),
        210,
        levels(writeLevel),
        propagation,
        popularity,
        Optional.empty());
  }

  private static ReadLevels levels(Level writeLevel) {
    return ObservedLevels.of("k", new Replication(Map.of("dc1", 3)), "dc1", writeLevel);
  }

  private static RateEstimate estimate(TableReport report, Level level, String model) {
    return report.at(level).orElseThrow().estimates().stream()
        .filter(each -> each.model().equals(model))
        .findFirst()
        .orElseThrow();
  }
}
