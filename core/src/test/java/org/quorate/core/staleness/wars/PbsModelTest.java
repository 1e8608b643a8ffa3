package org.quorate.core.staleness.wars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Estimate;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RandomReadModel;
import org.quorate.core.staleness.RoundTrips;

/** Seeds are as they are; bounds are of 4.5 errors of the draws, alpha below 1e-5 each. */
final class PbsModelTest {
  private static final PbsModel MODEL = new PbsModel(1, 4_096);
  private static final double MEDIAN = 0.01;
  private static final double SIGMA = 0.8;

  @Test
  void moreReplicasAreNeverEstimatedStaler() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 40; i++) {
      int replicas = random.nextInt(1, 8);
      double low = random.nextDouble(0, 0.01);
      Observation observation =
          new Observation(
              random.nextDouble(0.1, 3_000),
              random.nextDouble(0.1, 3_000),
              new Propagation(2 * low, low, 3 * low),
              replicas,
              random.nextInt(1, replicas + 1),
              KeyPopularity.of(random.doubles(4, 0.01, 1).toArray()));
      Estimate before = new Estimate(1, 1, 1, 1);
      for (int read = 1; read <= replicas; read++) {
        Estimate estimate = MODEL.estimate(observation, read);
        assertThat(estimate.raw()).isBetween(0.0, before.raw()).isEqualTo(estimate.rate());
        assertThat(estimate.low()).isBetween(0.0, estimate.rate());
        assertThat(estimate.high()).isBetween(estimate.rate(), before.high() + 1e-9);
        before = estimate;
      }
      assertThat(before).as("at all replicas").isEqualTo(Estimate.NONE);
    }
  }

  /** A read at ONE goes to a coordinator that has the write or lacks it for a constant time. */
  @Test
  void withoutASpreadReadsAtOneAreThoseOfTheClosedForm() {
    Observation observation = observation(100, 1, Propagation.exactly(MEDIAN), RoundTrips.NONE);
    double closed = new RandomReadModel().raw(observation, MEDIAN, 1);
    assertThat(MODEL.raw(observation, MEDIAN, 1)).isCloseTo(closed, within(0.05 * closed));
    assertThat(MODEL.raw(observation, MEDIAN, 2)).isZero();
    assertThat(new RandomReadModel().raw(observation, MEDIAN, 2)).isPositive();
    assertThat(MODEL.replicasNeeded(observation, 0.01)).isEqualTo(2);
  }

  @Test
  void itFindsTheRateOfReadsAtRandomMomentsFromRoundTrips() {
    RoundTrips trips = trips(4_000);
    for (int write = 1; write <= 2; write++) {
      Observation observation = observation(2, write, Propagation.exactly(0.02), trips);
      KeyHistory history =
          new KeyHistory(3, write, random -> MEDIAN * Math.exp(SIGMA * random.nextGaussian()), 12);
      history.run(2, 10, 1, 60_000);
      double counted = history.missed / 60_000.0;
      double error = Math.sqrt(2 * counted / 60_000);
      Estimate estimate = MODEL.estimate(observation, 1);
      assertThat(counted).isBetween(estimate.low() - 4.5 * error, estimate.high() + 4.5 * error);
      assertThat(estimate.rate()).isCloseTo(counted, within(0.2 * counted));
    }
  }

  @Test
  void whatClientsTakeMakesReadsLaterThanTheirWrites() {
    RoundTrips trips = trips(4_000);
    double client = 0.008;
    RoundTrips known = alone(trips, 30, client);
    for (int write = 1; write <= 2; write++) {
      KeyHistory history =
          new KeyHistory(3, write, random -> MEDIAN * Math.exp(SIGMA * random.nextGaussian()), 12);
      history.client = client;
      history.run(2, 10, 1, 60_000);
      double counted = history.missed / 60_000.0;
      double error = Math.sqrt(2 * counted / 60_000);
      Estimate estimate =
          MODEL.estimate(observation(2, write, Propagation.exactly(0.02), known), 1);
      assertThat(counted).isBetween(estimate.low() - 4.5 * error, estimate.high() + 4.5 * error);
      assertThat(estimate.rate()).isCloseTo(counted, within(0.2 * counted + 2 * error));
      Estimate unknown = MODEL.estimate(observation(2, write, Propagation.exactly(0.02), trips), 1);
      assertThat(unknown.rate()).isGreaterThan(1.3 * estimate.rate());
    }
  }

  @Test
  void theUpperBoundBelievesNoMoreOfClientsThanHalfOfAWay() {
    RoundTrips trips = trips(30);
    Observation cold = observation(2, 1, Propagation.exactly(MEDIAN), alone(trips, 30, 60));
    assertThat(MODEL.raw(cold, MEDIAN, 1)).as("they take longer than any write").isZero();
    Estimate without = MODEL.estimate(observation(2, 1, Propagation.exactly(MEDIAN), trips), 1);
    assertThat(MODEL.estimate(cold, 1).high()).isGreaterThan(0.6 * without.high());
    Observation few = observation(2, 1, Propagation.exactly(MEDIAN), alone(trips, 7, 60));
    assertThat(MODEL.estimate(few, 1)).as("of seven nothing is known").isEqualTo(without);
  }

  private static RoundTrips alone(RoundTrips trips, int count, double seconds) {
    return new RoundTrips(
        trips.slowest(),
        DelaySample.NONE,
        DelaySample.NONE,
        DelaySample.of(Collections.nCopies(count, seconds)));
  }

  @Test
  void boundsHaveTheErrorOfTheDrawsAndOfTheRoundTrips() {
    Propagation time = Propagation.exactly(MEDIAN);
    Estimate few = new PbsModel(1, 100).estimate(observation(5, 1, time, RoundTrips.NONE), 1);
    Estimate many = MODEL.estimate(observation(5, 1, time, RoundTrips.NONE), 1);
    assertThat(few.high() - few.low()).isGreaterThan(3 * (many.high() - many.low()));
    Estimate measured = MODEL.estimate(observation(5, 1, time, trips(30)), 1);
    assertThat(measured.high() / measured.low()).isGreaterThan(1.5 * many.high() / many.low());
    Estimate wide =
        MODEL.estimate(
            observation(5, 1, new Propagation(MEDIAN, 0, 2 * MEDIAN), RoundTrips.NONE), 1);
    assertThat(wide.low()).isZero();
    assertThat(wide.high()).isGreaterThan(1.8 * wide.rate());
  }

  @Test
  void theUpperBoundDecides() {
    Observation observation = observation(2, 1, Propagation.exactly(MEDIAN), trips(30));
    Estimate one = MODEL.estimate(observation, 1);
    double between = (one.rate() + one.high()) / 2;
    assertThat(MODEL.replicasNeeded(observation, between)).isEqualTo(2);
    assertThat(MODEL.replicasNeeded(observation, one.high())).isEqualTo(1);
    assertThat(MODEL.replicasNeeded(observation, 0)).isEqualTo(3);
    Observation never = observation(2, 2, Propagation.exactly(MEDIAN), RoundTrips.NONE);
    assertThat(MODEL.estimate(never, 1).rate()).isZero();
    assertThat(MODEL.replicasNeeded(never, 0)).as("none drawn is no proof").isEqualTo(2);
    assertThat(MODEL.replicasNeeded(never, 1e-4)).isEqualTo(1);
    assertThatThrownBy(() -> MODEL.replicasNeeded(observation, 1.5))
        .hasMessageContaining("from 0 to 1");
  }

  @Test
  void theSameObservationGivesTheSameEstimateWhateverWasAskedBefore() {
    Observation first = observation(2, 1, Propagation.exactly(MEDIAN), trips(100));
    Observation second = observation(2, 2, Propagation.exactly(MEDIAN), trips(50));
    PbsModel other = new PbsModel(1, 4_096);
    double alone = other.raw(second, MEDIAN, 1);
    MODEL.raw(first, MEDIAN, 1);
    assertThat(MODEL.raw(second, MEDIAN, 1)).isEqualTo(alone);
    assertThat(new PbsModel(2, 4_096).raw(second, MEDIAN, 1)).isNotEqualTo(alone);
  }

  @Test
  void tablesThatAskInTurnsShareWhatIsDrawnForSpreadsThatAreNear() {
    PbsModel model = new PbsModel(1, 10);
    Observation first = observation(2, 1, Propagation.exactly(MEDIAN), RoundTrips.NONE);
    Observation second = observation(2, 2, Propagation.exactly(MEDIAN), RoundTrips.NONE);
    StaleAges drawn = model.ages(first, 0.705);
    assertThat(model.ages(second, 0.705)).isNotSameAs(drawn);
    for (double near : new double[] {0.7001, 0.7099, 0.71}) {
      assertThat(model.ages(first, near)).as("%s is taken for 0.71", near).isSameAs(drawn);
    }
    assertThat(model.ages(first, 0.7101)).isNotSameAs(drawn);
    for (int other = 0; other < 64; other++) {
      model.ages(second, other);
    }
    assertThat(model.ages(first, 0.71)).as("of sixty-four others").isNotSameAs(drawn);
  }

  @Test
  void theRateIsTheSameWithoutItsInterval() {
    Observation observation = observation(2, 1, Propagation.exactly(MEDIAN), trips(100));
    StaleAges ages = MODEL.ages(observation, SIGMA);
    for (int read = 1; read <= 3; read++) {
      assertThat(ages.rateAlone(2, KeyPopularity.ONE_KEY, read, new double[] {0}))
          .isEqualTo(ages.rate(2, KeyPopularity.ONE_KEY, read).rate());
      double[] clients = {0.1, 0.4, 2};
      assertThat(ages.rateAlone(2, KeyPopularity.ONE_KEY, read, clients))
          .isEqualTo(ages.rate(2, KeyPopularity.ONE_KEY, read, clients).rate());
    }
  }

  @Test
  void anotherPropagationTimeStretchesAllLegs() {
    Observation observation = observation(0.01, 1, Propagation.exactly(MEDIAN), trips(100));
    double once = MODEL.raw(observation, MEDIAN, 1);
    assertThat(MODEL.raw(observation, 2 * MEDIAN, 1)).isCloseTo(2 * once, within(0.001 * once));
    assertThat(MODEL.raw(observation, 0, 1)).isZero();
  }

  private static Observation observation(
      double writes, int writeReplicas, Propagation propagation, RoundTrips trips) {
    return new Observation(100, writes, propagation, 3, writeReplicas, KeyPopularity.ONE_KEY)
        .with(new Evidence(AgeCounts.NONE, AgedPairCounts.NONE, trips, List.of(), null));
  }

  /** Of two replicas, each way lognormal. */
  private static RoundTrips trips(int count) {
    SplittableRandom random = new SplittableRandom(13);
    List<Double> slowest = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      slowest.add(Math.max(leg(random) + leg(random), leg(random) + leg(random)));
    }
    return new RoundTrips(DelaySample.of(slowest), DelaySample.NONE);
  }

  private static double leg(SplittableRandom random) {
    return MEDIAN * Math.exp(SIGMA * random.nextGaussian());
  }
}
