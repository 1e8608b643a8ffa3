package org.quorate.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {
  @ParameterizedTest
  @CsvSource({
    "2000/s, 2000",
    "0/s, 0",
    "1.5k/s, 1500",
    "2M/s, 2000000",
    "90/min, 1.5",
    "7200/h, 2",
    "' 10 / s ', 10",
    "1e3/s, 1000",
  })
  void readsEventsPerSecond(String text, double perSecond) {
    assertThat(Rates.parse(text)).isEqualTo(perSecond);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "2000", "/s", "-1/s", "2000/fortnight", "2000 s", "Infinity/s", "1x/s"})
  void refusesWhatIsNotARate(String text) {
    assertThatThrownBy(() -> Rates.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"" + text + "\" is not a rate; write a number and /s, /min or /h, such as 2000/s.");
  }

  @ParameterizedTest
  @CsvSource({"2000, 2000/s", "0, 0/s", "1.5, 1.5/s", "0.33333333, 0.333/s", "1e7, 10000000/s"})
  void writesAtMostThreeDecimals(double perSecond, String text) {
    assertThat(Rates.format(perSecond)).isEqualTo(text);
  }
}
