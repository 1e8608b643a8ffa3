package org.quorate.core.staleness.wars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.statistics.Interval;

/** Statistical bounds are of 4.5 deviations, alpha below 1e-5 each, with the seeds as they are. */
final class WarsSimulationTest {
  private static final int TRIALS = 50_000;
  private static final double DEVIATIONS = 4.5;
  private static final double MEAN = 0.01;
  private static final Leg LOGNORMAL =
      Leg.of(new DelayDistribution.LogNormal(Duration.ofMillis(10), 0.8));

  /** W random replicas have a write at once, the others never, and R random ones are asked. */
  @Test
  void withoutLegsAReadMissesWithTheHypergeometricChance() {
    for (int written = 1; written <= 4; written++) {
      int at = written;
      WarsScenario scenario =
          WarsScenario.of(
              5,
              written,
              (from, to) ->
                  Math.floorMod(to - from, 5) < at
                      ? Route.OWN
                      : new Route(Leg.constant(1e9), Leg.NONE, Leg.NONE, Leg.NONE, 0),
              Asked.AS_MANY_AS_NEEDED);
      StaleAges ages = ages(scenario);
      for (int read = 1; read <= 5; read++) {
        double chance = 1;
        for (int i = 0; i < read; i++) {
          chance *= Math.max(0, 5.0 - written - i) / (5 - i);
        }
        assertThat(ages.at(1, read)).isCloseTo(chance, within(error(chance)));
      }
    }
  }

