package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.power.file.MeterFile.CLOCK;
import static org.quorate.power.file.MeterFile.NOW;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterPresence;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

final class WattsUpTest {
  private static final String LOG =
      """
      2017-03-02 14:05:06.123456 0 102.3 121.1 0.901
      2017-03-02 14:05:07.124001 1 101.9 121.0 0.897
      2017-03-02 14:05:08 2 103.0 121.0 0.899
      """;

  @TempDir Path folder;
  private final WattsUp kind = new WattsUp(CLOCK);
  private MeterFile file;

  @BeforeEach
  void makeFile() {
    file = new MeterFile(folder.resolve("wattsup.log"));
  }

  @Test
  void aLoggersLinesAreWattsAtLocalTimes() throws Exception {
    file.append(LOG);

    try (PowerMeter meter = file.open(kind, "time-zone=America/Sao_Paulo")) {
      assertThat(meter.read())
          .containsExactly(
              new Reading(0, Instant.parse("2017-03-02T17:05:06.123456Z"), NOW, 102.3),
              new Reading(0, Instant.parse("2017-03-02T17:05:07.124001Z"), NOW, 101.9),
              new Reading(0, Instant.parse("2017-03-02T17:05:08Z"), NOW, 103.0));
      Channel channel = meter.channels().get(0);
      assertThat(channel.scope()).isEqualTo(Scope.WALL);
      assertThat(channel.resolution()).isEqualTo(0.1);
      assertThat(channel.averaging()).isEqualTo(Duration.ofSeconds(1));
      assertThat(channel.stamp()).isEqualTo(Stamp.END);
    }
  }

  @Test
  void aFileIsFollowedWhileItGrows() throws Exception {
    file.append(LOG);
    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.read()).hasSize(3);
      file.append("2017-03-02 14:05:09.1 3 99");
      assertThat(meter.read()).as("half a line").isEmpty();
      file.append(".5 121.0 0.9\n");
      assertThat(meter.read()).extracting(Reading::value).containsExactly(99.5);
    }
  }

  @Test
  void theClockOffsetMovesAllStamps() throws Exception {
    file.append(LOG);
    try (PowerMeter meter = file.open(kind, "clock-offset=-1.5s")) {
      assertThat(meter.read().get(2).stampedAt()).isEqualTo("2017-03-02T14:05:06.500Z");
    }
  }

  @Test
  void recordsBehindAStampAreTenthsOfWatts() throws Exception {
    file.append(
            "#h,-,18,W,V,A,WH,Cost,WH/Mo,Cost/Mo,Wmax,Vmax,Amax,Wmin,Vmin,Amin,PF,DC,PC,Hz,VA;\n")
        .append(
            "2017-03-02 14:05:06.5 #d,-,18,965,1204,792,1,0,69384,5550,965,1205,833,965,1203,"
                + "779,100,0,0,500,965;\n")
        .append(
            "1488463508.25,#d,-,18,972,2277,433,5,0,70035,5602,973,2280,435,972,2274,432,95,0,"
                + "0,500,1020;\r\n")
        .append("1488463509250 #d,-,18,124,1191,97,0,_,_,_,124,_,_,_,_,_,100,_,_,_,_;\n");

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.read())
          .containsExactly(
              new Reading(0, Instant.parse("2017-03-02T14:05:06.500Z"), NOW, 96.5),
              new Reading(0, Instant.parse("2017-03-02T14:05:08.250Z"), NOW, 97.2),
              new Reading(0, Instant.parse("2017-03-02T14:05:09.250Z"), NOW, 12.4));
    }
  }

  @Test
  void wattsThatAreSwitchedOffAreMissing() throws Exception {
    file.append("1488463508 #d,-,18,_,1191,97,0,_,_,_,_,_,_,_,_,_,100,_,_,_,_;\n")
        .append("2017-03-02 14:05:09 1 _ 121.0 0.9\n");

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.read()).hasSize(2).allMatch(Reading::isMissing);
    }
  }

  @Test
  void bareRecordsAreCountedFromAStart() throws Exception {
    file.append("#d,-,18,965,1204,792;\n#d,-,18,966,1204,792;\n");

    try (PowerMeter meter =
        file.open(kind, "start=2017-03-02T14:05:06", "period=2s", "time-zone=+02:00")) {
      assertThat(meter.read())
          .containsExactly(
              new Reading(0, Instant.parse("2017-03-02T12:05:06Z"), NOW, 96.5),
              new Reading(0, Instant.parse("2017-03-02T12:05:08Z"), NOW, 96.6));
      assertThat(meter.channels().get(0).averaging()).isEqualTo(Duration.ofSeconds(2));
    }
  }

  @Test
  void bareRecordsTakeTheTimeOfReceiptWhereTheFileIsFollowed() throws Exception {
    file.append("#d,-,18,965,1204,792;\n");

    try (PowerMeter meter = file.open(kind, "from=end")) {
      assertThat(meter.read()).isEmpty();
      file.append("#d,-,18,900,1204,792;\n");
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 90));
    }
  }

  @Test
  void bareRecordsWithoutAnyTimeAreRefused() {
    file.append("#d,-,18,965,1204,792;\n");

    assertThatThrownBy(() -> file.open(kind))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("carry no time; say start=…");
  }

  @Test
  void aCutRecordIsSkippedAndCounted() throws Exception {
    file.append("1488463508 #d,-,18,965,1204\n1488463509 #d,-,18,966,1204,792;\n");

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.read()).extracting(Reading::value).containsExactly(96.6);
      assertThat(((FileMeter) meter).badLines()).isEqualTo(1);
    }
  }

  @Test
  void anEmptyFileIsOneThatIsYetToGrow() throws Exception {
    file.append("");
    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.read()).isEmpty();
      file.append(LOG);
      assertThat(meter.read()).hasSize(3);
    }
  }

  @Test
  void aFileOfAnotherKindIsRefused() {
    file.append("hello world\nthis is no meter\n");

    assertThatThrownBy(() -> file.open(kind))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "The file "
                + file.path()
                + " is not what wattsup reads: line 1 of "
                + file.path()
                + " (hello world): it is neither a record #d,… nor date, time, number and watts.");
  }

  @Test
  void aMissingFileAndAWrongStartAreSaid() {
    assertThatThrownBy(() -> file.open(kind))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("There is no file");
    file.append(LOG);
    assertThatThrownBy(() -> file.open(kind, "start=noon"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("start=\"noon\" is no time");
  }

  @Test
  void itIsFoundOnRequest() {
    List<MeterPresence> findings = kind.find();

    assertThat(findings)
        .singleElement()
        .matches(finding -> finding.state() == MeterPresence.State.ON_REQUEST);
  }
}
