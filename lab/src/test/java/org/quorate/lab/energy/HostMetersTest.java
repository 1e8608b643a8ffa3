package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.ErrorBand;
import org.quorate.power.Reading;
import org.quorate.power.energy.GapRule;
import org.quorate.power.energy.HostEnergies;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.ReadingLog;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.energy.Window;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.PowerSettings;

class HostMetersTest {
  @TempDir Path folder;

  private ErrorBand error(PowerSettings.Meter... meters) throws Exception {
    PowerSettings settings =
        new PowerSettings(
            "server-2010",
            Duration.ofMillis(250),
            false,
            Duration.ZERO,
            Map.of("host1", List.of(meters)),
            null,
            null,
            CapKind.QUOTA);
    Host host = new Host("host1", List.of("node1"), null);
    try (HostMeters opened =
        HostMeters.open(settings, List.of(host), false, SteadyClock.started())) {
      return opened.error(energy(opened.meters()));
    }
  }

  /** 100 W of every channel for ten seconds. */
  private HostEnergy energy(List<HostMeter> meters) throws Exception {
    Instant start = Instant.parse("2026-11-22T10:00:00Z");
    Path file = folder.resolve("power.csv");
    try (ReadingLog log = ReadingLog.create(file)) {
      for (int second = -2; second <= 12; second++) {
        for (HostMeter meter : meters) {
          log.add(meter, Reading.received(0, start.plusSeconds(second), 100 + 100 * second));
        }
      }
    }
    Window window = new Window(start, start.plusSeconds(10));
    return HostEnergies.of(file, meters, window, GapRule.IMPUTE).get(0);
  }

  private PowerSettings.Meter powerJoular(String... options) throws Exception {
    Path file = folder.resolve("joular.csv");
    Files.writeString(
        file,
        """
        Date,CPU Utilization,Total Power,CPU Power,GPU Power
        2026-11-22 10:00:00,0.5,100,100,0
        2026-11-22 10:00:01,0.5,100,100,0
        """);
    Map<String, String> all = new java.util.LinkedHashMap<>(Map.of("path", file.toString()));
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    return new PowerSettings.Meter("powerjoular", all);
  }

  @Test
  void aModelThatAStudyNamesHasTheErrorsOfItsProfile() throws Exception {
    PowerSettings.Meter model = new PowerSettings.Meter("model", Map.of("profile", "server-2010"));

    assertThat(error(model)).isEqualTo(new ErrorBand(0.35, 0.2, 0.3));
  }

  @Test
  void anotherToolsEstimateHasTheErrorThatTheStudyStates() throws Exception {
    assertThat(error(powerJoular("origin", "estimated")).isKnown()).isFalse();
    assertThat(error(powerJoular("origin", "estimated", "error", "0.3")))
        .isEqualTo(ErrorBand.of(0.3));
  }

  @Test
  void aMeasuringMeterHasTheAccuracyThatTheStudyStates() throws Exception {
    assertThat(error(powerJoular())).isEqualTo(ErrorBand.NONE);
    assertThat(error(powerJoular("accuracy", "0.02"))).isEqualTo(ErrorBand.of(0.02));
  }
}
