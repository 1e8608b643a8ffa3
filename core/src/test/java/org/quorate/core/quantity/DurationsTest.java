package org.quorate.core.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "5ms, 5000000",
    "1.5s, 1500000000",
    "2m, 120000000000",
    "2min, 120000000000",
    "250us, 250000",
    "250µs, 250000",
    "7ns, 7",
    "1h30m, 5400000000000",
    "1m 30s, 90000000000",
    "' 10 s ', 10000000000",
    "1d, 86400000000000",
    ".5s, 500000000",
    "0, 0",
    "0s, 0",
  })
  void readsNumbersWithUnits(String text, long nanoseconds) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(nanoseconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "5",
        "ms",
        "-5ms",
        "5 parsecs",
        "1.2.3s",
        "5ms!",
        "1s,2s",
        "NaN",
        "1e3s",
        "."
      })
  void refusesWhatIsNotADuration(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\""
                + text
                + "\" is not a duration; write a number and one of ns, us, ms, s, m, h, d,"
                + " such as 250ms.");
  }

  @Test
  void refusesFractionsOfANanosecondAndMoreThanALongHolds() {
    assertThatThrownBy(() -> Durations.parse("1.5ns")).hasMessageContaining("whole number of nano");
    assertThatThrownBy(() -> Durations.parse("200000d")).hasMessageContaining("292 years");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "7, 7ns",
    "250000, 250us",
    "5000000, 5ms",
    "1500000000, 1.5s",
    "90000000000, 1m30s",
    "5400000000000, 1h30m",
    "86400000000001, 1d1ns",
  })
  void writesTheLargestFittingUnit(long nanoseconds, String text) {
    assertThat(Durations.format(Duration.ofNanos(nanoseconds))).isEqualTo(text);
  }

  @Test
  void everyDurationSurvivesWritingAndReading() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2000; i++) {
      Duration duration = Duration.ofNanos(random.nextLong() >>> random.nextInt(1, 63));
      assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }
  }

  @Test
  void refusesToWriteANegativeDuration() {
    assertThatThrownBy(() -> Durations.format(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
