package org.quorate.power.ipmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What controllers without DCMI print. */
class SensorTableTest {
  @Test
  void linesOfTheSensorRepository() {
    String text =
        """
        Fan1 RPM         | 30h | ok  |  7.1 | 3600 RPM
        Pwr Consumption  | 77h | ok  |  7.1 | 98 Watts
        System Level     | 98h | ok  |  7.1 | 105 Watts
        PS1 Power In     | 52h | ok  | 10.1 | 132 Watts
        PS2 Power In     | 53h | ns  | 10.2 | No Reading
        PS1_Status       | E6h | ok  | 10.1 | Presence detected
        Current 1        | 6Ah | ok  | 10.1 | 0.40 Amps
        """;
    assertThat(SensorTable.watts(text))
        .isEqualTo(Map.of("Pwr Consumption", 98.0, "System Level", 105.0, "PS1 Power In", 132.0));
  }

  @Test
  void linesOfTheListOfThresholds() {
    String text =
        """
        P_V12S           | 11.895     | Volts      | ok    | na        | 10.270    | na
        SYS_POWER        | 175.000    | Watts      | ok    | na        | na        | na
        PSU2_POWER       | na         | Watts      | na    | na        | na        | na
        """;
    assertThat(SensorTable.watts(text))
        .isEqualTo(Map.of("SYS_POWER", 175.0, "PSU2_POWER", Double.NaN));
  }

  @Test
  void linesOfSingleReadings() {
    assertThat(SensorTable.readings("Pwr Consumption  | 98\nPSU2_POWER       | na\n"))
        .isEqualTo(Map.of("Pwr Consumption", 98.0, "PSU2_POWER", Double.NaN));
  }

  @Test
  void otherTextHasNoSensors() {
    assertThat(SensorTable.watts("Error: Unable to establish LAN session\n")).isEmpty();
    assertThat(SensorTable.readings("Unable to find sensor id 'x'\n")).isEmpty();
  }
}
