package org.quorate.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorBandTest {
  @Test
  void eachPartOfASumErrsByItsShareOfTheJoules() {
    ErrorBand sum =
        ErrorBand.ofSum(
            List.of(new ErrorBand(0.4, 0.2, 0.8), new ErrorBand(0, 0.04, 0.2)),
            List.of(100.0, 300.0));
    assertThat(sum.level()).isEqualTo(0.1, within(1e-12));
    assertThat(sum.comparison()).isEqualTo(0.08, within(1e-12));
    assertThat(sum.dynamic()).isEqualTo(0.35, within(1e-12));
  }

  @Test
  void whatNobodyKnowsOfAPartNobodyKnowsOfTheSum() {
    assertThat(
            ErrorBand.ofSum(List.of(ErrorBand.NONE, ErrorBand.UNKNOWN), List.of(99.0, 1.0))
                .isKnown())
        .isFalse();
    assertThat(
            ErrorBand.ofSum(List.of(ErrorBand.of(0.1), ErrorBand.UNKNOWN), List.of(99.0, 0.0))
                .isKnown())
        .as("a part that drew nothing")
        .isTrue();
  }

  @Test
  void noErrorIsNegative() {
    assertThatThrownBy(() -> ErrorBand.of(-0.1)).isInstanceOf(IllegalArgumentException.class);
  }
}
