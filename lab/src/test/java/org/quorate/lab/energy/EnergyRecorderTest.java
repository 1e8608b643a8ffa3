package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.MeterException;
import org.quorate.power.energy.SteadyClock;
import org.quorate.study.backend.UnknownEnergyException;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.EnergyResult;

class EnergyRecorderTest {
  @TempDir Path folder;

  private HostMeters meters() throws Exception {
    Path file = folder.resolve("joular.csv");
    PowerSettings.Meter meter =
        new PowerSettings.Meter("powerjoular", Map.of("path", file.toString(), "period", "50ms"));
    PowerSettings settings =
        new PowerSettings(
            "server-2010",
            Duration.ofMillis(250),
            false,
            Duration.ZERO,
            Map.of("host1", List.of(meter)),
            null,
            null,
            CapKind.QUOTA);
    Host host = new Host("host1", List.of("node1"), null);
    return HostMeters.open(settings, List.of(host), false, SteadyClock.started());
  }

  @Test
  void aMeterThatFellSilentLeavesTheEnergyOfARunUnknown() throws Exception {
    Files.writeString(
        folder.resolve("joular.csv"),
        """
        Date,CPU Utilization,Total Power,CPU Power,GPU Power
        2026-11-22 10:00:00,0.5,100,100,0
        2026-11-22 10:00:01,0.5,100,100,0
        """);
    try (HostMeters meters = meters();
        EnergyRecorder recorder = EnergyRecorder.start(meters, folder)) {
      long from = System.nanoTime();

      assertThatThrownBy(() -> recorder.end(from, from + 200_000_000, null))
          .isInstanceOf(UnknownEnergyException.class)
          .hasMessageContaining("The energy of host1 is not known");
    }
    assertThat(folder.resolve("power.csv")).as("what was said is kept").isNotEmptyFile();
  }

  @Test
  void whatCameAfterARunIsAddedUpByItself() throws Exception {
    PowerSettings settings =
        new PowerSettings(
            "server-2010",
            Duration.ofMillis(50),
            false,
            Duration.ZERO,
            Map.of(
                "host1",
                List.of(
                    new PowerSettings.Meter(
                        "model", Map.of("profile", "server-2010", "period", "100ms")))),
            null,
            null,
            CapKind.QUOTA);
    Host host = new Host("host1", List.of("node1"), null);
    SteadyClock clock = SteadyClock.started();
    try (HostMeters meters = HostMeters.open(settings, List.of(host), false, clock);
        EnergyRecorder recorder = EnergyRecorder.start(meters, folder)) {
      long from = System.nanoTime();
      long to = from + 500_000_000;
      EnergyResult energy =
          recorder.end(from, to, new EnergyRecorder.Settled(to + 600_000_000, "something"));

      AfterResult after = Objects.requireNonNull(energy.after());
      assertThat(energy.seconds()).isCloseTo(0.5, within(1e-6));
      assertThat(after.energy().seconds()).isCloseTo(0.6, within(1e-6));
      assertThat(after.energy().from()).isEqualTo(energy.to());
      assertThat(after.left()).isEqualTo("something");
      assertThat(energy.joules())
          .isCloseTo(
              energy.hosts().get(0).joules() + after.energy().hosts().get(0).joules(),
              within(1e-9));
      assertThat(after.energy().joules()).isPositive();
    }
  }

  @Test
  void aMeterThatIsNotThereIsNoSuchCase() {
    assertThatThrownBy(this::meters).isInstanceOf(MeterException.class);
  }
}