  @Test
  void aReadTravelsAsLongAsTheWriteDidWhereLegsAreEqual() {
    StaleAges ages = ages(WarsScenario.tokenAware(3, 1, Leg.constant(0.005)));
    assertThat(ages.at(0, 1)).isCloseTo(2.0 / 3, within(error(2.0 / 3)));
    assertThat(ages.at(0.00499, 1)).isEqualTo(ages.at(0, 1));
    assertThat(ages.at(0.005, 1)).isZero();
    assertThat(ages.at(0, 2)).isZero();
    SimulatedRate two = ages.rate(100, KeyPopularity.ONE_KEY, 2);
    assertThat(two.rate()).isZero();
    assertThat(two.interval().high())
        .as("none of the trials was stale, which is no proof")
        .isBetween(1e-6, 4.0 / TRIALS);
    // Poisson writes: 2/3 (1 - e^(-100 * 0.005)).
    assertThat(ages.rate(100, KeyPopularity.ONE_KEY, 1).rate())
        .isCloseTo(2.0 / 3 * -Math.expm1(-0.5), within(error(2.0 / 3)));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void aReadThatMeetsEveryWriteIsNeverStale(String name, WarsScenario scenario) {
    for (int write = 1; write <= scenario.replicas(); write++) {
      WarsScenario other =
          new WarsScenario(
              write,
              scenario.routes(),
              scenario.writers(),
              scenario.readers(),
              scenario.asked(),
              scenario.speculateAfterSeconds(),
              scenario.queueing(),
              scenario.repair());
      StaleAges ages = WarsSimulation.run(other, 2_000, SeededRandom.stream(5, write));
      for (int read = scenario.replicas() - write + 1; read <= scenario.replicas(); read++) {
        assertThat(ages.at(0, read)).as("%s, W %d, R %d", name, write, read).isZero();
        assertThat(ages.visibleAfter(0, read)).isZero();
        assertThat(ages.rate(1e6, KeyPopularity.ONE_KEY, read).interval().high()).isZero();
        assertThat(ages.staleAt(0, read).interval().high()).isZero();
        assertThat(ages.staleAge(0.5, 1, KeyPopularity.ONE_KEY, read)).isNaN();
      }
    }
  }

  @Test
  void whatIsNeverWrittenIsNeverStale() {
    StaleAges ages = ages(WarsScenario.tokenAware(3, 1, LOGNORMAL));
    assertThat(ages.rate(0, KeyPopularity.ONE_KEY, 1).interval().high()).isZero();
    assertThat(ages.staleAge(0.5, 0, KeyPopularity.ONE_KEY, 1)).isNaN();
  }

  /**
   * One of three replicas acknowledges, exponential legs of mean m. A read at ONE is stale at age t
   * with 2/3 e^(-t/m), at TWO where the one replica that is asked is the third too and the write
   * reaches both later than the read: 1/6 e^(-2t/m).
   */
  @Test
  void exponentialLegsHaveClosedForms() {
    StaleAges ages = ages(WarsScenario.tokenAware(3, 1, Leg.exponential(MEAN)));
    for (double age : new double[] {0, 0.003, 0.01, 0.04}) {
      double one = 2.0 / 3 * Math.exp(-age / MEAN);
      double two = 1.0 / 6 * Math.exp(-2 * age / MEAN);
      assertThat(ages.at(age, 1)).isCloseTo(one, within(error(one)));
      assertThat(ages.at(age, 2)).isCloseTo(two, within(error(two)));
    }
    for (double writes : new double[] {0.1, 5, 300}) {
      double reach = writes * MEAN / (1 + writes * MEAN);
      SimulatedRate rate = ages.rate(writes, KeyPopularity.ONE_KEY, 1);
      assertThat(rate.rate()).isCloseTo(2.0 / 3 * reach, within(DEVIATIONS * rate.standardError()));
      double median = Math.log(2) / (writes + 1 / MEAN);
      assertThat(ages.staleAge(0.5, writes, KeyPopularity.ONE_KEY, 1))
          .isCloseTo(median, within(0.02 * median));
      double slow = Math.log(100) / (writes + 1 / MEAN);
      assertThat(ages.staleAge(0.99, writes, KeyPopularity.ONE_KEY, 1))
          .isCloseTo(slow, within(0.04 * slow));
    }
    assertThat(ages.visibleAfterInterval(0.01, 1).contains(MEAN * Math.log(200.0 / 3))).isTrue();
    assertThat(ages.visibleAfterInterval(0.01, 1).contains(ages.visibleAfter(0.01, 1))).isTrue();
    assertThat(ages.visibleAfter(0.7, 1)).isZero();
  }

  @Test
  void keysCountByTheirShareOfTheReads() {
    StaleAges ages = ages(WarsScenario.tokenAware(3, 1, LOGNORMAL));
    KeyPopularity two = KeyPopularity.of(3, 1);
    double hot = ages.rate(75, KeyPopularity.ONE_KEY, 1).rate();
    double cold = ages.rate(25, KeyPopularity.ONE_KEY, 1).rate();
    assertThat(ages.rate(100, two, 1).rate())
        .isCloseTo(0.75 * hot + 0.25 * cold, within(4e-4 * hot));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void itIsTheShareOfReadsThatMissAWriteOneByOne(String name, WarsScenario scenario) {
    int trials = 15_000;
    StaleAges ages = WarsSimulation.run(scenario, trials, SeededRandom.stream(6, 0));
    int reads = 3_000;
    ReadsOneByOne definition = new ReadsOneByOne(scenario, 7);
    for (int read = 1; read < scenario.replicas(); read++) {
      for (double age : new double[] {0, 0.01, 0.05}) {
        double counted = definition.share(age, read, reads);
        double deviation = Math.sqrt(Math.max(counted, 3e-4) * (1.0 / reads + 1.0 / trials));
        assertThat(ages.at(age, read))
            .as("%s, R %d, age %s", name, read, age)
            .isCloseTo(counted, within(DEVIATIONS * deviation));
      }
    }
  }

  static Stream<Arguments> scenarios() {
    Route far = Route.alike(LOGNORMAL, 1);
    WarsScenario three = WarsScenario.tokenAware(3, 1, LOGNORMAL);
    WarsScenario five = WarsScenario.tokenAware(5, 2, LOGNORMAL);
    Route near = Route.alike(Leg.exponential(0.001), 1);
    Route away = Route.alike(Leg.constant(0.04).plus(Leg.exponential(0.001)), 2);
    WarsScenario centers =
        WarsScenario.of(
            4,
            1,
            (from, to) -> from == to ? Route.OWN : from / 2 == to / 2 ? near : away,
            Asked.AS_MANY_AS_NEEDED);
    Leg queue = Leg.exponential(0.02);
    return Stream.of(
        Arguments.of("token-aware", three),
        Arguments.of("five replicas, two acknowledge", five),
        Arguments.of("coordinators elsewhere, all asked", WarsScenario.dynamo(3, 1, far)),
        Arguments.of("two data centres", centers),
        Arguments.of(
            "written here, read there", centers.coordinatedAt(List.of(0, 1), List.of(2, 3))),
        Arguments.of("queues", five.queueing(Queueing.apart(queue, Leg.exponential(0.003)))),
        Arguments.of("common queues", five.queueing(Queueing.common(queue))),
        Arguments.of("speculative retry", five.speculatingAfter(0.015)),
        Arguments.of("repaired", five.repairedBy(new ReadRepair(200, 3))),
        Arguments.of(
            "repaired, queues, all asked",
            WarsScenario.dynamo(5, 1, far)
                .queueing(Queueing.common(queue))
                .repairedBy(new ReadRepair(50, 2))));
  }

  @Test
  void repairMakesReadsFresher() {
    WarsScenario plain = WarsScenario.tokenAware(3, 1, LOGNORMAL);
    double before = ages(plain).rate(5, KeyPopularity.ONE_KEY, 1).rate();
    WarsScenario repaired = plain.repairedBy(new ReadRepair(500, 2));
    assertThat(ages(repaired).rate(5, KeyPopularity.ONE_KEY, 1).rate()).isLessThan(0.9 * before);
  }

  /** Reads at random moments of a key that is written at random moments, with seed 8. */
  @ParameterizedTest
  @CsvSource({"1,1", "1,2", "2,1"})
  void itsRateIsThatOfReadsAtRandomMoments(int write, int read) {
    StaleAges ages = ages(WarsScenario.tokenAware(3, write, LOGNORMAL));
    KeyHistory history = new KeyHistory(3, write, LOGNORMAL, 8);
    int reads = 60_000;
    history.run(2, 10, read, reads);
    SimulatedRate rate = ages.rate(2, KeyPopularity.ONE_KEY, read);
    double counted = (double) history.missed / reads;
    // Reads that share a write are not independent: twice the variance.
    double deviation = Math.sqrt(2 * counted / reads) + rate.standardError();
    assertThat(rate.rate()).isCloseTo(counted, within(DEVIATIONS * deviation));
    assertThat((double) history.stale / history.missed)
        .as("reads that met a newer write which was under way")
        .isBetween(0.9, 1.0);
    Arrays.sort(history.ages);
    int middle = history.missed / 2;
    int ranks = (int) Math.ceil(DEVIATIONS * Math.sqrt(history.missed) / 2);
    assertThat(ages.staleAge(0.5, 2, KeyPopularity.ONE_KEY, read))
        .isBetween(history.ages[middle - ranks], history.ages[middle + ranks]);
  }

  @Test
  void moreReplicasAndOlderWritesAreNeverStaler() {
    StaleAges ages =
        WarsSimulation.run(
            WarsScenario.tokenAware(5, 1, LOGNORMAL), 500, SeededRandom.stream(9, 0));
    for (double age = 0; age < 0.1; age += 0.001) {
      for (int read = 1; read < 5; read++) {
        assertThat(ages.at(age, read + 1)).isLessThanOrEqualTo(ages.at(age, read));
        assertThat(ages.at(age + 0.001, read)).isLessThanOrEqualTo(ages.at(age, read));
        assertThat(ages.rate(10, KeyPopularity.ONE_KEY, read + 1).rate())
            .isLessThanOrEqualTo(ages.rate(10, KeyPopularity.ONE_KEY, read).rate());
      }
    }
  }

  @Test
  void theSameRandomNumbersMakeEveryScenario() {
    WarsScenario slow = WarsScenario.tokenAware(3, 1, LOGNORMAL.plus(Leg.NONE));
    Leg twice = random -> 2 * LOGNORMAL.draw(random);
    StaleAges once = WarsSimulation.run(slow, 1_000, SeededRandom.stream(10, 0));
    StaleAges doubled =
        WarsSimulation.run(WarsScenario.tokenAware(3, 1, twice), 1_000, SeededRandom.stream(10, 0));
    assertThat(doubled.at(0.02, 1)).isEqualTo(once.at(0.01, 1));
    assertThat(doubled.visibleAfter(0.1, 1))
        .isCloseTo(2 * once.visibleAfter(0.1, 1), within(1e-12));
  }

  /**
   * 300 simulations of 400 trials. Of 95 % intervals more than 9 % miss the truth with a chance of
   * 0.001 only.
   */
  @Test
  void intervalsCoverWhatEndlesslyManyTrialsWouldGive() {
    WarsScenario scenario = WarsScenario.tokenAware(3, 1, Leg.exponential(MEAN));
    int missed = 0;
    int missedAt = 0;
    int missedAges = 0;
    for (int i = 0; i < 300; i++) {
      StaleAges ages = WarsSimulation.run(scenario, 400, SeededRandom.stream(11, i));
      // At TWO, thresholds above 0 are exponential with half of the mean: 1/6 w m/2 / (1 + w m/2).
      Interval interval = ages.rate(2, KeyPopularity.ONE_KEY, 2).interval();
      double truth = 1.0 / 6 * MEAN / (1 + MEAN);
      missed += interval.contains(truth) ? 0 : 1;
      missedAt += ages.staleAt(0.005, 2).interval().contains(Math.exp(-1) / 6) ? 0 : 1;
      double visible = MEAN * Math.log(20 * 2.0 / 3);
      missedAges += ages.visibleAfterInterval(0.05, 1).contains(visible) ? 0 : 1;
    }
    assertThat(missed / 300.0).isLessThan(0.09);
    assertThat(missedAt / 300.0).isLessThan(0.09);
    assertThat(missedAges / 300.0).isLessThan(0.09);
  }

  @Test
  void measuredDelaysAreDrawnAsTheyWereMeasured() {
    DelaySample measured = DelaySample.of(List.of(0.01, 0.02, 0.03));
    StaleAges ages = ages(WarsScenario.tokenAware(3, 1, Leg.of(measured)));
    assertThat(ages.at(0.02, 1)).isCloseTo(1.0 / 3, within(error(1.0 / 3)));
    assertThat(ages.at(0.03, 1)).isZero();
    assertThatThrownBy(() -> Leg.of(DelaySample.NONE)).hasMessageContaining("no delay");
  }

  @Test
  void impossibleScenariosAreRefused() {
    WarsScenario three = WarsScenario.tokenAware(3, 1, Leg.NONE);
    assertThatThrownBy(() -> WarsScenario.tokenAware(3, 4, Leg.NONE))
        .hasMessageContaining("4 cannot answer");
    assertThatThrownBy(() -> three.coordinatedAt(List.of(), List.of(0)))
        .hasMessageContaining("places 0 to 2");
    assertThatThrownBy(() -> three.coordinatedAt(List.of(0), List.of(3)))
        .hasMessageContaining("[3]");
    assertThatThrownBy(() -> three.speculatingAfter(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new ReadRepair(-1, 2)).hasMessageContaining("at least 0");
    assertThatThrownBy(() -> three.repairedBy(new ReadRepair(1, 4)))
        .hasMessageContaining("4 cannot answer");
    assertThatThrownBy(() -> WarsSimulation.run(three, 0, SeededRandom.stream(1, 1)))
        .hasMessageContaining("1 trial");
    assertThatThrownBy(() -> ages(three).at(0, 4)).hasMessageContaining("4 cannot answer");
  }

  private static StaleAges ages(WarsScenario scenario) {
    return WarsSimulation.run(scenario, TRIALS, SeededRandom.stream(4, 0));
  }

  private static double error(double chance) {
    return DEVIATIONS * Math.sqrt(chance * (1 - chance) / TRIALS) + 1e-12;
  }
}
