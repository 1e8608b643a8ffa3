package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations are summed over every possible count, with probabilities that are computed here. */
final class RateCheckTest {
  private static RateCheck exactly(double rate, long events, long trials) {
    return new RateCheck(rate, rate, rate, events, trials);
  }

  /** By multiplying up from the probability of no event. */
  private static double[] binomial(int trials, double rate) {
    double[] shares = new double[trials + 1];
    shares[0] = Math.pow(1 - rate, trials);
    for (int events = 1; events <= trials; events++) {
      shares[events] = shares[events - 1] * (trials - events + 1) / events * rate / (1 - rate);
    }
    return shares;
  }

  private static double expected(
      double[] shares, RateCheck without, ToDoubleFunction<RateCheck> number) {
    double sum = 0;
    for (int events = 0; events < shares.length; events++) {
      if (shares[events] < 1e-15) {
        continue;
      }
      RateCheck check =
          new RateCheck(
              without.predicted(), without.low(), without.high(), events, without.trials());
      sum += shares[events] * number.applyAsDouble(check);
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"0.001, 20", "0.001, 300", "0.02, 300", "0.5, 7", "0.3, 700", "0, 50"})
  void ofARightPredictionAsMuchIsHeldAsIsStatedHoweverFewEventsThereAre(double rate, int trials) {
    double[] shares = binomial(trials, rate);
    for (double confidence : new double[] {0.5, 0.95, 0.99}) {
      assertThat(expected(shares, exactly(rate, 0, trials), check -> check.held(confidence)))
          .isCloseTo(confidence, within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource({"0.01, 0.006, 0.02, 300", "0.01, 0.005, 0.015, 3000", "0.002, 0, 0.004, 1000"})
  void aRateThatIsOffAsItsBoundsSayIsHeldAsStatedToo(
      double predicted, double low, double high, int trials) {
    int points = 501;
    double bound = 1.959964;
    double weight = 0;
    double[] shares = new double[trials + 1];
    for (int i = 0; i < points; i++) {
      double deviation = -5 + 10.0 * i / (points - 1);
      double reach = deviation < 0 ? predicted - low : high - predicted;
      double rate = Math.max(0, predicted + deviation / bound * reach);
      double density = Math.exp(-deviation * deviation / 2);
      double[] ofRate = binomial(trials, rate);
      for (int events = 0; events <= trials; events++) {
        shares[events] += density * ofRate[events];
      }
      weight += density;
    }
    for (int events = 0; events <= trials; events++) {
      shares[events] /= weight;
    }

    RateCheck check = new RateCheck(predicted, low, high, 0, trials);
    assertThat(expected(shares, check, each -> each.held(0.95))).isCloseTo(0.95, within(0.004));
  }

  @Test
  void aCountFarFromThePredictionIsNotHeldAndOneAtItIs() {
    assertThat(exactly(0.01, 10, 1000).held(0.95)).isCloseTo(1, within(1e-9));
    assertThat(exactly(0.01, 30, 1000).held(0.95)).isZero();
    assertThat(exactly(0.01, 0, 1000).held(0.95)).isZero();
    assertThat(exactly(0, 1, 1000).held(0.95)).isZero();
    assertThat(exactly(1, 999, 1000).held(0.95)).isZero();
    assertThat(new RateCheck(0.01, 0.005, 0.04, 30, 1000).held(0.95)).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"0.01, 0.01, 300", "0.013, 0.01, 300", "0, 0.2, 10", "1, 0.4, 2"})
  void samplingAddsNothingToTheExpectedSquareOfTheError(double predicted, double rate, int trials) {
    assertThat(
            expected(
                binomial(trials, rate), exactly(predicted, 0, trials), RateCheck::squaredError))
        .isCloseTo((predicted - rate) * (predicted - rate), within(1e-12));
  }

  @Test
  void whatIsNoCheckIsRefused() {
    assertThatThrownBy(() -> new RateCheck(0.2, 0.3, 0.4, 1, 10))
        .hasMessageContaining("0 <= low <= predicted <= high <= 1");
    assertThatThrownBy(() -> exactly(1.2, 1, 10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> exactly(Double.NaN, 1, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> exactly(0.2, 11, 10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> exactly(0.2, 1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
