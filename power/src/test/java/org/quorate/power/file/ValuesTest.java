package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ValuesTest {
  @Test
  void numbersAreRead() throws Exception {
    assertThat(Values.read(" 12.5 ")).isEqualTo(12.5);
    assertThat(Values.read("1.2E+2")).isEqualTo(120);
    assertThat(Values.read("0")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "_", "-", "null", "NaN", "N/A", "None", "+Inf", "-1", "-0.5", "1e999"})
  void whatMeansNothingIsMissing(String text) throws Exception {
    assertThat(Values.read(text)).isNaN();
  }

  @ParameterizedTest
  @ValueSource(strings = {"12 W", "1,5", "0x10", "1.2.3", "watts", "12d"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> Values.read(text)).isInstanceOf(UnreadableLine.class);
  }
}
