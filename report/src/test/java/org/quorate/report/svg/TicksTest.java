package org.quorate.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksTest {
  @Test
  void linearTicksAreRoundNumbers() {
    assertThat(Ticks.linear(0, 3000, 6))
        .containsExactly(0.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0, 3000.0);
    assertThat(Ticks.linear(0, 1, 5)).containsExactly(0.0, 0.2, 0.4, 0.6, 0.8, 1.0);
    assertThat(Ticks.linear(-0.1, 0.1, 4)).containsExactly(-0.1, -0.05, 0.0, 0.05, 0.1);
    assertThat(Ticks.linear(7, 7, 4)).containsExactly(7.0);
  }

  @Test
  void logarithmicTicksFollowTheNumberOfDecades() {
    assertThat(Ticks.logarithmic(1, 1000, 3)).containsExactly(1.0, 10.0, 100.0, 1000.0);
    assertThat(Ticks.logarithmic(1, 100, 6))
        .containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    assertThat(Ticks.logarithmic(1e-6, 1e6, 4)).hasSizeBetween(3, 6);
    assertThat(Ticks.logarithmic(4, 8, 4)).contains(5.0, 6.0, 7.0);
  }

  @Test
  void refusesWhatHasNoTicks() {
    assertThatThrownBy(() -> Ticks.linear(1, 0, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ticks.linear(Double.NaN, 0, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ticks.linear(0, Double.POSITIVE_INFINITY, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ticks.logarithmic(0, 1, 5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anyLinearRangeHasEvenlySpacedRoundTicksInside() {
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      double low = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20) - 8);
      double high = low + random.nextDouble() * Math.pow(10, random.nextInt(20) - 8) + 1e-9;
      if (high - low < Math.abs(low) * 1e-9) {
        continue;
      }
      int about = 2 + random.nextInt(8);
      List<Double> ticks = Ticks.linear(low, high, about);
      double step = Ticks.linearStep(high - low, about);
      double slack = (high - low) * 1e-6;

      assertThat(mantissa(step)).as("%s to %s", low, high).isIn(1L, 2L, 5L);
      assertThat(ticks.size()).as("%s to %s", low, high).isBetween(about / 2, about * 2 + 1);
      for (int j = 0; j < ticks.size(); j++) {
        assertThat(ticks.get(j)).isBetween(low - slack, high + slack);
        if (j > 0) {
          assertThat(ticks.get(j) - ticks.get(j - 1)).isCloseTo(step, within(slack));
        }
      }
    }
  }

  @Test
  void anyLogarithmicRangeHasAscendingTicksInside() {
    Random random = new Random(2);
    for (int i = 0; i < 5_000; i++) {
      double low = Math.pow(10, random.nextDouble() * 18 - 9);
      double high = low * Math.pow(10, random.nextDouble() * 9 + 0.31);
      int about = 3 + random.nextInt(6);
      List<Double> ticks = Ticks.logarithmic(low, high, about);

      assertThat(ticks).as("%s to %s", low, high).isSorted().doesNotHaveDuplicates();
      assertThat(ticks.size()).as("%s to %s, %s", low, high, about).isBetween(1, about * 3 + 2);
      assertThat(ticks).allMatch(tick -> tick >= low * 0.999999 && tick <= high * 1.000001);
    }
  }

  private static long mantissa(double step) {
    double scaled = step / Math.pow(10, Math.floor(Math.log10(step) + 1e-9));
    return Math.round(scaled);
  }
}
