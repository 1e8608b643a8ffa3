package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

/** Forty settings of ten checks each, 300 trials in a check; seeds are fixed. */
final class RateAccuracyTest {
  private static final int SETTINGS = 40;
  private static final int TRIALS = 300;

  /** Counts at a rate of each setting, 0.1 to 4 %, that was predicted to be times a factor. */
  private static List<List<RateCheck>> checks(double factor) {
    SeededRandom random = new SeededRandom(5);
    List<List<RateCheck>> clusters = new ArrayList<>();
    for (int setting = 1; setting <= SETTINGS; setting++) {
      double rate = setting * 0.001;
      List<RateCheck> cluster = new ArrayList<>();
      for (int check = 0; check < 10; check++) {
        int events = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
          events += random.nextDouble() < rate ? 1 : 0;
        }
        double predicted = rate * factor;
        cluster.add(new RateCheck(predicted, predicted, predicted, events, TRIALS));
      }
      clusters.add(cluster);
    }
    return clusters;
  }

  @Test
  void whereTheRateWasPredictedNothingButSamplingIsSeen() {
    RateAccuracy right = RateAccuracy.of(checks(1), 1);

    assertThat(right.rootMeanSquaredError()).isLessThan(0.003);
    assertThat(right.rootInterval().low()).isZero();
    assertThat(right.bias().interval().contains(0)).isTrue();
    assertThat(right.held().interval().contains(0.95)).isTrue();
    assertThat(right.held().interval().confidence()).isEqualTo(0.99);
    assertThat(right.held().interval().high() - right.held().interval().low()).isLessThan(0.1);
    assertThat(right.held().clusters()).isEqualTo(SETTINGS);
  }

  /** The mean rate is 2.05 %, the root of the mean squared one 2.35 %. */
  @Test
  void whatIsPredictedTwiceAsLargeIsOffByAsMuchAsThereIs() {
    RateAccuracy twice = RateAccuracy.of(checks(2), 1);

    assertThat(twice.rootMeanSquaredError()).isCloseTo(0.0235, within(0.001));
    assertThat(twice.rootInterval().contains(twice.rootMeanSquaredError())).isTrue();
    assertThat(twice.bias().mean()).isCloseTo(0.0205, within(0.001));
    assertThat(twice.bias().interval().low()).isGreaterThan(0.015);
    assertThat(twice.held().interval().high()).isLessThan(0.95);
  }
}
