package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.power.file.MeterFile.CLOCK;
import static org.quorate.power.file.MeterFile.NOW;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

final class PowerJoularTest {
  @TempDir Path folder;
  private final PowerJoular kind = new PowerJoular(CLOCK);
  private MeterFile file;

  @BeforeEach
  void makeFile() {
    file = new MeterFile(folder.resolve("powerjoular.csv"));
  }

  @Test
  void theProcessorsPowerIsMeasured() throws Exception {
    file.append("Date,CPU Utilization,Total Power,CPU Power,GPU Power\n")
        .append("2025-02-14 14:30:00,0.12000000000000,12.50000000000000,7.45000000000000,")
        .append("5.05000000000000\n");

    try (PowerMeter meter = file.open(kind, "time-zone=Europe/Paris")) {
      assertThat(meter.read())
          .containsExactly(new Reading(0, Instant.parse("2025-02-14T13:30:00Z"), NOW, 7.45));
      Channel channel = meter.channels().get(0);
      assertThat(channel.scope()).isEqualTo(Scope.PROCESSOR);
      assertThat(channel.origin()).isEqualTo(Origin.MEASURED);
      assertThat(channel.stamp()).isEqualTo(Stamp.END);
    }
  }

  @Test
  void aProcessesShareIsAlwaysAnEstimate() throws Exception {
    file.append("Date,CPU Utilization,CPU Power\n")
        .append(" 2025- 2- 14  14: 30: 0. 45,0.12000000000000,7.45000000000000\n");

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.read())
          .containsExactly(new Reading(0, Instant.parse("2025-02-14T14:30:00.045Z"), NOW, 7.45));
      Channel channel = meter.channels().get(0);
      assertThat(channel.scope()).isEqualTo(Scope.PROCESSES);
      assertThat(channel.origin()).isEqualTo(Origin.ESTIMATED);
    }
  }

  @Test
  void aModelOfAWholeMachineMustBeSaidToBeOne() throws Exception {
    file.append("Date,CPU Utilization,Total Power,CPU Power,GPU Power\n");

    try (PowerMeter meter = file.open(kind, "origin=estimated")) {
      assertThat(meter.channels().get(0).origin()).isEqualTo(Origin.ESTIMATED);
    }
  }

  @Test
  void aFileOfAnotherProgramIsRefused() {
    file.append("Delta,Time\n");
    assertThatThrownBy(() -> file.open(kind))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("is no table of PowerJoular");
  }
}
