package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.power.file.MeterFile.CLOCK;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/** What all meters of files do with bad lines, shown on a table. */
final class FileMeterTest {
  private static final String[] WATTS = {
    "time-format=epoch-s", "value=watts", "unit=W", "bad-lines=2"
  };

  @TempDir Path folder;
  private final CsvFile kind = new CsvFile(CLOCK);
  private MeterFile file;

  @BeforeEach
  void makeFile() {
    file = new MeterFile(folder.resolve("watts.csv")).append("time,watts\n1700000000,100\n");
  }

  @Test
  void badLinesAreSkippedUpToALimitAndThenNamed() throws Exception {
    try (PowerMeter meter = file.open(kind, WATTS)) {
      assertThat(meter.read()).hasSize(1);
      file.append("noise\n1700000001,abc\n1700000002,102\n");
      assertThat(meter.read()).extracting(Reading::value).containsExactly(102.0);
      file.append("1700000003,103\nthe third\n1700000004,104\n");

      assertThat(meter.read()).as("what came before").hasSize(1);
      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessage(
              "3 lines could not be read, the last being line 7 of "
                  + file.path()
                  + " (the third): it has 1 columns, not 2; correct the options, or allow more with"
                  + " bad-lines=….");
      assertThatThrownBy(meter::read).as("and so it stays").isInstanceOf(MeterException.class);
    }
  }

  @Test
  void aLineThatGoesBackInTimeIsABadLine() throws Exception {
    try (PowerMeter meter = file.open(kind, WATTS)) {
      file.append("1699999999,99\n1700000000,100\n1700000001,101\n");

      assertThat(meter.read()).extracting(Reading::value).containsExactly(100.0, 100.0, 101.0);
      assertThat(((FileMeter) meter).badLines()).isEqualTo(1);
    }
  }

  @Test
  void aLineOfMoreThan64KibibytesEndsTheMeter() throws Exception {
    try (PowerMeter meter = file.open(kind, WATTS)) {
      file.append("1700000001," + "1".repeat(GrowingFile.LONGEST_LINE) + "\n");

      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("Line 3 of")
          .hasMessageContaining("longer than 64 KiB");
    }
  }

  @Test
  void aLongQuoteIsCut() {
    MeterFile other = new MeterFile(folder.resolve("other"));
    other.append("time,watts\n" + "x".repeat(5000) + "\n");

    assertThatThrownBy(() -> other.open(kind, WATTS))
        .isInstanceOf(MeterException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  @Test
  void periodAndDelayAreOptions() throws Exception {
    try (PowerMeter meter =
        file.open(
            kind, "time-format=epoch-s", "value=watts", "unit=W", "period=500ms", "delay=2m")) {
      assertThat(meter.period()).isEqualTo(Duration.ofMillis(500));
      assertThat(meter.delay()).isEqualTo(Duration.ofMinutes(2));
    }
  }

  @Test
  void wrongOptionsAreRefusedWithWhatWouldBeRight() {
    assertThatThrownBy(() -> file.open(kind, "value=watts", "unit=W", "from=now"))
        .isInstanceOf(MeterException.class)
        .hasMessage("The option from=\"now\" of the meter csv must be start or end.");
    assertThatThrownBy(() -> file.open(kind, "value=watts", "unit=W", "period=0"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("must be a duration above zero");
    assertThatThrownBy(() -> file.open(kind, "value=watts", "unit=W", "bad-lines=-1"))
        .isInstanceOf(MeterException.class);
    assertThatThrownBy(() -> file.open(kind, "value=watts", "unit=W", "clock-offset=soon"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("clock-offset");
    assertThatThrownBy(() -> file.open(kind, "value=watts", "unit=W", "time-zone=Europe/Pariss"))
        .isInstanceOf(MeterException.class)
        .hasMessageEndingWith("Did you mean Europe/Paris?");
  }
}
