package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.power.file.MeterFile.CLOCK;
import static org.quorate.power.file.MeterFile.NOW;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

final class CsvFileTest {
  @TempDir Path folder;
  private final CsvFile kind = new CsvFile(CLOCK);
  private MeterFile file;

  @BeforeEach
  void makeFile() {
    file = new MeterFile(folder.resolve("power.csv"));
  }

  @Test
  void columnsAreChosenByName() throws Exception {
    file.append("when,node,watts\n2025-07-21T16:15:31+02:00,n1,131.7\n");

    try (PowerMeter meter = file.open(kind, "time=when", "value=watts", "unit=W")) {
      assertThat(meter.read())
          .containsExactly(new Reading(0, Instant.parse("2025-07-21T14:15:31Z"), NOW, 131.7));
      Channel channel = meter.channels().get(0);
      assertThat(channel)
          .isEqualTo(Channel.watts("watts", Scope.WALL, 0).sampledEvery(Duration.ofSeconds(1)));
    }
  }

  @Test
  void columnsOfATableWithoutHeaderAreChosenByNumber() throws Exception {
    file.append("1700000000;12\n1700000001;13\n");

    try (PowerMeter meter =
        file.open(kind, "time=1", "time-format=epoch-s", "value=2", "unit=W", "separator=;")) {
      assertThat(meter.read()).extracting(Reading::value).containsExactly(12.0, 13.0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "W, POWER, 2.5",
    "mW, POWER, 0.0025",
    "kW, POWER, 2500",
    "J, ENERGY, 2.5",
    "Wh, ENERGY, 9000",
    "kWh, ENERGY, 9000000"
  })
  void unitsBecomeWattsAndJoules(String unit, Quantity quantity, double expected) throws Exception {
    file.append("time,x\n1700000000000,2.5\n");

    try (PowerMeter meter = file.open(kind, "time-format=epoch-ms", "value=x", "unit=" + unit)) {
      assertThat(meter.channels().get(0).quantity()).isEqualTo(quantity);
      assertThat(meter.read()).extracting(Reading::value).containsExactly(expected);
    }
  }

  @Test
  void theLinesOfOneHostAreTaken() throws Exception {
    file.append("time,host,w\n1700000000,a,1\n1700000000,b,2\n1700000001,a,3\n");

    try (PowerMeter meter =
        file.open(kind, "time-format=epoch-s", "value=w", "unit=W", "host-column=host", "host=a")) {
      assertThat(meter.read()).extracting(Reading::value).containsExactly(1.0, 3.0);
    }
  }

  @Test
  void nullsEmptyValuesAndSentinelsAreMissing() throws Exception {
    file.append("time,w\n1700000000,\n1700000001,null\n1700000002,-1\n1700000003,NaN\n");

    try (PowerMeter meter = file.open(kind, "time-format=epoch-s", "value=w", "unit=W")) {
      assertThat(meter.read()).hasSize(4).allMatch(Reading::isMissing);
    }
  }

  @Test
  void aCounterSaysWhereItWrapsAndItsStep() throws Exception {
    file.append("time,e\n1700000000,2.5\n");

    try (PowerMeter meter =
        file.open(
            kind,
            "time-format=epoch-s",
            "value=e",
            "unit=kWh",
            "kind=counter",
            "wraps-at=100",
            "resolution=0.1")) {
      Channel channel = meter.channels().get(0);
      assertThat(channel.wrapsAt()).isEqualTo(OptionalDouble.of(360e6));
      assertThat(channel.resolution()).isEqualTo(360_000);
    }
  }

  @Test
  void stampScopeAndOriginAreOptions() throws Exception {
    file.append("time,w\n1700000000,2.5\n");

    try (PowerMeter meter =
        file.open(
            kind,
            "time-format=epoch-s",
            "value=w",
            "unit=W",
            "stamp=start",
            "scope=host",
            "origin=estimated")) {
      Channel channel = meter.channels().get(0);
      assertThat(channel.stamp()).isEqualTo(Stamp.START);
      assertThat(channel.averaging()).isEqualTo(Duration.ofSeconds(1));
      assertThat(channel.scope()).isEqualTo(Scope.HOST);
      assertThat(channel.origin()).isEqualTo(Origin.ESTIMATED);
    }
  }

  @Test
  void aRepeatedHeaderIsNoBadLine() throws Exception {
    file.append("time,w\n1700000000,1\ntime,w\n1700000001,2\n\n");

    try (PowerMeter meter =
        file.open(kind, "time-format=epoch-s", "value=w", "unit=W", "bad-lines=0")) {
      assertThat(meter.read()).extracting(Reading::value).containsExactly(1.0, 2.0);
    }
  }

  @Test
  void millisecondsReadAsSecondsAreRefusedWhenItIsOpened() {
    file.append("time,w\n1700000000000,1\n");

    assertThatThrownBy(() -> file.open(kind, "time-format=epoch-s", "value=w", "unit=W"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("read as epoch-s, is of another century");
  }

  @Test
  void contradictionsAndMisspeltWordsAreRefused() {
    file.append("time,w\n1700000000,1\n");

    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=W", "kind=counter"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("A counter cannot be in W");
    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=W", "wraps-at=5"))
        .isInstanceOf(MeterException.class);
    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=KWh"))
        .isInstanceOf(MeterException.class)
        .hasMessageEndingWith("Did you mean kWh?");
    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=W", "time-format=epoch"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("must be epoch-s, epoch-ms, iso");
    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=W", "host=a"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("host-column=… and host=… together");
    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=W", "vlaue=a"))
        .isInstanceOf(MeterException.class)
        .hasMessageEndingWith("Did you mean value?");
    assertThatThrownBy(() -> file.open(kind, "unit=W"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("needs value=…");
  }

  @Test
  void aFileWithoutAnyLineIsNotReadyYet() {
    file.append("");
    assertThatThrownBy(() -> file.open(kind, "value=w", "unit=W"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("has no complete line yet");
  }
}
