package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;
import org.quorate.power.energy.SilentMeter;

class CalibratedProfileTest {
  private static final PowerCurve CURVE = PowerCurve.linear(20, 90);

  private static HostProfile profile(List<Double> shares, Channel... channels)
      throws MeterException {
    return CalibratedProfile.of(
        "mine",
        CURVE,
        new SilentMeter("snmp 10.0.0.5", channels),
        shares,
        8,
        LocalDate.of(2026, 11, 22),
        Duration.ofSeconds(20),
        Duration.ofSeconds(30));
  }

  @Test
  void aProfileSaysWhatItWasMeasuredWithAndReadsBack(@TempDir Path folder) throws Exception {
    HostProfile profile = profile(Calibration.SHARES, Channel.watts("outlet 3", Scope.WALL, 1));
    assertThat(profile.source())
        .contains("2026-11-22", "snmp 10.0.0.5", "at the wall", "0, 10, 50, 100 %", "20s", "30s");
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, ProfileFile.text(profile));
    assertThat(ProfileFile.find(file.toString())).isEqualTo(profile);
  }

  @Test
  void theErrorGrowsWhereFewerLoadsWereMeasured() {
    double four = CalibratedProfile.error(Calibration.SHARES);
    double two = CalibratedProfile.error(List.of(0.0, 1.0));
    double all =
        CalibratedProfile.error(List.of(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0));
    assertThat(all).as("only other work").isEqualTo(CalibratedProfile.OTHER_WORK);
    assertThat(four).isGreaterThan(all).isLessThan(two);
    assertThat(100 * four % 1).as("whole per cents").isLessThan(1e-9);
  }

  @Test
  void processorsAloneAreNoWall() throws Exception {
    HostProfile profile =
        profile(
            Calibration.SHARES,
            Channel.joules("package-0", Scope.PROCESSOR, 0),
            Channel.joules("dram", Scope.MEMORY, 0).apart());
    assertThat(profile.scope()).isEqualTo(Scope.PROCESSOR);
  }

  @Test
  void anEstimateCalibratesNothing() {
    assertThatThrownBy(
            () -> profile(Calibration.SHARES, Channel.watts("x", Scope.WALL, 1).estimated()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("gives estimates");
  }

  @Test
  void differentThingsMakeNoProfile() {
    assertThatThrownBy(
            () ->
                profile(
                    Calibration.SHARES,
                    Channel.watts("outlet", Scope.WALL, 1),
                    Channel.watts("package", Scope.PROCESSOR, 1)))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("different things");
  }
}
