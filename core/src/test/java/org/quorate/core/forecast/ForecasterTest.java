package org.quorate.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.wars.Leg;

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

  private static Forecaster forecaster(Level writeLevel, double mean) {
    ReadLevels levels =
        ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", writeLevel);
    return new Forecaster(
        levels, Leg.exponential(mean), KeyPopularity.uniform(100), SeededRandom.stream(1, 0));
  }
}
