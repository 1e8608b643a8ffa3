package org.quorate.core.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.random.SeededRandom;

class VisibilityTest {
  private static final double MEDIAN = 0.01;
  private static final double SIGMA = 0.8;

  private final RandomGenerator random = SeededRandom.stream(20, 3);

  @Test
  void atOnceAReadMissesOneOfTheReplicasThatNeedNotHaveAcknowledged() {
    Visibility visibility = Visibility.of(observation(3, 1, RoundTrips.NONE));
    assertThat(visibility.at(0, 1)).isEqualTo(2.0 / 3, within(1e-12));
    assertThat(visibility.at(0.01, 1)).isEqualTo(1.0 / 3, within(1e-12));
    assertThat(visibility.at(0, 3)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"3,2,2", "3,1,3", "3,3,1", "5,3,3", "1,1,1"})
  void whatMeetsEveryWriteIsNeverStale(int replicas, int write, int read) {
    assertThat(Visibility.of(observation(replicas, write, trips(3, 400))).at(0, read)).isZero();
  }

  @Test
  void itFallsWithTheAgeAndTheReplicasAndNeverEndsAtTheLongestThatWasMeasured() {
    Visibility visibility = Visibility.of(observation(5, 2, trips(5, 400)));
    for (int read = 1; read <= 3; read++) {
      double before = 1;
      for (double age = 0; age < 5; age += 0.01) {
        double now = visibility.at(age, read);
        assertThat(now).isPositive().isLessThanOrEqualTo(before);
        assertThat(now).isGreaterThanOrEqualTo(visibility.at(age, read + 1));
        before = now;
      }
    }
  }

  /** As error budgets count them, which else would be spent by what the policy takes for little. */
  @Test
  void moreReplicasLeaveWhatIsLeftWhereThoseThatLackAWriteAreSlowTogether() {
    Visibility three = Visibility.of(observation(3, 1, trips(3, 400)));
    Visibility five = Visibility.of(observation(5, 2, trips(5, 400)));
    for (double age : new double[] {0, 0.005, 0.02, 0.06}) {
      assertThat(three.at(age, 2)).isCloseTo(three.at(age, 1) / 2, within(1e-12));
      assertThat(five.at(age, 2))
          .isCloseTo(five.at(age, 1) * (3 / 10.0) / (3 / 5.0), within(1e-12));
      assertThat(five.at(age, 3))
          .isCloseTo(five.at(age, 1) * (1 / 10.0) / (3 / 5.0), within(1e-12));
    }
  }

  /**
   * The definition, event by event, with the seed as it is. What is left is the error of Fenton's
   * sum and of the sample of round trips.
   */
  @ParameterizedTest
  @CsvSource({"3,1", "3,2", "5,1", "5,3"})
  void itIsTheShareOfReadsThatMissAWriteByTheDefinition(int replicas, int write) {
    Visibility visibility = Visibility.of(observation(replicas, write, trips(replicas, 4_000)));
    for (double age : new double[] {0, 0.005, 0.02, 0.06}) {
      assertThat(visibility.at(age, 1))
          .as("%d replicas, %d acknowledge, age %s s", replicas, write, age)
          .isCloseTo(counted(replicas, write, age), within(0.02));
    }
  }

  private double counted(int replicas, int write, double age) {
    int writes = 100_000;
    long lacking = 0;
    double[] arrivals = new double[replicas - 1];
    double[] acknowledged = new double[replicas - 1];
    for (int i = 0; i < writes; i++) {
      for (int other = 0; other < arrivals.length; other++) {
        arrivals[other] = delay();
        acknowledged[other] = arrivals[other] + delay();
      }
      Arrays.sort(acknowledged);
      double completed = write == 1 ? 0 : acknowledged[write - 2];
      for (double arrival : arrivals) {
        lacking += arrival > completed + age ? 1 : 0;
      }
    }
    return (double) lacking / writes / replicas;
  }

