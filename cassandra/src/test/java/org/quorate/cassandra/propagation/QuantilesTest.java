package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  @Test
  void theyAreLinearBetweenOrderStatistics() {
    Quantiles quantiles = new Quantiles(List.of(4.0, 1.0, 3.0, 2.0));
    assertThat(quantiles.at(0)).isEqualTo(1);
    assertThat(quantiles.at(0.25)).isCloseTo(1.75, within(1e-12));
    assertThat(quantiles.at(0.5)).isCloseTo(2.5, within(1e-12));
    assertThat(quantiles.at(1)).isEqualTo(4);
  }

  @Test
  void oneValueIsAllOfThem() {
    assertThat(new Quantiles(List.of(7.0)).at(0.95)).isEqualTo(7);
  }

  @Test
  void noValueHasNone() {
    assertThatThrownBy(() -> new Quantiles(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
