package org.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimeTextTest {
  @ParameterizedTest
  @CsvSource({
    "400, 0 s",
    "500, 1 s",
    "59400, 59 s",
    "59600, 1 min 00 s",
    "185000, 3 min 05 s",
    "3599000, 59 min 59 s",
    "3600000, 1 h 00 min",
    "7385000, 2 h 03 min"
  })
  void timesReadAsAPersonWouldSayThem(long millis, String text) {
    assertThat(TimeText.ofNanos(TimeUnit.MILLISECONDS.toNanos(millis))).isEqualTo(text);
  }
}
