package org.quorate.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ScaleTest {
  @Test
  void linearScaleKeepsDifferences() {
    Scale scale = new LinearScale(0, 10, 100, 200);
    assertThat(scale.at(0)).isEqualTo(100);
    assertThat(scale.at(5)).isEqualTo(150);
    assertThat(scale.at(10)).isEqualTo(200);
  }

  @Test
  void logScaleKeepsRatios() {
    Scale scale = new LogScale(1, 100, 0, 200);
    assertThat(scale.at(1)).isZero();
    assertThat(scale.at(10)).isCloseTo(100, within(1e-9));
    assertThat(scale.at(100)).isCloseTo(200, within(1e-9));
  }

  @Test
  void ninesAreEquallyFarApart() {
    Scale scale = new NinesScale(4, 0, 400);
    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(0.9)).isCloseTo(100, within(1e-9));
    assertThat(scale.at(0.99)).isCloseTo(200, within(1e-9));
    assertThat(scale.at(0.9999)).isCloseTo(400, within(1e-6));
    assertThat(scale.at(1)).isEqualTo(400);
  }

  @Test
  void zeroHasAPlaceOfItsOwnBesideALogScale() {
    Scale scale = new ZeroLogScale(new LogScale(0.001, 0.1, 50, 150), 10);
    assertThat(scale.at(0)).isEqualTo(10);
    assertThat(scale.at(-1)).isEqualTo(10);
    assertThat(scale.at(0.01)).isCloseTo(100, within(1e-9));
    assertThat(scale.ticks(3)).startsWith(0.0);
  }

  @Test
  void valuesOutsideAndInfiniteOnesStandOnTheEdge() {
    Scale linear = new LinearScale(0, 1, 10, 20);
    Scale log = new LogScale(1, 10, 10, 20);
    assertThat(linear.at(Double.POSITIVE_INFINITY)).isEqualTo(20);
    assertThat(linear.at(-5)).isEqualTo(10);
    assertThat(log.at(Double.POSITIVE_INFINITY)).isEqualTo(20);
    assertThat(log.at(0)).isEqualTo(10);
    assertThat(log.at(-3)).isEqualTo(10);
  }

  @Test
  void notANumberHasNoPlace() {
    assertThatThrownBy(() -> new LinearScale(0, 1, 0, 1).at(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void roundScalesEncloseTheirValues() {
    Random random = new Random(3);
    for (int i = 0; i < 5_000; i++) {
      double low = (random.nextDouble() - 0.3) * Math.pow(10, random.nextInt(12) - 4);
      double high = low + random.nextDouble() * Math.pow(10, random.nextInt(12) - 4);
      LinearScale linear = LinearScale.round(low, high, 5, 0, 100);
      double slack = 1e-6 * Math.max(Math.abs(low), Math.abs(high));
      assertThat(linear.low()).isLessThanOrEqualTo(low + slack);
      assertThat(linear.high()).isGreaterThanOrEqualTo(high - slack);

      double positive = Math.pow(10, random.nextDouble() * 12 - 6);
      double above = positive * (1 + random.nextDouble() * 1000);
      LogScale log = LogScale.round(positive, above, 0, 100);
      assertThat(log.low()).isLessThanOrEqualTo(positive * 1.000001);
      assertThat(log.high()).isGreaterThanOrEqualTo(above * 0.999999);
    }
  }

  @Test
  void aRangeOfOneValueStillMakesAScale() {
    assertThat(LinearScale.round(0, 0, 5, 0, 1).high()).isPositive();
    assertThat(LinearScale.round(7, 7, 5, 0, 1).high()).isGreaterThanOrEqualTo(7);
    assertThat(LogScale.round(5, 5, 0, 1).high()).isGreaterThan(5);
  }
}
