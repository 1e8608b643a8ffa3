package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.file.Stamps.Format;

final class StampsTest {
  private static final ZoneId PARIS = ZoneId.of("Europe/Paris");

  private static Stamps stamps(Format format) {
    return new Stamps(format, PARIS, Duration.ZERO);
  }

  @ParameterizedTest
  @CsvSource({
    "EPOCH_S, 1710876498, 2024-03-19T19:28:18Z",
    "EPOCH_S, 1710876498.491, 2024-03-19T19:28:18.491Z",
    "EPOCH_S, ' 1710876498.000000001 ', 2024-03-19T19:28:18.000000001Z",
    "EPOCH_MS, 1710876498491, 2024-03-19T19:28:18.491Z",
    "EPOCH_MS, 1710876498491.5, 2024-03-19T19:28:18.491500Z",
    "ISO, 2025-07-21T16:15:31+02:00, 2025-07-21T14:15:31Z",
    "ISO, 2025-07-21T16:15:31.123456+0200, 2025-07-21T14:15:31.123456Z",
    "ISO, 2025-07-21 16:15:31.5+02, 2025-07-21T14:15:31.500Z",
    "ISO, 2025-07-21T14:15:31Z, 2025-07-21T14:15:31Z",
    "ISO, 2025-07-21 16:15:31.5, 2025-07-21T14:15:31.500Z",
    "ISO, 2025-07-21 16:15:31 +02:00, 2025-07-21T14:15:31Z",
    "ISO, 2025-01-21 16:15:31, 2025-01-21T15:15:31Z",
    "PARTS, 2025-02-14 14:30:00, 2025-02-14T13:30:00Z",
    "PARTS, ' 2025- 2- 14  9: 5: 7. 45', 2025-02-14T08:05:07.045Z",
    "PARTS, 2025-2-14 9:5:7.451, 2025-02-14T08:05:07.451Z"
  })
  void everyFormatIsRead(Format format, String text, Instant expected) throws Exception {
    assertThat(stamps(format).read(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "EPOCH_S, yesterday",
    "EPOCH_S, -5",
    "EPOCH_S, ''",
    "EPOCH_S, 99999999999999999999",
    "ISO, 2025-13-21T16:15:31Z",
    "ISO, 2025-07-21",
    "ISO, 16:15:31",
    "PARTS, 2025-02-30 14:30:00",
    "PARTS, Date"
  })
  void whatIsNoTimeIsRefused(Format format, String text) {
    assertThatThrownBy(() -> stamps(format).read(text))
        .isInstanceOf(UnreadableLine.class)
        .hasMessageContaining("is no time of format");
  }

  @Test
  void millisecondsTakenForSecondsAreNoticed() {
    assertThatThrownBy(() -> stamps(Format.EPOCH_S).read("1710876498491"))
        .isInstanceOf(UnreadableLine.class)
        .hasMessage("the time \"1710876498491\", read as epoch-s, is of another century");
    assertThatThrownBy(() -> stamps(Format.EPOCH_MS).read("1710876498"))
        .isInstanceOf(UnreadableLine.class);
  }

  @Test
  void theClockOffsetIsAdded() throws Exception {
    Stamps ahead = new Stamps(Format.EPOCH_S, ZoneOffset.UTC, Duration.ofMillis(-1500));

    assertThat(ahead.read("1710876498")).isEqualTo(Instant.parse("2024-03-19T19:28:16.500Z"));
  }

  @Test
  void timeGoesOnInTheHourThatTheEndOfSummerTimeRepeats() throws Exception {
    Stamps stamps = stamps(Format.ISO);

    assertThat(stamps.read("2025-10-26 02:59:59")).isEqualTo("2025-10-26T00:59:59Z");
    assertThat(stamps.read("2025-10-26 02:00:00")).isEqualTo("2025-10-26T01:00:00Z");
    assertThat(stamps.read("2025-10-26 02:30:00")).isEqualTo("2025-10-26T01:30:00Z");
    assertThat(stamps.read("2025-10-26 03:00:00")).isEqualTo("2025-10-26T02:00:00Z");
  }
}
