package org.quorate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.staleness.Estimate;
import org.quorate.core.staleness.HarmonyModel;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.StalenessModel;

final class PolicyTest {
  private static final ReadLevels LEVELS =
      ReadLevels.like(Level.ONE, new Replication(Map.of("dc1", 3)), "dc1", Level.ONE);

  /** Half writes, three replicas, a tolerance of 20 %: lambda_r Tp decides. */
  @ParameterizedTest
  @CsvSource({"160, ONE", "165, QUORUM", "355, QUORUM", "360, ALL", "100000, ALL", "0, ONE"})
  void harmonyAsksForAsManyReplicasAsFormula8(double readsPerSecond, Level level) {
    TolerancePolicy harmony = new TolerancePolicy(new HarmonyModel(), 0.2);
    assertThat(harmony.decide(traffic(readsPerSecond, 3), LEVELS).level()).isEqualTo(level);
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

  @Test
  void aReadIsAsStrongAsTheStrongestRaiseThatHoldsForIt() {
    Decision decision =
        new Decision(
            Level.ONE,
            List.of(
                new Raise.RecentlyWritten(100, Level.QUORUM),
                new Raise.TokenRange(90, -90, Level.ALL),
                new Raise.TokenRange(-90, 0, Level.ONE)),
            "because",
            Optional.empty());
    ToIntFunction<Level> strength = level -> level.replicas(3);
    assertThat(decision.levelOf(50, Decision.NEVER_WRITTEN, strength)).isEqualTo(Level.ONE);
    assertThat(decision.levelOf(50, 0, strength)).isEqualTo(Level.QUORUM);
    assertThat(decision.levelOf(50, 99, strength)).isEqualTo(Level.QUORUM);
    assertThat(decision.levelOf(50, 100, strength)).isEqualTo(Level.ONE);
    assertThat(decision.levelOf(91, 0, strength)).as("both").isEqualTo(Level.ALL);
    assertThat(decision.levelOf(90, 100, strength)).as("before the range").isEqualTo(Level.ONE);
    assertThat(decision.levelOf(-90, 100, strength)).as("its last").isEqualTo(Level.ALL);
    assertThat(decision.levelOf(-50, 0, strength)).as("a weaker raise").isEqualTo(Level.QUORUM);
  }

  @Test
  void aModelThatKnowsItsErrorDecidesByItsUpperBoundAndSaysSo() {
    Observation seen =
        LEVELS.observation(100, 1, new Propagation(0.01, 0.005, 0.02), KeyPopularity.ONE_KEY);
    StalenessModel model = StalenessModels.named("pbs");
    Estimate one = model.estimate(seen, 1);
    Decision decision =
        new TolerancePolicy(model, (one.rate() + one.high()) / 2).decide(seen, LEVELS);
    assertThat(decision.level()).isEqualTo(Level.QUORUM);
    assertThat(decision.reason())
        .matches(
            "Estimated stale-read rate at one replica [0-9.]+ %, at most [0-9.]+ %, tolerance"
                + " [0-9.]+ %: 2 replicas are needed\\.");
    assertThat(new TolerancePolicy(model, one.high()).decide(seen, LEVELS).reason())
        .doesNotContain("at most")
        .endsWith("one replica is enough.");
  }

  @Test
  void aDecisionGivesItsReasonInNumbers() {
    Decision decision =
        new TolerancePolicy(new HarmonyModel(), 0.2).decide(traffic(250, 3), LEVELS);
    assertThat(decision.reason())
        .isEqualTo(
            "Estimated stale-read rate at one replica 29.49 %, tolerance 20 %: 2 replicas are"
                + " needed.");
    assertThat(decision.estimate()).isPresent();
  }

  @Test
  void aStaticPolicyListensToNothing() {
    assertThat(new StaticPolicy(Level.QUORUM).decide(traffic(1e6, 3), LEVELS).level())
        .isEqualTo(Level.QUORUM);
    assertThat(new StaticPolicy(Level.ALL).name()).isEqualTo("ALL");
  }

  @Test
  void aPolicyIsNamedWithItsTolerance() {
    assertThat(new TolerancePolicy(new HarmonyModel(), 0.4).name()).isEqualTo("harmony 40%");
    assertThat(new TolerancePolicy(new HarmonyModel(), 0.005).name()).isEqualTo("harmony 0.5%");
  }

  @Test
  void aToleranceIsARate() {
    for (double tolerance : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new TolerancePolicy(new HarmonyModel(), tolerance))
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
