package org.quorate.core.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.random.SeededRandom;

class RoundTripTimeTest {
  private static final double MEDIAN = 0.01;
  private static final double SIGMA = 0.8;

  private final RandomGenerator random = SeededRandom.stream(43, 1);

  @ParameterizedTest
  @ValueSource(doubles = {0.003, 0.005, 0.01})
  void whatIsJitterIsNotTakenForATailOfTheRoundTrips(double jitter) {
    RoundTrips trips = trips(20_000, jitter);
    OneWayDelay found = OneWayDelay.of(trips, 2);
    assertThat(found.sigma()).isCloseTo(SIGMA, within(0.08));
    assertThat(Math.exp(found.logMedian())).isCloseTo(MEDIAN, within(0.15 * MEDIAN));
    OneWayDelay without =
        OneWayDelay.of(new RoundTrips(trips.slowest(), trips.single(), DelaySample.NONE), 2);
    assertThat(without.sigma()).isGreaterThan(found.sigma());
  }

  @Test
  void whereNothingJittersItIsAsIfJitterWereNotKnown() {
    DelaySample none = DelaySample.of(Collections.nCopies(100, 0.0));
    DelaySample slowest = trips(20_000, 0).slowest();
    RoundTripTime found = RoundTripTime.of(slowest, 2, none);
    RoundTripTime without = RoundTripTime.of(slowest, 2, DelaySample.NONE);
    assertThat(found.spread()).isCloseTo(without.spread(), within(0.05));
    assertThat(found.logMedian()).isCloseTo(without.logMedian(), within(0.05));
  }

  @Test
  void jitterThatIsLongerThanAllRoundTripsLeavesHalfOfTheirMedianAndSpread() {
    DelaySample longest = DelaySample.of(Collections.nCopies(100, 1.0));
    DelaySample slowest = trips(400, 0).slowest();
    RoundTripTime found = RoundTripTime.of(slowest, 2, longest);
    RoundTripTime without = RoundTripTime.of(slowest, 2, DelaySample.NONE);
    assertThat(found.spread()).isGreaterThanOrEqualTo(0.5 * without.spread());
    double middle = 0.545;
    assertThat(found.logMedian() + middle * found.spread())
        .isGreaterThanOrEqualTo(without.logMedian() + middle * without.spread() - 0.7);
  }

  @Test
  void fewValuesOfJitterSayNothing() {
    DelaySample slowest = trips(400, 0.01).slowest();
    DelaySample few = DelaySample.of(Collections.nCopies(7, 0.01));
    assertThat(RoundTripTime.of(slowest, 2, few))
        .isEqualTo(RoundTripTime.of(slowest, 2, DelaySample.NONE));
  }

  /** Differences of durations that have a long tail themselves. */
  private RoundTrips trips(int count, double jitter) {
    List<Double> slowest = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double one = delay() + delay();
      double other = delay() + delay();
      slowest.add(Math.max(one, other) + error(jitter));
      alone.add(Math.abs(error(jitter)));
    }
    return new RoundTrips(DelaySample.of(slowest), DelaySample.NONE, DelaySample.of(alone));
  }

  private double error(double jitter) {
    double one = local(jitter);
    return one - local(jitter);
  }

  private double local(double jitter) {
    return jitter * Math.exp(1.1 * random.nextGaussian());
  }

  private double delay() {
    return MEDIAN * Math.exp(SIGMA * random.nextGaussian());
  }
}
