package org.quorate.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

class MeasuredRoundTripsTest {
  private final MeasuredRoundTrips roundTrips = new MeasuredRoundTrips(3);
  private final PairTimes pairs = new PairTimes();

  private static RoundTrips round(double slowest, double single) {
    return new RoundTrips(
        DelaySample.of(Collections.nCopies(20, slowest)),
        DelaySample.of(Collections.nCopies(10, single)));
  }

  private void pairs(int count, long millis) {
    for (int i = 0; i < count; i++) {
      pairs.add(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  @Test
  void whatPairsTakeCountsWhereItIsFarLongerThanWhatWasMeasured() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    assertThat(roundTrips.believed()).isEqualTo(round(0.010, 0.004));
    pairs(5, 50);
    assertThat(roundTrips.timesTooShort()).isEqualTo(5, within(1e-9));
    assertThat(roundTrips.believed().slowest().quantile(0.5)).isEqualTo(0.050, within(1e-9));
    assertThat(roundTrips.believed().single().quantile(0.5)).isEqualTo(0.020, within(1e-9));
    assertThat(roundTrips.slowest().quantile(0.5)).as("as measured").isEqualTo(0.010);
    pairs(16, 10);
    assertThat(roundTrips.timesTooShort()).as("they agree").isEqualTo(1);
    assertThat(roundTrips.believed()).isEqualTo(round(0.010, 0.004));
  }

  @Test
  void aRoundThatIsAsLongAsPairsMakesItRight() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    pairs(9, 50);
    assertThat(roundTrips.timesTooShort()).isGreaterThan(4);
    for (int i = 0; i < 20; i++) {
      roundTrips.add(round(0.050, 0.020));
    }
    assertThat(roundTrips.timesTooShort()).isEqualTo(1);
    assertThat(roundTrips.believed().slowest().quantile(1)).isEqualTo(0.050);
  }

  @Test
  void whatPairsTookToOtherReplicasIsForgotten() {
    roundTrips.timed(pairs);
    roundTrips.add(round(0.010, 0.004));
    pairs(9, 50);
    roundTrips.forget(3);
    roundTrips.add(round(0.010, 0.004));
    assertThat(roundTrips.timesTooShort()).isEqualTo(1);
    pairs(4, 50);
    assertThat(roundTrips.timesTooShort()).isGreaterThan(4);
  }
}
