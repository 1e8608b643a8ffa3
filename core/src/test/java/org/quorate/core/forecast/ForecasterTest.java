package org.quorate.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.wars.Leg;
import org.quorate.core.staleness.wars.LinkLegs;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;

/** With seed 1; bounds are of 4.5 errors of the draws, alpha below 1e-5 each. */
final class ForecasterTest {
  private static final double MEAN = 0.01;

  @Test
  void everyLevelHasItsRateItsAgesAndItsCost() {
    Forecast forecast = forecaster(Level.ONE, MEAN).at(1_000, 50, 1);
    assertThat(forecast.levels())
        .extracting(LevelForecast::level)
        .containsExactly(Level.ONE, Level.QUORUM, Level.ALL);
    assertThat(forecast.levels())
        .extracting(LevelForecast::replicaReadsPerSecond)
        .containsExactly(1_000.0, 2_000.0, 3_000.0);
    LevelForecast one = forecast.levels().get(0);
    // Exponential legs, 100 keys alike: 2/3 w m / (1 + w m), ages exponential too.
    double expected = 2.0 / 3 * 0.5 * MEAN / (1 + 0.5 * MEAN);
    assertThat(one.stale().rate()).isCloseTo(expected, within(4.5 * one.stale().standardError()));
    assertThat(one.medianAgeSeconds()).isCloseTo(MEAN * Math.log(2), within(0.02 * MEAN));
    assertThat(one.slowAgeSeconds()).isCloseTo(MEAN * Math.log(100), within(0.1 * MEAN));
    assertThat(one.meetsEveryWrite()).isFalse();
    LevelForecast all = forecast.levels().get(2);
    assertThat(all.meetsEveryWrite()).isTrue();
    assertThat(all.stale().interval().high()).isZero();
    assertThat(all.medianAgeSeconds()).isNaN();
  }

  @Test
  void intervalsAreAsMuchWiderAsEstimatesWereOffOnServers() {
    LevelForecast one = forecaster(Level.ONE, MEAN).at(1_000, 50, 1).levels().get(0);
    assertThat(one.staleInterval().low()).isEqualTo(0.37 * one.stale().interval().low());
    assertThat(one.staleInterval().high()).isEqualTo(1.5 * one.stale().interval().high());
    assertThat(forecaster(Level.ONE, MEAN).at(1_000, 50, 0.1).levels().get(0).staleInterval().low())
        .as("less than a millisecond apart")
        .isZero();
    LevelForecast hot = forecaster(Level.ONE, 100).at(1_000, 1_000, 1).levels().get(0);
    assertThat(hot.stale().rate()).isGreaterThan(0.66);
    assertThat(hot.staleInterval().high()).isEqualTo(1);
  }

  @Test
  void writesAtQuorumLeaveFewerReadsStaleAndNoneAtQuorum() {
    Forecast one = forecaster(Level.ONE, MEAN).at(1_000, 50, 1);
    Forecast quorum = forecaster(Level.QUORUM, MEAN).at(1_000, 50, 1);
    assertThat(quorum.levels().get(0).stale().rate())
        .isPositive()
        .isLessThan(0.5 * one.levels().get(0).stale().rate());
    assertThat(quorum.levels().get(1).meetsEveryWrite()).isTrue();
    assertThat(quorum.levels().get(1).stale().rate()).isZero();
  }

  @Test
  void longerDelaysAreLegsThatAreLonger() {
    LevelForecast stretched = forecaster(Level.ONE, MEAN).at(1_000, 50, 3).levels().get(0);
    LevelForecast longer = forecaster(Level.ONE, 3 * MEAN).at(1_000, 50, 1).levels().get(0);
    assertThat(stretched.stale().rate())
        .isCloseTo(longer.stale().rate(), within(1e-4 * longer.stale().rate()));
    assertThat(stretched.medianAgeSeconds())
        .isCloseTo(longer.medianAgeSeconds(), within(1e-3 * longer.medianAgeSeconds()));
    assertThat(stretched.slowAgeSeconds())
        .isCloseTo(longer.slowAgeSeconds(), within(1e-3 * longer.slowAgeSeconds()));
  }

  /** Legs of 1 ms in a rack and 10 ms between, of which the replica of fewest long ones is read. */
  @Test
  void readsOfTheReplicaThatIsNearestToTheOthersAreStaleLessOften() {
    LinkLegs legs = new LinkLegs(Leg.constant(0.001), Leg.constant(0.01), Leg.NONE);
    List<ReplicaRow> rows = List.of(ReplicaRow.overRacks(3, 2, legs));
    LevelForecast fastest = weakest(rows, ReplicaChoice.FASTEST);
    LevelForecast any = weakest(rows, ReplicaChoice.NEAREST);
    // 100 keys alike, half a write a second each: sums of 1 - e^(-w T) over pairs of replicas.
    double near = -Math.expm1(-0.0005);
    double far = -Math.expm1(-0.005);
    assertThat(fastest.stale().rate())
        .isCloseTo((near + far) / 3, within(4.5 * fastest.stale().standardError()));
    assertThat(any.stale().rate())
        .isCloseTo((2 * near + 4 * far) / 9, within(4.5 * any.stale().standardError()));
  }

  private static LevelForecast weakest(List<ReplicaRow> rows, ReplicaChoice choice) {
    return forecaster(Level.ONE, rows, choice).at(1_000, 50, 1).levels().get(0);
  }

  private static Forecaster forecaster(Level writeLevel, double mean) {
    return forecaster(
        writeLevel, List.of(ReplicaRow.alike(3, Leg.exponential(mean))), ReplicaChoice.NEAREST);
  }

  private static Forecaster forecaster(
      Level writeLevel, List<ReplicaRow> rows, ReplicaChoice choice) {
    ReadLevels levels =
        ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", writeLevel);
    return new Forecaster(
        levels, rows, choice, KeyPopularity.uniform(100), SeededRandom.stream(1, 0));
  }
}
