package org.quorate.power.ipmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;

/** The real ipmitool against a controller that answers DCMI on the wire. */
class IpmiWireTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String PASSWORD = "s3cret of 18 chars";

  private final BmcCommands commands = new BmcCommands();
  private FakeBmc controller;

  @BeforeAll
  static void requireIpmitool() {
    InstalledIpmitool.require();
  }

  @BeforeEach
  void start() throws Exception {
    controller = new FakeBmc(commands, "operator", PASSWORD);
  }

  @AfterEach
  void stop() {
    if (controller != null) {
      controller.close();
    }
  }

  @Test
  void wattsComeOverTheWire() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 187));
      commands.setWatts(211);
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 211));
    }
    await().until(() -> controller.openSessions() == 0);
  }

  @Test
  void zeroWattsAreAFailedReading() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      commands.setWatts(0);
      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("0 W, which no running host draws");
    }
  }

  @Test
  void aSensorStandsInWhereThereIsNoDcmi() throws Exception {
    commands.removeDcmi();
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("Invalid command")
        .hasMessageContaining("sensor=… out of " + BmcCommands.SENSOR);
    try (PowerMeter meter = open(Map.of("sensor", BmcCommands.SENSOR))) {
      commands.setWatts(98);
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 98));
      commands.setWatts(0);
      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("say 0 W");
    }
  }

  @Test
  void aWrongPasswordIsRefused() {
    assertThatThrownBy(() -> open(Map.of("credentials", "wrong")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("ipmitool printed no power reading")
        .hasMessageNotContaining("incorrect");
  }

  @Test
  void aControllerThatIsGoneIsAFailedReading() throws Exception {
    try (PowerMeter meter = open(Map.of())) {
      controller.close();
      assertThatThrownBy(meter::read).isInstanceOf(MeterException.class);
    }
  }

  private PowerMeter open(Map<String, String> more) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("address", "127.0.0.1");
    options.put("port", Integer.toString(controller.port()));
    options.put("credentials", "bmc");
    options.putAll(more);
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("QUORATE_BMC_HOST", "127.0.0.1");
    environment.put("QUORATE_WRONG_HOST", "127.0.0.1");
    environment.put("QUORATE_BMC_USER", "operator");
    environment.put("QUORATE_BMC_PASSWORD", PASSWORD);
    environment.put("QUORATE_WRONG_USER", "operator");
    environment.put("QUORATE_WRONG_PASSWORD", "incorrect");
    return new Ipmi(environment, InstantSource.fixed(NOW)).open(new MeterSettings("ipmi", options));
  }
}
