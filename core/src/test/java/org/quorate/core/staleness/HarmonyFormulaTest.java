package org.quorate.core.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HarmonyFormulaTest {
  /**
   * Worked out apart from this code, to thirty digits: N, X, reads per second, seconds between
   * writes, seconds of propagation. For example 3, 1, 100, 0.01, 0.005: 2/3 of 1 - e^-0.5 =
   * 0.393469340 times (1 + 1) / 1.
   */
  @ParameterizedTest
  @CsvSource({
    "3, 1, 100, 0.01, 0.005, 0.524625787",
    "3, 1, 1000, 0.001, 0.005, 1.324349404",
    "5, 1, 100, 0.01, 0.001, 0.152260131",
    "5, 1, 950, 0.02, 0.0005, 0.318412584",
    "5, 2, 100, 0.01, 0.001, 0.114195098",
    "5, 3, 1000, 0.001, 0.01, 0.799963680",
    "2, 1, 1, 1, 1, 0.632120559",
    "3, 1, 10, 0.2, 0.02, 0.181269247",
    "5, 4, 500, 0.002, 0.004, 0.345865887",
    "3, 2, 2000, 0.01, 0.00025, 0.137714269",
    "1, 1, 100, 0.01, 0.005, 0",
    "5, 1, 2000, 0.0005, 0.1, 1.6"
  })
  void probabilitiesAreThoseOfFormula6(
      int n, int x, double reads, double between, double propagation, double expected) {
    assertThat(HarmonyFormula.staleProbability(n, x, reads, between, propagation))
        .isCloseTo(expected, within(5e-10));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 100, 0.01, 0.005, 0.2, 2.237551775",
    "5, 100, 0.01, 0.001, 0.2, -0.254165972",
    "5, 1000, 0.001, 0.01, 0.4, 3.999954598",
    "3, 10, 0.2, 0.02, 0.01, 2.889666889",
    "5, 500, 0.002, 0.004, 0, 5",
    "3, 1000, 0.001, 0.0001, 0.5, -4.881248959"
  })
  void replicasAreThoseOfFormula8(
      int n, double reads, double between, double propagation, double tolerance, double expected) {
    assertThat(HarmonyFormula.replicasNeeded(n, reads, between, propagation, tolerance))
        .isCloseTo(expected, within(5e-10));
  }

  @Test
  void withoutWritesOrPropagationNothingIsStale() {
    assertThat(HarmonyFormula.staleProbability(3, 1, 100, Double.POSITIVE_INFINITY, 0.005))
        .isZero();
    assertThat(HarmonyFormula.staleProbability(3, 1, 100, 0.01, 0)).isZero();
    assertThat(HarmonyFormula.replicasNeeded(3, 100, 0.01, 0, 0)).isZero();
  }

  /** The limits that the paper does not give, from near by. */
  @Test
  void nearItsLimitsTheFormulaTendsToWhatTheDocumentationSays() {
    assertThat(HarmonyFormula.staleProbability(3, 1, 100, 1e9, 0.005))
        .isCloseTo(2.0 / 3 * (1 - Math.exp(-0.5)), within(1e-8));
    assertThat(HarmonyFormula.staleProbability(3, 1, 1e-9, 0.01, 0.005))
        .isCloseTo(2.0 / 3 * 0.005 / 0.01, within(1e-8));
  }

  /** Half writes, three replicas, 20 %: the levels that cluster-wide rates lead to. */
  @Test
  void atHalfWritesTheLevelClimbsWithinALittleTraffic() {
    assertThat(HarmonyFormula.staleProbability(3, 1, 162, 1 / 162.0, 0.001)).isLessThan(0.2);
    assertThat(HarmonyFormula.staleProbability(3, 1, 163, 1 / 163.0, 0.001)).isGreaterThan(0.2);
    assertThat(HarmonyFormula.staleProbability(3, 2, 356, 1 / 356.0, 0.001)).isLessThan(0.2);
    assertThat(HarmonyFormula.staleProbability(3, 2, 357, 1 / 357.0, 0.001)).isGreaterThan(0.2);
  }

  @Test
  void withoutReadsItIsWhatItTendsTo() {
    assertThat(HarmonyFormula.staleProbability(3, 1, 0, 0.1, 0.05))
        .isCloseTo(HarmonyFormula.staleProbability(3, 1, 1e-6, 0.1, 0.05), within(1e-6))
        .isCloseTo(1.0 / 3, within(1e-12));
    assertThat(HarmonyFormula.replicasNeeded(3, 0, 0.1, 0.05, 0.1))
        .isCloseTo(HarmonyFormula.replicasNeeded(3, 1e-6, 0.1, 0.05, 0.1), within(1e-5));
  }
}
