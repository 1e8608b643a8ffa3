package org.quorate.power.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;
import org.quorate.power.liveness.LivenessCheck;
import org.quorate.power.liveness.ScriptedLoad;

final class HwmonTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  @TempDir Path folder;
  private KernelTree tree;
  private Hwmon hwmon;
  private Runnable whenTimePasses = () -> {};

  @BeforeEach
  void makeTree() {
    tree = new KernelTree(folder);
    hwmon =
        new Hwmon(
            folder,
            Clock.fixed(NOW, ZoneOffset.UTC),
            new LivenessCheck(new ScriptedLoad(() -> whenTimePasses.run())),
            tree.attributes());
    tree.write("hwmon0/name", "coretemp");
    tree.write("hwmon0/temp1_input", 41000);
  }

  private PowerMeter open(Map<String, String> options) throws MeterException, InterruptedException {
    return hwmon.open(new MeterSettings("hwmon", options));
  }

  private void acpiMeter(String device, String label, long microwatts) {
    tree.write(device + "/name", "power_meter");
    tree.write(device + "/power1_average", microwatts);
    tree.write(device + "/power1_average_interval", 1000);
    if (!label.isEmpty()) {
      tree.write(device + "/power1_label", label);
    }
  }

  @Test
  void theOnlySensorIsCountedInWatts() throws Exception {
    acpiMeter("hwmon1", "", 187_000_000);

    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 187));
      Channel channel = meter.channels().get(0);
      assertThat(channel.counted()).isTrue();
      assertThat(channel.scope()).isEqualTo(Scope.HOST);
      assertThat(channel.averaging()).isEqualTo(Duration.ofSeconds(1));
      assertThat(channel.stamp()).isEqualTo(Stamp.END);
    }
  }

  @Test
  void severalSensorsMustBeChosenFrom() {
    acpiMeter("hwmon1", "Module Power Socket 0", 200_000_000);
    acpiMeter("hwmon2", "CPU Power Socket 0", 90_000_000);

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "There are several sensors, which may contain one another: power_meter (hwmon1) Module"
                + " Power Socket 0, power_meter (hwmon2) CPU Power Socket 0; choose with chip=… and"
                + " sensor=….");
  }

  @Test
  void chosenSensorsAreAddedAndOthersShownApart() throws Exception {
    acpiMeter("hwmon1", "Module Power Socket 0", 200_000_000);
    acpiMeter("hwmon2", "CPU Power Socket 0", 90_000_000);
    acpiMeter("hwmon3", "Module Power Socket 1", 210_000_000);

    try (PowerMeter meter =
        open(Map.of("sensor", "Module Power Socket 0, Module Power Socket 1"))) {
      assertThat(meter.channels()).extracting(Channel::counted).containsExactly(true, false, true);
    }
  }

  @Test
  void aLabelOfSeveralChipsIsNotEnough() {
    acpiMeter("hwmon1", "", 200_000_000);
    acpiMeter("hwmon2", "", 90_000_000);

    assertThatThrownBy(() -> open(Map.of("sensor", "power1")))
        .isInstanceOf(MeterException.class)
        .hasMessage("The sensor power1 is on hwmon1, hwmon2; choose one with chip=….");
  }

  @Test
  void aChipIsChosenByItsNameOrItsFolder() throws Exception {
    acpiMeter("hwmon1", "", 200_000_000);
    acpiMeter("hwmon2", "", 90_000_000);

    try (PowerMeter meter = open(Map.of("chip", "hwmon2"))) {
      assertThat(meter.read()).extracting(Reading::value).containsExactly(90.0);
    }
    assertThatThrownBy(() -> open(Map.of("chip", "power_metre")))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "No chip \"power_metre\" tells power or energy; there are power_meter. Did you mean"
                + " power_meter?");
  }

  @Test
  void ofASensorThatTellsBothTheEnergyIsCounted() throws Exception {
    tree.write("hwmon1/name", "ibmaem");
    tree.write("hwmon1/power1_average", 98_000_000);
    tree.write("hwmon1/energy1_input", 5_000_000);
    whenTimePasses = () -> tree.write("hwmon1/energy1_input", 6_000_000);

    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels())
          .extracting(Channel::quantity, Channel::counted)
          .containsExactlyInAnyOrder(tuple(Quantity.ENERGY, true), tuple(Quantity.POWER, false));
    }
  }

  @Test
  void ofAnInstantAndAMeanTheMeanIsTaken() throws Exception {
    tree.write("hwmon1/name", "fam");
    tree.write("hwmon1/power1_input", 50_000_000);
    tree.write("hwmon1/power1_average", 40_000_000);

    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read()).extracting(Reading::value).containsExactly(40.0);
    }
  }

  @Test
  void aGaugeAtZeroWattsIsRefusedAndFoundUnusable() throws Exception {
    acpiMeter("hwmon1", "", 0);

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("stayed at 0 W for 3 s");
    assertThat(hwmon.find())
        .singleElement()
        .matches(finding -> finding.state() == MeterPresence.State.UNUSABLE);
  }

  @Test
  void sensorsAreFoundWithTheOptionsThatReadThem() throws Exception {
    acpiMeter("hwmon1", "System", 150_000_000);
    acpiMeter("hwmon2", "Hidden", 150_000_000);
    tree.deny("hwmon2/power1_average");

    assertThat(hwmon.find())
        .extracting(MeterPresence::state, MeterPresence::reason)
        .containsExactly(
            tuple(MeterPresence.State.PRESENT, "Read with chip=hwmon1 sensor=\"System\"."),
            tuple(
                MeterPresence.State.UNUSABLE,
                folder.resolve("hwmon2/power1_average") + " cannot be read."));
  }

  @Test
  void chipsWithoutPowerAreNoMeters() throws Exception {
    assertThat(hwmon.find())
        .singleElement()
        .matches(finding -> finding.state() == MeterPresence.State.ABSENT);
    assertThatThrownBy(() -> open(Map.of())).isInstanceOf(MeterException.class);
  }

  @Test
  void theScopeIsAnOption() throws Exception {
    acpiMeter("hwmon1", "", 187_000_000);

    try (PowerMeter meter = open(Map.of("scope", "supply-output"))) {
      assertThat(meter.channels().get(0).scope()).isEqualTo(Scope.SUPPLY_OUTPUT);
    }
    assertThatThrownBy(() -> open(Map.of("scope", "wal")))
        .isInstanceOf(MeterException.class)
        .hasMessageEndingWith("Did you mean wall?");
  }
}
