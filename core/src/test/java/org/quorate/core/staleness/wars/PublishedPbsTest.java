package org.quorate.core.staleness.wars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.random.SeededRandom;

/**
 * The figures that Bailis et al. published: Probabilistically Bounded Staleness for Practical
 * Partial Quorums, PVLDB 5(8), 2012, with the fits of its table 3, read in the LaTeX text of the
 * authors' own archive (github.com/pbailis/pbs-vldb-historical-paper-material, branch archived,
 * writeup/ernst.tex). Times are in milliseconds.
 *
 * <p>Theirs are Monte Carlo figures too, of 50,000 trials (table 4), so both errors count: alpha is
 * 0.001 for each probability, two-sided, and half of the last digit is allowed for. A t-visibility
 * there is the first of many steps at which 99.9 % of the trials were consistent, so rather early;
 * it is checked by what is stale then, of 0.1 % within four deviations. The archive's simulator
 * (nrw_solver/src/Simulator.java) draws Yammer's writes with a shape of 3.5, where table 3 has
 * 3.35, and looks at its ages from 1 ms on.
 */
final class PublishedPbsTest {
  private static final int TRIALS = 50_000;
  private static final int THEIR_TRIALS = 50_000;
  private static final long SEED = 2012;

  /** Section 5.3: W exponential, A = R = S exponential with a mean of 1 ms, N = 3, R = W = 1. */
  @ParameterizedTest
  @CsvSource({"0.25, 0, 0.94", "10, 0, 0.41"})
  void exponentialLegs(double meanOfWrites, double age, double consistent) {
    Route route =
        new Route(
            Leg.exponential(meanOfWrites),
            Leg.exponential(1),
            Leg.exponential(1),
            Leg.exponential(1),
            0);
    assertConsistent(ages(WarsScenario.dynamo(3, 1, route)), age, 1, consistent, 0.005);
  }

  /** Sections 5.6 and 5.7: R = W = 1. */
  @ParameterizedTest
  @CsvSource({
    "SSD, 3, 0, 0.974, 0.0005",
    "DISK, 3, 0, 0.439, 0.0005",
    "DISK, 3, 10, 0.925, 0.0005",
    "YAMMER, 3, 0, 0.893, 0.0005",
    "WIDE_AREA, 3, 0, 0.33, 0.005",
    "DISK, 2, 0, 0.575, 0.0005",
    "DISK, 10, 0, 0.211, 0.0005",
  })
  void consistentReads(Fit fit, int replicas, double age, double consistent, double rounded) {
    assertConsistent(ages(fit.scenario(replicas, 1)), age, 1, consistent, rounded);
  }

  /** Table 4, N = 3: R, W, and the age at which 99.9 % of reads are consistent. */
  @ParameterizedTest
  @CsvSource({
    "SSD, 1, 1, 1.85",
    "SSD, 1, 2, 1.79",
    "SSD, 2, 1, 0",
    "SSD, 2, 2, 0",
    "SSD, 1, 3, 0",
    "DISK, 1, 1, 45.5",
    "DISK, 1, 2, 43.3",
    "DISK, 2, 1, 13.6",
    "DISK, 3, 1, 0",
    "YAMMER, 1, 1, 1364",
    "YAMMER, 1, 2, 1352",
    "YAMMER, 2, 1, 202",
    "YAMMER, 2, 2, 0",
    "WIDE_AREA, 1, 1, 113",
    "WIDE_AREA, 2, 1, 30.2",
    "WIDE_AREA, 2, 2, 0",
  })
  void visibility(Fit fit, int read, int write, double age) {
    StaleAges ages = ages(fit.scenario(3, write));
    double stale = ages.at(age, read);
    double deviation = Math.sqrt(0.001 * (1.0 / THEIR_TRIALS + 1.0 / TRIALS));
    assertThat(stale).isLessThan(0.001 + 4 * deviation);
    if (age > 0) {
      assertThat(stale).isGreaterThan(0.001 - 4 * deviation);
    }
  }

  private static StaleAges ages(WarsScenario scenario) {
    return WarsSimulation.run(scenario, TRIALS, SeededRandom.stream(SEED, 0));
  }

  private static void assertConsistent(
      StaleAges ages, double age, int read, double consistent, double rounded) {
    double variance = consistent * (1 - consistent) * (1.0 / THEIR_TRIALS + 1.0 / TRIALS);
    assertThat(1 - ages.at(age, read))
        .isCloseTo(consistent, within(3.29 * Math.sqrt(variance) + rounded));
  }

  /** Table 3. */
  enum Fit {
    SSD,
    DISK,
    YAMMER,
    WIDE_AREA;

    private static final double BETWEEN_CENTERS = 75;

    WarsScenario scenario(int replicas, int write) {
      if (this != WIDE_AREA) {
        return WarsScenario.dynamo(replicas, write, route());
      }
      Route far =
          new Route(
              route().write().plus(Leg.constant(BETWEEN_CENTERS)),
              route().acknowledgement().plus(Leg.constant(BETWEEN_CENTERS)),
              route().request().plus(Leg.constant(BETWEEN_CENTERS)),
              route().response().plus(Leg.constant(BETWEEN_CENTERS)),
              1);
      return WarsScenario.of(
          replicas, write, (from, to) -> from == to ? route() : far, Asked.EVERY_REPLICA);
    }

    private Route route() {
      Leg ssd = random -> mixed(random, 0.9122, 0.235, 10, 1.66);
      Leg disk = random -> mixed(random, 0.38, 1.05, 1.51, 0.183);
      Leg yammerWrite = random -> mixed(random, 0.939, 3, 3.35, 0.0028);
      Leg yammer = random -> mixed(random, 0.982, 1.5, 3.8, 0.0217);
      return switch (this) {
        case SSD -> new Route(ssd, ssd, ssd, ssd, 0);
        case DISK, WIDE_AREA -> new Route(disk, ssd, ssd, ssd, 0);
        case YAMMER -> new Route(yammerWrite, yammer, yammer, yammer, 0);
      };
    }

    /** A share of Pareto, the rest exponential. */
    private static double mixed(
        RandomGenerator random, double share, double least, double shape, double rate) {
      double which = random.nextDouble();
      double tail = random.nextExponential();
      return which < share ? least * Math.exp(tail / shape) : tail / rate;
    }
  }
}
