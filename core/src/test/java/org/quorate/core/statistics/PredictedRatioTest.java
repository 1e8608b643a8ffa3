package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class PredictedRatioTest {
  /** Of 10 in 1,000 the exact interval is 0.480 to 1.831 % (Clopper and Pearson). */
  @Test
  void aRatioIsAsUncertainAsTheCount() {
    PredictedRatio ratio = PredictedRatio.of(0.02, 10, 1000, 0.95);

    assertThat(ratio.ratio()).isEqualTo(2);
    assertThat(ratio.interval().low()).isCloseTo(0.02 / 0.01831, within(0.01));
    assertThat(ratio.interval().high()).isCloseTo(0.02 / 0.00480, within(0.01));
    assertThat(ratio.isBeyond(1.5)).isFalse();
    assertThat(ratio.isWithin(1.5)).isFalse();
  }

  @Test
  void manyEventsTellWhetherAFactorIsKept() {
    assertThat(PredictedRatio.of(0.02, 1000, 100_000, 0.95).isBeyond(1.5)).isTrue();
    assertThat(PredictedRatio.of(0.005, 1000, 100_000, 0.95).isBeyond(1.5)).isTrue();
    assertThat(PredictedRatio.of(0.012, 1000, 100_000, 0.95).isWithin(1.5)).isTrue();
    assertThat(PredictedRatio.of(0, 1, 1000, 0.95).isBeyond(1.5)).isTrue();
  }

  @Test
  void whereNothingWasCountedThereIsALowerBoundOnly() {
    PredictedRatio some = PredictedRatio.of(0.02, 0, 1000, 0.95);
    PredictedRatio none = PredictedRatio.of(0, 0, 1000, 0.95);

    assertThat(some.ratio()).isInfinite();
    assertThat(some.interval().high()).isInfinite();
    assertThat(some.isBeyond(1.5)).as("at most 0.37 % is stale").isTrue();
    assertThat(none.ratio()).isNaN();
    assertThat(none.isBeyond(1.5)).isFalse();
  }
}
