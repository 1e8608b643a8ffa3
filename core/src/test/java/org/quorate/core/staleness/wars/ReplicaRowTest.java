package org.quorate.core.staleness.wars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.staleness.KeyPopularity;

/**
 * Statistical bounds are of 4.5 deviations, alpha below 1e-5 each, with seed 4. Two of three
 * replicas, the first and the last, are in one rack.
 */
final class ReplicaRowTest {
  private static final int TRIALS = 50_000;
  private static final double DEVIATIONS = 4.5;
  private static final double NEAR = 0.002;
  private static final double FAR = 0.01;
  private static final LinkLegs EXPONENTIAL =
      new LinkLegs(Leg.exponential(NEAR), Leg.exponential(FAR), Leg.NONE);

  @ParameterizedTest
  @CsvSource({"3,1", "3,2", "5,2"})
  void whereAllAreAsFarTheDrawsAreTheSameWhateverIsChosen(int replicas, int written) {
    Leg leg = Leg.exponential(FAR);
    ReplicaRow row = ReplicaRow.alike(replicas, leg);
    assertThat(row.isOrdered()).isFalse();
    StaleAges known = ages(WarsScenario.tokenAware(replicas, written, leg));
    for (ReplicaChoice choice : List.of(ReplicaChoice.RANDOM, ReplicaChoice.NEAREST)) {
      StaleAges ages = ages(row.scenario(written, choice));
      for (int read = 1; read <= replicas; read++) {
        assertThat(ages.rate(30, KeyPopularity.ONE_KEY, read))
            .isEqualTo(known.rate(30, KeyPopularity.ONE_KEY, read));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ReplicaChoice.class)
  void equalConstantLegsLeaveTwoThirdsStaleAtOneAndNoneAtTwoOverAnyRacks(ReplicaChoice choice) {
    LinkLegs legs = LinkLegs.alike(Leg.constant(FAR));
    StaleAges ages = ages(ReplicaRow.overRacks(3, 2, legs).scenario(1, choice));
    assertThat(ages.at(0.99 * FAR, 1)).isCloseTo(2.0 / 3, within(error(2.0 / 3)));
    assertThat(ages.at(FAR, 1)).isZero();
    assertThat(ages.at(0, 2)).isZero();
  }

  /**
   * One of three acknowledges; of its own leg, exponential of mean m, a read at ONE of another
   * replica misses the write at age t with e^(-t/m). The first and the last have one leg of either
   * kind, the one between two long ones.
   */
  @Test
  void theReplicaThatIsNearestToTheOthersIsStaleByItsOwnLegs() {
    ReplicaRow row = ReplicaRow.overRacks(3, 2, EXPONENTIAL);
    assertThat(row.isOrdered()).isTrue();
    for (double age : new double[] {0, 0.001, 0.004, 0.02}) {
      double near = Math.exp(-age / NEAR);
      double far = Math.exp(-age / FAR);
      double fastest = (near + far) / 3;
      double any = (2 * near + 4 * far) / 9;
      assertThat(ages(row.scenario(1, ReplicaChoice.FASTEST)).at(age, 1))
          .isCloseTo(fastest, within(error(fastest)));
      assertThat(ages(row.scenario(1, ReplicaChoice.NEAREST)).at(age, 1))
          .isCloseTo(any, within(error(any)));
      assertThat(fastest).isLessThanOrEqualTo(any);
    }
  }

  @Test
  void aReplicaThatCoordinatesAllWritesAndReadsIsNeverStale() {
    WarsScenario scenario =
        ReplicaRow.overRacks(3, 2, EXPONENTIAL)
            .scenario(1, ReplicaChoice.FASTEST)
            .coordinatedAt(List.of(0), List.of(0));
    assertThat(ages(scenario).at(0, 1)).isZero();
  }

  /**
   * Where the last replica's own score is bad it asks the first instead, and its reads travel as
   * long as the write did: of legs that are equal and constant they are never stale.
   */
  @Test
  void aCoordinatorWhoseOwnScoreIsBadAsksElsewhere() {
    ReplicaRow alike = ReplicaRow.alike(3, Leg.constant(FAR));
    List<NodePlace> places = alike.snitch().places();
    Snitch snitch = new Snitch(places, List.of(List.of(), List.of(), List.of(0.1, 0.2, 0.9)), 1);
    ReplicaRow row = new ReplicaRow(snitch, alike.legs());
    assertThat(row.isOrdered()).isTrue();
    double expected = 2.0 / 3 * 2 / 3;
    assertThat(ages(row.scenario(1, ReplicaChoice.NEAREST)).at(0, 1))
        .isCloseTo(expected, within(error(expected)));
    assertThat(ages(row.scenario(1, ReplicaChoice.RANDOM)).at(0, 1))
        .isCloseTo(2.0 / 3, within(error(2.0 / 3)));
  }

  @ParameterizedTest
  @EnumSource(ReplicaChoice.class)
  void everyOutcomeOfASmallCaseIsAsLikelyAsItIsCounted(ReplicaChoice choice) {
    EveryOutcome outcomes = new EveryOutcome(choice);
    LinkLegs legs =
        new LinkLegs(either(EveryOutcome.NEAR_MILLIS), either(EveryOutcome.FAR_MILLIS), Leg.NONE);
    ReplicaRow row = ReplicaRow.overRacks(3, 2, legs);
    for (int written = 1; written <= 2; written++) {
      StaleAges ages = ages(row.scenario(written, choice));
      for (int read = 1; read <= 3 - written; read++) {
        for (double millis : new double[] {0.5, 1.5, 2.5, 4.5, 6.5}) {
          double share = outcomes.stale(written, read, millis);
          assertThat(ages.at(millis / 1e3, read))
              .as("%s, W %d, R %d, %s ms", choice, written, read, millis)
              .isCloseTo(share, within(error(share)));
        }
      }
    }
  }

  @Test
  void rowsAreDrawnInTurn() {
    WarsScenario never = ReplicaRow.alike(3, Leg.NONE).scenario(1, ReplicaChoice.NEAREST);
    WarsScenario late = ReplicaRow.alike(3, Leg.constant(1)).scenario(1, ReplicaChoice.NEAREST);
    StaleAges ages = WarsSimulation.run(List.of(never, late), TRIALS, SeededRandom.stream(4, 0));
    assertThat(ages.at(0.5, 1)).isCloseTo(1.0 / 3, within(error(1.0 / 3)));
    assertThatThrownBy(
            () ->
                WarsSimulation.run(
                    List.of(never, WarsScenario.tokenAware(4, 1, Leg.NONE)),
                    1,
                    SeededRandom.stream(4, 0)))
        .hasMessageContaining("as many replicas");
    assertThatThrownBy(
            () -> WarsSimulation.run(Collections.emptyList(), 1, SeededRandom.stream(4, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Leg either(double[] millis) {
    return random -> millis[random.nextInt(2)] / 1e3;
  }

  private static StaleAges ages(WarsScenario scenario) {
    return WarsSimulation.run(scenario, TRIALS, SeededRandom.stream(4, 0));
  }

  private static double error(double chance) {
    return DEVIATIONS * Math.sqrt(chance * (1 - chance) / TRIALS) + 1e-12;
  }
}
