package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.HarmonyModel;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;

final class PolicyTest {
  /** Half writes, three replicas, a tolerance of 20 %: lambda_r Tp decides. */
  @ParameterizedTest
  @CsvSource({"160, ONE", "165, QUORUM", "355, QUORUM", "360, ALL", "100000, ALL", "0, ONE"})
  void harmonyAsksForAsManyReplicasAsFormula8(double readsPerSecond, Level level) {
    TolerancePolicy harmony = new TolerancePolicy(0.2, new HarmonyModel(), LevelLadder.GLOBAL);
    assertThat(harmony.decide(traffic(readsPerSecond, 3)).level()).isEqualTo(level);
  }

  @ParameterizedTest
  @CsvSource({
    "GLOBAL, 1, 3, ONE",
    "GLOBAL, 2, 3, QUORUM",
    "GLOBAL, 3, 3, ALL",
    "GLOBAL, 2, 5, TWO",
    "GLOBAL, 3, 5, QUORUM",
    "GLOBAL, 4, 5, ALL",
    "GLOBAL, 3, 7, THREE",
    "GLOBAL, 1, 1, ONE",
    "GLOBAL, 2, 2, QUORUM",
    "LOCAL, 1, 3, LOCAL_ONE",
    "LOCAL, 2, 3, LOCAL_QUORUM",
    "LOCAL, 3, 3, ALL",
    "LOCAL, 2, 5, LOCAL_QUORUM"
  })
  void replicasAreRoundedUpToALevelThatExists(
      LevelLadder ladder, int replicas, int replicationFactor, Level level) {
    assertThat(ladder.covering(replicas, replicationFactor)).isEqualTo(level);
  }

  @ParameterizedTest
  @CsvSource({
    "GLOBAL, ONE, 3, ALL",
    "GLOBAL, QUORUM, 3, QUORUM",
    "GLOBAL, ALL, 3, ONE",
    "GLOBAL, TWO, 5, ALL",
    "GLOBAL, THREE, 5, QUORUM",
    "GLOBAL, LOCAL_QUORUM, 3, ALL",
    "LOCAL, LOCAL_QUORUM, 3, LOCAL_QUORUM",
    "LOCAL, LOCAL_ONE, 3, ALL",
    "LOCAL, EACH_QUORUM, 3, LOCAL_QUORUM",
    "LOCAL, ALL, 3, LOCAL_ONE",
    "LOCAL, ONE, 3, ALL",
    "LOCAL, TWO, 3, ALL",
    "LOCAL, THREE, 3, ALL",
    "LOCAL, QUORUM, 3, ALL"
  })
  void theSafeLevelMeetsEveryWrite(
      LevelLadder ladder, Level writeLevel, int replicationFactor, Level level) {
    assertThat(ladder.safe(writeLevel, replicationFactor)).isEqualTo(level);
    if (!writeLevel.isLocal() && !level.isLocal()) {
      assertThat(level.overlaps(writeLevel, replicationFactor)).isTrue();
    }
  }

  @Test
  void aDecisionGivesItsReasonInNumbers() {
    Decision decision =
        new TolerancePolicy(0.2, new HarmonyModel(), LevelLadder.GLOBAL).decide(traffic(250, 3));
    assertThat(decision.reason())
        .isEqualTo(
            "Estimated stale-read rate at one replica 29.49 %, tolerance 20 %: 2 replicas are"
                + " needed.");
    assertThat(decision.estimate()).isPresent();
  }

  @Test
  void aStaticPolicyListensToNothing() {
    assertThat(new StaticPolicy(Level.QUORUM).decide(traffic(1e6, 3)).level())
        .isEqualTo(Level.QUORUM);
    assertThat(new StaticPolicy(Level.ALL).name()).isEqualTo("ALL");
  }

  @Test
  void aPolicyIsNamedWithItsTolerance() {
    assertThat(new TolerancePolicy(0.4, new HarmonyModel(), LevelLadder.GLOBAL).name())
        .isEqualTo("harmony 40%");
    assertThat(new TolerancePolicy(0.005, new HarmonyModel(), LevelLadder.LOCAL).name())
        .isEqualTo("harmony 0.5%");
  }

  @Test
  void aToleranceIsARate() {
    for (double tolerance : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(
              () -> new TolerancePolicy(tolerance, new HarmonyModel(), LevelLadder.GLOBAL))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("from 0 to 1");
    }
  }

  /** As many reads as writes, and a propagation time of one millisecond. */
  private static Observation traffic(double readsPerSecond, int replicationFactor) {
    return new Observation(
        readsPerSecond,
        readsPerSecond,
        Propagation.exactly(0.001),
        replicationFactor,
        1,
        KeyPopularity.ONE_KEY);
  }
}
