package org.quorate.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharesTest {
  @ParameterizedTest
  @CsvSource({"1, 100", "0.9999, 99.990", "0.43887, 43.887", "0.57, 57.000", "0, 0.000"})
  void writesThreeDecimals(double share, String text) {
    assertThat(Shares.percentDown(share)).isEqualTo(text);
  }

  @Test
  void whatMissesAMarkNeverReadsAsTheMark() {
    assertThat(Shares.percentDown(1 - 52.0 / 512_000)).isEqualTo("99.989");
    assertThat(Shares.percentDown(1 - 1e-6)).isEqualTo("99.999");
    assertThat(Shares.percentDown(1 - 1e-12)).isEqualTo("99.999");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void refusesWhatIsNoShare(double share) {
    assertThatThrownBy(() -> Shares.percentDown(share))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 0 to 1");
  }
}
