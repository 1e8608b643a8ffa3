package org.quorate.power.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.Origin;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

class HostEnergiesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Window WINDOW = new Window(START, START.plusSeconds(10));

  @TempDir Path folder;

  private static HostMeter meter(String host, String name, Channel... channels) {
    return HostMeter.of(host, new SilentMeter(name, channels));
  }

  private List<HostEnergy> energies(List<HostMeter> meters, Writer writer) throws Exception {
    Path file = folder.resolve("power.csv");
    try (ReadingLog log = ReadingLog.create(file)) {
      for (int second = -1; second <= 11; second++) {
        writer.write(log, second);
      }
    }
    return HostEnergies.of(file, meters, WINDOW, GapRule.REFUSE);
  }

  private interface Writer {
    void write(ReadingLog log, int second) throws Exception;
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  @Test
  void twoSocketsAndTwoSuppliesAreAddedUpAndMemoryStaysApart() throws Exception {
    Channel memory = Channel.joules("dram", Scope.MEMORY, 0).apart();
    HostMeter processors =
        meter(
            "host1",
            "powercap",
            Channel.joules("package-0", Scope.PROCESSOR, 0),
            Channel.joules("package-1", Scope.PROCESSOR, 0),
            memory);
    HostMeter other = meter("host2", "pdu, left \"A\"", Channel.watts("outlet 1", Scope.WALL, 1));
    HostMeter another = meter("host2", "pdu right", Channel.watts("outlet 1", Scope.WALL, 1));
    List<HostEnergy> hosts =
        energies(
            List.of(processors, other, another),
            (log, second) -> {
              log.add(processors, Reading.received(0, at(second), 1000 + 50.0 * second));
              log.add(processors, Reading.received(1, at(second), 1000 + 30.0 * second));
              log.add(processors, Reading.received(2, at(second), 1000 + 5.0 * second));
              log.add(other, Reading.received(0, at(second), 70));
              log.add(another, Reading.received(0, at(second), 60));
            });
    assertThat(hosts).extracting(HostEnergy::host).containsExactly("host1", "host2");
    assertThat(hosts.get(0).joules()).isCloseTo(800, within(1e-6));
    assertThat(hosts.get(0).channels()).hasSize(3);
    assertThat(hosts.get(0).channels().get(2).energy().joules()).isCloseTo(50, within(1e-6));
    assertThat(hosts.get(1).joules()).isCloseTo(1300, within(1e-6));
    assertThat(hosts.get(1).wattsBySecond())
        .hasSize(10)
        .allSatisfy(w -> assertThat(w).isCloseTo(130, within(1e-6)));
    assertThat(hosts.get(1).origin()).isEqualTo(Origin.MEASURED);
  }

  @Test
  void oneRefusedChannelRefusesTheHostAndSaysWhy() throws Exception {
    HostMeter meter =
        meter(
            "host1",
            "powercap",
            Channel.joules("package-0", Scope.PROCESSOR, 0),
            Channel.joules("package-1", Scope.PROCESSOR, 0));
    HostEnergy host =
        energies(
                List.of(meter),
                (log, second) -> {
                  log.add(meter, Reading.received(0, at(second), 50.0 * second + 100));
                  log.add(meter, Reading.received(1, at(second), 7));
                })
            .get(0);
    assertThat(host.joules()).isNaN();
    assertThat(host.refusal()).get().asString().contains("powercap", "package-1", "dead");
    assertThat(host.wattsBySecond()).isEmpty();
  }

  @Test
  void aDevicesClockThatIsAheadOrBehindIsMovedAndTold() throws Exception {
    for (int offset : new int[] {5, -7}) {
      HostMeter meter = meter("host1", "bmc", Channel.watts("power", Scope.HOST, 1));
      List<HostEnergy> hosts =
          energies(
              List.of(meter),
              (log, second) ->
                  // 100 W until second 5, then 200 W, as the device's own clock tells it.
                  log.add(
                      meter,
                      new Reading(0, at(second + offset), at(second), second < 5 ? 100 : 200)));
      HostEnergy host = hosts.get(0);
      assertThat(host.joules()).isCloseTo(100 * 4 + 150 + 200 * 5, within(1.0));
      assertThat(host.notes())
          .singleElement()
          .asString()
          .contains(Math.abs(offset) + ".0 s", offset > 0 ? "ahead" : "behind");
    }
  }

  @Test
  void aClockThatIsOffByMoreThanFiveMinutesIsRefused() throws Exception {
    for (int offset : new int[] {400, -400}) {
      HostMeter meter = meter("host1", "bmc", Channel.watts("power", Scope.HOST, 1));
      HostEnergy host =
          energies(
                  List.of(meter),
                  (log, second) ->
                      log.add(meter, new Reading(0, at(second + offset), at(second), 100)))
              .get(0);
      assertThat(host.joules()).isNaN();
      assertThat(host.refusal())
          .get()
          .asString()
          .contains("bmc", "400 s " + (offset > 0 ? "ahead of" : "behind"));
    }
  }

  @Test
  void aClockThatAMeterKnowsOfIsBelieved() throws Exception {
    // Points of a database, which is asked ten seconds late by its own clock, seven seconds ahead.
    HostMeter meter =
        HostMeter.of(
            "host1",
            new SilentMeter(
                "site",
                List.of(Channel.watts("power", Scope.WALL, 1)),
                Optional.of(Duration.ofSeconds(7))));
    HostEnergy host =
        energies(
                List.of(meter),
                (log, second) ->
                    log.add(
                        meter, new Reading(0, at(second + 7), at(second + 10), second < 5 ? 1 : 2)))
            .get(0);
    assertThat(host.joules()).isCloseTo(4 + 1.5 + 10, within(1e-9));
    assertThat(host.notes()).singleElement().asString().contains("7.0 s ahead of ours");
  }

  @Test
  void twoMetersOfOneNameAreToldApart() throws Exception {
    List<HostMeter> meters =
        CountedMeters.of(
            List.of(
                meter("host1", "prometheus prom:9090", Channel.watts("query", Scope.WALL, 1)),
                meter("host1", "prometheus prom:9090", Channel.watts("query", Scope.WALL, 1)),
                meter("host2", "prometheus prom:9090", Channel.watts("query", Scope.WALL, 1))));
    assertThat(meters)
        .extracting(HostMeter::name)
        .containsExactly(
            "prometheus prom:9090", "prometheus prom:9090 (2)", "prometheus prom:9090");
    List<HostEnergy> hosts =
        energies(
            meters,
            (log, second) -> {
              log.add(meters.get(0), Reading.received(0, at(second), 70));
              log.add(meters.get(1), Reading.received(0, at(second), 60));
              log.add(meters.get(2), Reading.received(0, at(second), 50));
            });
    assertThat(hosts.get(0).joules()).isCloseTo(1300, within(1e-6));
    assertThat(hosts.get(1).joules()).isCloseTo(500, within(1e-6));
  }

  @Test
  void aGaugeThatNeverChangesIsNoted() throws Exception {
    HostMeter meter =
        HostMeter.of("host1", new SilentMeter("bmc", Channel.watts("power", Scope.HOST, 1)));
    HostEnergy host =
        energies(
                List.of(meter),
                (log, second) -> {
                  for (int i = 0; i < 3; i++) {
                    log.add(meter, Reading.received(0, at(second).plusMillis(300L * i), 100));
                  }
                })
            .get(0);
    assertThat(host.joules()).isCloseTo(1000, within(1e-6));
    assertThat(host.notes())
        .singleElement()
        .asString()
        .contains("bmc: power said the same in all of 31 readings");
  }

  @Test
  void estimatesStayEstimates() throws Exception {
    HostMeter meter = meter("host1", "model", Channel.joules("model", Scope.WALL, 0).estimated());
    HostEnergy host =
        energies(
                List.of(meter),
                (log, second) ->
                    log.add(meter, Reading.received(0, at(second), 100.0 * second + 100)))
            .get(0);
    assertThat(host.origin()).isEqualTo(Origin.ESTIMATED);
  }

  @Test
  void namesWithLineBreaksReadBackAsOneLine() throws Exception {
    HostMeter meter =
        meter("host1", "scrape a\nb", Channel.watts("zone=\"x\ny\",\r\u0007", Scope.WALL, 1));
    assertThat(meter.name()).isEqualTo("scrape a\\nb");
    HostEnergy host =
        energies(
                List.of(meter),
                (log, second) -> log.add(meter, Reading.received(0, at(second), 50)))
            .get(0);
    assertThat(host.joules()).isCloseTo(500, within(1e-6));
    assertThat(host.channels().get(0).channel().name()).isEqualTo("zone=\"x\\ny\",\\r\\u0007");
    List<ReadingLog.Row> rows = new ArrayList<>();
    ReadingLog.read(folder.resolve("power.csv"), rows::add);
    assertThat(rows)
        .hasSize(13)
        .allMatch(row -> row.channel().equals(meter.meter().channels().get(0).name()));
  }

  @Test
  void aLogReadsBackWhatWasWritten() throws Exception {
    HostMeter meter = meter("host \"1\", left", "m", Channel.watts("a,b", Scope.WALL, 1));
    Path file = folder.resolve("log.csv");
    Instant stamp = START.plusNanos(123);
    try (ReadingLog log = ReadingLog.create(file)) {
      log.add(meter, new Reading(0, stamp, START.plusNanos(1_500_000_007), 3.25));
      log.add(meter, Reading.missing(0, START));
    }
    List<ReadingLog.Row> rows = new ArrayList<>();
    ReadingLog.read(file, rows::add);
    assertThat(rows.get(0))
        .isEqualTo(
            new ReadingLog.Row(
                "host \"1\", left", "m", "a,b", stamp, START.plusNanos(1_500_000_007), 3.25));
    assertThat(rows.get(1).value()).isNaN();
    assertThat(rows.get(1).stampedAt()).isNull();
  }

  @Test
  void aLogThatWasCutOffIsRefusedWithItsLine() throws Exception {
    Path file = folder.resolve("log.csv");
    String header = "host,meter,channel,stamped_at,received_at,value\n";
    String line = "host1,m,w,,1700000000.5,3.25\n";
    for (String last : List.of("host1,m", "host1,m,w,,soon,1", "host1,m,\"w")) {
      Files.writeString(file, header + line + last);
      assertThatThrownBy(() -> ReadingLog.read(file, row -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("log.csv")
          .hasMessageMatching(".*([Ll]ine|Record) 3\\b.*");
    }
    Files.writeString(file, line);
    assertThatThrownBy(() -> ReadingLog.read(file, row -> {}))
        .hasMessageContaining("it must start host,meter,channel,stamped_at");
  }
}
