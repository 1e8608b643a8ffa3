package org.quorate.power.ipmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

/** How the program is run, with a script in its place. */
class IpmitoolTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String READING =
      "echo 'Instantaneous power reading: 187 Watts'; echo 'Power reading state is: activated'";

  @TempDir Path directory;
  private Path devices;

  @BeforeEach
  void createDevices() throws IOException {
    devices = Files.createDirectory(directory.resolve("dev"));
  }

  @Test
  void thePasswordIsInTheEnvironmentAndInNoArgument() throws Exception {
    Path command =
        script(
            """
            printf '%%s\\n' "$@" > %1$s/arguments
            env > %1$s/environment
            %2$s
            """
                .formatted(directory, READING));
    try (PowerMeter meter =
        open(command, Map.of("address", "10.0.0.5", "credentials", "bmc", "privilege", "user"))) {
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 187));
      assertThat(meter.channels()).containsExactly(Channel.watts("dcmi", Scope.HOST, 1));
      assertThat(meter.name()).isEqualTo("ipmi 10.0.0.5");
    }
    List<String> arguments = Files.readAllLines(directory.resolve("arguments"));
    assertThat(arguments)
        .containsSubsequence("-I", "lanplus", "-H", "10.0.0.5", "-p", "623", "-L", "USER")
        .containsSubsequence("-U", "operator", "-E")
        .endsWith("dcmi", "power", "reading")
        .noneMatch(argument -> argument.contains("s3cret"));
    assertThat(Files.readAllLines(directory.resolve("environment")))
        .contains("IPMI_PASSWORD=s3cret")
        .noneMatch(variable -> variable.startsWith("IPMITOOL_PASSWORD="));
  }

  @Test
  void withoutAnAddressTheMachinesOwnControllerIsAsked() throws Exception {
    Path command = script("[ \"$1 $2\" = '-I open' ] && " + READING);
    try (PowerMeter meter = open(command, Map.of())) {
      assertThat(meter.read()).hasSize(1);
      assertThat(meter.name()).isEqualTo("ipmi here");
    }
    try (PowerMeter meter = open(script(READING), Map.of("address", "10.0.0.5", "port", "6230"))) {
      assertThat(meter.name()).isEqualTo("ipmi 10.0.0.5:6230");
    }
  }

  @Test
  void aRunThatDoesNotEndIsKilled() throws Exception {
    Path command = script("echo $$ > " + directory + "/pid; exec sleep 600");
    assertThatThrownBy(() -> open(command, Map.of("timeout", "5s")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("did not end within 5s");
    long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    await().until(() -> ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true));
  }

  @Test
  void aMissingProgramIsSaidSoWithItsRemedy() {
    Path command = directory.resolve("ipmitool");
    assertThatThrownBy(() -> open(command, Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("apt-get install ipmitool");
    assertThat(kind(command).find())
        .containsExactly(
            new MeterPresence(
                "ipmi",
                MeterPresence.State.ABSENT,
                "The program ipmitool is not installed.",
                Optional.of("apt-get install ipmitool")));
  }

  @Test
  void theKernelsDeviceIsLookedFor() throws Exception {
    Path command = script(READING);
    assertThat(kind(command).find())
        .extracting(MeterPresence::state)
        .containsExactly(MeterPresence.State.ABSENT, MeterPresence.State.ON_REQUEST);
    Files.createFile(devices.resolve("ipmi0"));
    assertThat(kind(command).find())
        .extracting(MeterPresence::state)
        .containsExactly(MeterPresence.State.PRESENT, MeterPresence.State.ON_REQUEST);
  }

  @Test
  void aControllerWithoutDcmiIsRefusedWithTheSensorsThatItHas() throws Exception {
    Path command =
        script(
            """
            case "$*" in
              *dcmi*) echo '    DCMI request failed because: Invalid command (c1)'; exit 1;;
              *elist*) echo 'Pwr Consumption  | 77h | ok  |  7.1 | 98 Watts';;
              *) echo 'Pwr Consumption  | 99';;
            esac
            """);
    assertThatThrownBy(() -> open(command, Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "The controller has no DCMI power reading (Invalid command (c1)); read a sensor"
                + " instead with sensor=… out of Pwr Consumption.");
    try (PowerMeter meter = open(command, Map.of("sensor", "Pwr Consumption"))) {
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 99));
    }
    assertThatThrownBy(() -> open(command, Map.of("sensor", "Power")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("it has Pwr Consumption");
  }

  @Test
  void aControllerThatSaysZeroIsRefusedAndNeverZero() throws Exception {
    Path command = script("echo 'Instantaneous power reading: 0 Watts'");
    assertThatThrownBy(() -> open(command, Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("0 W, which no running host draws");
  }

  @Test
  void endlessOutputIsNotRead() throws Exception {
    Path command = script("exec yes");
    assertThatThrownBy(() -> open(command, Map.of("timeout", "2s")))
        .isInstanceOf(MeterException.class);
  }

  private Path script(String commands) throws IOException {
    Path script = directory.resolve("ipmitool.sh");
    Files.writeString(script, "#!/bin/sh\n" + commands + "\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  private Ipmi kind(Path command) {
    Map<String, String> environment =
        Map.of(
            "QUORATE_BMC_HOST", "10.0.0.5",
            "QUORATE_BMC_USER", "operator",
            "QUORATE_BMC_PASSWORD", "s3cret",
            "PATH", "/usr/bin:/bin");
    return new Ipmi(command.toString(), devices, environment, InstantSource.fixed(NOW));
  }

  private PowerMeter open(Path command, Map<String, String> options) throws Exception {
    return kind(command).open(new MeterSettings("ipmi", new LinkedHashMap<>(options)));
  }
}
