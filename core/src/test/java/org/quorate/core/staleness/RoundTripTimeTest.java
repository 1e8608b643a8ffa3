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
    OneWayDelay found = OneWayDelay.of(left(trips).slowest(), 2);
    assertThat(found.sigma()).isCloseTo(SIGMA, within(0.08));
    assertThat(Math.exp(found.logMedian())).isCloseTo(MEDIAN, within(0.15 * MEDIAN));
    assertThat(OneWayDelay.of(trips.slowest(), 2).sigma()).isGreaterThan(found.sigma());
    RoundTripTime single = RoundTripTime.of(left(trips).single(), 1);
    assertThat(single.spread()).isCloseTo(0.61, within(0.08));
  }

  /** Else a process that begins with what an earlier one knew would have to learn again. */
  @Test
  void asManyRoundTripsAreLeftAsThereWere() {
    RoundTrips trips = trips(400, 0.01);
    RoundTrips left = left(trips);
    assertThat(left.jitter()).isEqualTo(DelaySample.NONE);
    assertThat(left.slowest().size()).isEqualTo(trips.slowest().size());
    assertThat(left.single().size()).isEqualTo(trips.single().size());
  }

  @Test
  void whereNothingJittersItIsAsIfJitterWereNotKnown() {
    DelaySample none = DelaySample.of(Collections.nCopies(100, 0.0));
    DelaySample slowest = trips(20_000, 0).slowest();
    RoundTripTime found = RoundTripTime.of(RoundTripTime.withoutJitter(slowest, 2, none), 2);
    RoundTripTime without = RoundTripTime.of(slowest, 2);
    assertThat(found.spread()).isCloseTo(without.spread(), within(0.05));
    assertThat(found.logMedian()).isCloseTo(without.logMedian(), within(0.05));
  }

  @Test
  void jitterThatIsLongerThanAllRoundTripsLeavesHalfOfTheirMedianAndSpread() {
    DelaySample longest = DelaySample.of(Collections.nCopies(100, 1.0));
    DelaySample slowest = trips(400, 0).slowest();
    DelaySample found = RoundTripTime.withoutJitter(slowest, 2, longest);
    assertThat(RoundTripTime.of(found, 2).spread())
        .isGreaterThanOrEqualTo(0.49 * RoundTripTime.of(slowest, 2).spread());
    assertThat(found.quantile(0.5)).isGreaterThanOrEqualTo(0.49 * slowest.quantile(0.5));
  }

  @Test
  void fewValuesOfJitterSayNothing() {
    RoundTrips trips = trips(RoundTrips.FEWEST_JITTERS - 1, 0.01);
    assertThat(left(trips)).isEqualTo(new RoundTrips(trips.slowest(), trips.single()));
  }

  @Test
  void roundTripsThatHaveNoneAnyMoreStayAsTheyAre() {
    RoundTrips left = left(trips(400, 0.01));
    RoundTrips both = RoundTrips.withoutJitter(List.of(left, trips(240, 0.01)), 3);
    assertThat(both.slowest().size()).isEqualTo(DelaySample.MOST);
    assertThat(RoundTrips.withoutJitter(List.of(left), 3)).isEqualTo(left);
  }

  private static RoundTrips left(RoundTrips trips) {
    return RoundTrips.withoutJitter(List.of(trips), 3);
  }

  /** Differences of durations that have a long tail themselves. */
  private RoundTrips trips(int count, double jitter) {
    List<Double> slowest = new ArrayList<>();
    List<Double> single = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double one = delay() + delay();
      double other = delay() + delay();
      slowest.add(Math.max(one, other) + error(jitter));
      single.add(delay() + delay() + error(jitter));
      alone.add(Math.abs(error(jitter)));
    }
    return new RoundTrips(DelaySample.of(slowest), DelaySample.of(single), DelaySample.of(alone));
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