  @Test
  void readsComeLaterByWhatNineOfTenRequestsTakeAtLeastThatWaitForNoReplica() {
    RoundTrips trips = trips(3, 100);
    List<Double> alone = IntStream.rangeClosed(0, 10).mapToObj(i -> 0.001 * (2 + i)).toList();
    for (int write = 1; write <= 2; write++) {
      Visibility unknown = Visibility.of(observation(3, write, trips));
      Visibility known = Visibility.of(observation(3, write, with(trips, alone)));
      Visibility few = Visibility.of(observation(3, write, with(trips, alone.subList(0, 7))));
      for (double age : new double[] {0, 0.002, 0.03}) {
        double fastest = unknown.at(age + 0.002, 1);
        double others = unknown.at(age + 0.003, 1);
        assertThat(known.at(age, 1))
            .as("one in ten is as fast as the fastest")
            .isCloseTo(0.1 * fastest + 0.9 * others, within(0.1 * (fastest - others) + 1e-4));
        assertThat(few.at(age, 1)).isEqualTo(unknown.at(age, 1));
      }
    }
  }

  /** A read is never taken for fresher than it is where clients take times that differ. */
  @Test
  void whereClientsTakeLongerOrShorterMoreIsExpectedThanIsStale() {
    List<Double> alone = IntStream.range(0, 200).mapToObj(i -> delay() / 5).toList();
    Visibility unknown = Visibility.of(observation(3, 1, trips(3, 400)));
    Visibility known = Visibility.of(observation(3, 1, with(trips(3, 400), alone)));
    for (double age : new double[] {0, 0.003, 0.01, 0.03}) {
      double stale =
          alone.stream().mapToDouble(c -> unknown.at(age + c, 1)).average().orElseThrow();
      assertThat(known.at(age, 1)).isBetween(stale * 0.95, unknown.at(age, 1) * 1.05);
    }
  }

  @Test
  void slowFirstRequestsDoNotHideThatWritesTakeTime() {
    RoundTrips trips = trips(3, 100);
    Visibility slow =
        Visibility.of(observation(3, 2, with(trips, Collections.nCopies(20, 10 * MEDIAN))));
    Visibility half =
        Visibility.of(observation(3, 2, with(trips, Collections.nCopies(20, 5 * MEDIAN))));
    assertThat(slow.at(0, 1)).isEqualTo(half.at(0, 1)).isGreaterThan(0.01);
  }

  private static RoundTrips with(RoundTrips trips, List<Double> alone) {
    return new RoundTrips(trips.slowest(), trips.single(), DelaySample.NONE, DelaySample.of(alone));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.2, 0.8, 1.1})
  void oneWayDelaysAreFoundInTheSlowestOfRoundTrips(double sigma) {
    List<Double> slowest = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      slowest.add(Math.max(delay(sigma) + delay(sigma), delay(sigma) + delay(sigma)));
    }
    OneWayDelay found = OneWayDelay.of(DelaySample.of(slowest), 2);
    assertThat(Math.exp(found.logMedian())).isCloseTo(MEDIAN, within(0.12 * MEDIAN));
    assertThat(found.sigma()).isCloseTo(sigma, within(0.06));
  }

  @Test
  void aSampleOfNothingButNoiseIsADelayOfAlmostNothing() {
    OneWayDelay found = OneWayDelay.of(DelaySample.of(List.of(-1.0, 0.0, 0.0, -2.0)), 2);
    assertThat(found.exceeds(0.001)).isLessThan(1e-3);
    assertThat(OneWayDelay.of(Propagation.exactly(0)).exceeds(0)).isZero();
    assertThat(OneWayDelay.of(new Propagation(0, 0, 0.02)).exceeds(0.01)).isEqualTo(1);
  }

  private Observation observation(int replicas, int write, RoundTrips trips) {
    return new Observation(
            0, 0, new Propagation(MEDIAN, 0.006, 0.02), replicas, write, KeyPopularity.ONE_KEY)
        .with(
            new Evidence(
                Evidence.NONE.reads(), Evidence.NONE.pairs(), trips, Evidence.NONE.behind(), null));
  }

  private RoundTrips trips(int replicas, int count) {
    List<Double> slowest = new ArrayList<>();
    List<Double> single = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double longest = 0;
      for (int other = 1; other < replicas; other++) {
        longest = Math.max(longest, delay() + delay());
      }
      slowest.add(longest);
      double majority = 0;
      for (int other = 1; other <= replicas / 2; other++) {
        majority = Math.max(majority, delay() + delay());
      }
      single.add(majority);
    }
    return new RoundTrips(DelaySample.of(slowest), DelaySample.of(single));
  }

  private double delay() {
    return delay(SIGMA);
  }

  private double delay(double sigma) {
    return MEDIAN * Math.exp(sigma * random.nextGaussian());
  }
}
