package org.quorate.core.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class StalenessModelTest {
  @Test
  void theReplicasOfHarmonyAreThoseOfFormula8RoundedUp() {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 5_000; i++) {
      Observation observation = random(random);
      double tolerance = random.nextDouble();
      double formula =
          HarmonyFormula.replicasNeeded(
              observation.replicationFactor(),
              observation.readsPerSecond(),
              1 / observation.writesPerSecond(),
              observation.propagation().seconds(),
              tolerance);
      assertThat(new HarmonyModel().replicasNeeded(observation, tolerance))
          .as("%s within %s", observation, tolerance)
          .isEqualTo(Math.max(1, (int) Math.ceil(formula)));
    }
  }

  @Test
  void onOneKeyTheRatesOfTheKeyAreThoseOfTheTable() {
    Observation observation = observation(300, 200, KeyPopularity.ONE_KEY);
    assertThat(new PerKeyHarmonyModel().raw(observation, 0.004, 1))
        .isEqualTo(new HarmonyModel().raw(observation, 0.004, 1));
  }

  @Test
  void trafficThatSpreadsOverKeysIsLessStalePerKey() {
    Observation spread = observation(1000, 1000, KeyPopularity.uniform(1000));
    // Each key: one read and one write a second; 2/3 (1 - e^-0.01) (1 + 1) / 1.
    assertThat(new PerKeyHarmonyModel().raw(spread, 0.01, 1))
        .isCloseTo(2.0 / 3 * -Math.expm1(-0.01) * 2, within(1e-12));
    assertThat(new HarmonyModel().raw(spread, 0.01, 1)).isGreaterThan(1.3);
    assertThat(new RandomReadModel().raw(spread, 0.01, 1))
        .isCloseTo(2.0 / 3 * -Math.expm1(-0.01), within(1e-12));
  }

  @Test
  void popularKeysCountByTheirShareOfTheReads() {
    KeyPopularity two = KeyPopularity.of(3, 1, 0);
    Observation observation = observation(100, 100, two);
    assertThat(new RandomReadModel().raw(observation, 0.01, 1))
        .isCloseTo(
            2.0 / 3 * (0.75 * -Math.expm1(-0.75) + 0.25 * -Math.expm1(-0.25)), within(1e-12));
  }

  /**
   * The closed form against a simulation of what it describes: Poisson writes to one key, each at W
   * random replicas at once and at the others Tp later, Poisson reads of R random replicas. 200,000
   * reads for each of 9 combinations; seed 3; the bound is 4.5 standard errors of independent reads
   * times 2 for reads that share a write, so that alpha is far below 0.001 for all together.
   */
  @Test
  void theClosedFormIsWhatHappensToRandomReads() {
    SplittableRandom random = new SplittableRandom(3);
    for (int written = 1; written <= 3; written++) {
      for (int read = 1; read <= 3; read++) {
        double counted = StaleReadSimulation.rate(random, 5, written, read, 40, 0.02, 200_000);
        Observation observation =
            new Observation(100, 40, Propagation.exactly(0.02), 5, written, KeyPopularity.ONE_KEY);
        double estimated = new RandomReadModel().raw(observation, 0.02, read);
        double error = Math.sqrt(estimated * (1 - estimated) / 200_000);
        assertThat(counted)
            .as("W %d, R %d", written, read)
            .isCloseTo(estimated, within(9 * error + 1e-12));
      }
    }
  }

  @Test
  void overlappingReadsAndWritesAreNeverStaleInTheClosedForm() {
    Observation quorum =
        new Observation(1000, 1000, Propagation.exactly(1), 3, 2, KeyPopularity.ONE_KEY);
    assertThat(new RandomReadModel().estimate(quorum, 2)).isEqualTo(Estimate.NONE);
  }

  @Test
  void anEstimateIsHeldToARateAndSpansThePropagationTime() {
    Observation observation =
        new Observation(
            1000, 1000, new Propagation(0.005, 0.0001, 0.1), 3, 1, KeyPopularity.ONE_KEY);
    Estimate estimate = new HarmonyModel().estimate(observation, 1);
    assertThat(estimate.raw()).isCloseTo(1.324349404, within(1e-9));
    assertThat(estimate.rate()).isEqualTo(1);
    assertThat(estimate.low()).isCloseTo(4.0 / 3 * -Math.expm1(-0.1), within(1e-12));
    assertThat(estimate.high()).isEqualTo(1);
  }

  @Test
  void impossibleObservationsAreRefused() {
    assertThatThrownBy(() -> observation(-1, 0, KeyPopularity.ONE_KEY))
        .hasMessageContaining("read rate");
    assertThatThrownBy(() -> observation(1, Double.NaN, KeyPopularity.ONE_KEY))
        .hasMessageContaining("write rate");
    assertThatThrownBy(() -> new Propagation(1, 2, 3)).hasMessageContaining("low");
    assertThatThrownBy(() -> KeyPopularity.of()).hasMessageContaining("weight");
    assertThatThrownBy(() -> KeyPopularity.of(1, -1)).hasMessageContaining("at least 0");
    assertThatThrownBy(() -> KeyPopularity.uniform(0)).hasMessageContaining("one key");
    Observation observation = observation(1, 1, KeyPopularity.ONE_KEY);
    assertThatThrownBy(() -> new HarmonyModel().estimate(observation, 4))
        .hasMessageContaining("4 cannot answer");
    assertThatThrownBy(() -> new HarmonyModel().replicasNeeded(observation, 1.5))
        .hasMessageContaining("from 0 to 1");
  }

  private static Observation observation(double reads, double writes, KeyPopularity popularity) {
    return new Observation(reads, writes, Propagation.exactly(0.01), 3, 1, popularity);
  }

  private static Observation random(SplittableRandom random) {
    int replicas = random.nextInt(1, 8);
    return new Observation(
        random.nextDouble(0.1, 3000),
        random.nextDouble(0.1, 3000),
        Propagation.exactly(random.nextDouble(0.0001, 0.1)),
        replicas,
        random.nextInt(1, replicas + 1),
        KeyPopularity.of(random.doubles(4, 0.01, 1).toArray()));
  }
}
