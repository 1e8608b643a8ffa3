package org.quorate.power.redfish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.http.FakeWeb;
import org.quorate.power.http.ServerKeys;

/** Against a controller that speaks Redfish over TLS with a self-signed certificate. */
class RedfishMeterTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir static Path directory;
  private static ServerKeys keys;

  private final FakeController controller = new FakeController();
  private FakeWeb web;

  @BeforeAll
  static void createKeys() throws Exception {
    keys = ServerKeys.create(directory);
  }

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.secure(keys.context(), controller::answer);
  }

  @AfterEach
  void stop() {
    web.close();
  }

  @Test
  void environmentMetricsComeFirstAndTheirEnergyIsShownApart() throws Exception {
    controller
        .collection("/redfish/v1/Chassis", "1U")
        .chassis("1U", "EnvironmentMetrics", "Power")
        .put(
            "/redfish/v1/Chassis/1U/EnvironmentMetrics",
            """
            {"PowerWatts": {"Reading": 374}, "EnergyJoules": {"Reading": 5000.5},
             "EnergykWh": {"Reading": 2}}
            """)
        .put("/redfish/v1/Chassis/1U/Power", "{\"PowerControl\": [{\"PowerConsumedWatts\": 344}]}");
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels())
          .extracting(Channel::quantity, Channel::counted, Channel::scope)
          .containsExactly(
              tuple(Quantity.POWER, true, Scope.HOST),
              tuple(Quantity.ENERGY, false, Scope.HOST),
              tuple(Quantity.ENERGY, false, Scope.HOST));
      assertThat(values(meter)).containsExactly(374.0, 5000.5, 7.2e6);
    }
  }

  @Test
  void readingFetchesTheChosenResourceAlone() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      web.requests().clear();
      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 374));
      assertThat(web.requests())
          .extracting(FakeWeb.Request::path)
          .containsExactly("/redfish/v1/Chassis/1U/EnvironmentMetrics");
    }
  }

  @Test
  void aNullReadingIsMissing() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      environment("{\"PowerWatts\": {\"Reading\": null}}");
      assertThat(values(meter)).containsExactly(Double.NaN);
      environment("{\"PowerWatts\": {\"Reading\": 0}}");
      assertThat(values(meter)).containsExactly(Double.NaN);
      environment("{\"PowerWatts\": {\"Reading\": 380}}");
      assertThat(values(meter)).containsExactly(380.0);
    }
  }

  @Test
  void anEnergyCounterCanBeForced() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}, \"EnergykWh\": {\"Reading\": 0.5}}");
    try (PowerMeter meter = open(Map.of("use", "environment-kwh"))) {
      assertThat(meter.channels().get(0).quantity()).isEqualTo(Quantity.ENERGY);
      assertThat(meter.channels().get(0).counted()).isTrue();
      assertThat(values(meter)).containsExactly(1.8e6, 374.0);
    }
  }

  @Test
  void theSensorOfTheWholeChassisIsTakenWithItsOwnTime() throws Exception {
    sensors(
        Map.of(
            "CPU1Power",
                "{\"ReadingType\": \"Power\", \"PhysicalContext\": \"CPU\", \"Reading\": 65}",
            "FanPower",
                "{\"ReadingType\": \"Power\", \"PhysicalContext\": \"Fan\", \"Reading\": 9}",
            "CPU1Temp",
                "{\"ReadingType\": \"Temperature\", \"PhysicalContext\": \"Chassis\", \"Reading\": 41}",
            "TotalPower",
                """
                {"ReadingType": "Power", "PhysicalContext": "Chassis", "Reading": 374.5,
                 "ReadingUnits": "W", "SensingInterval": "PT5S",
                 "ReadingTime": "2026-01-02T04:04:01+01:00"}
                """));
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.period()).isEqualTo(Duration.ofSeconds(5));
      assertThat(meter.read())
          .containsExactly(new Reading(0, Instant.parse("2026-01-02T03:04:01Z"), NOW, 374.5));
    }
  }

  @Test
  void aSensorThatTellsOfHoursIsReadEveryTenSecondsAllTheSame() throws Exception {
    sensors(
        Map.of(
            "TotalPower",
            """
            {"ReadingType": "Power", "PhysicalContext": "Chassis", "Reading": 374.5,
             "SensingInterval": "PT1H"}
            """));
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.period()).isEqualTo(Duration.ofSeconds(10));
    }
  }

  @Test
  void aPartOfTheHostIsNotTakenForTheWhole() {
    sensors(
        Map.of(
            "CPU1Power", "{\"ReadingType\": \"Power\", \"Reading\": 65}",
            "CPU2Power", "{\"ReadingType\": \"Power\", \"Reading\": 61}"));
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("choose with sensor=")
        .hasMessageContaining("CPU1Power");
  }

  @Test
  void aSensorCanBeChosen() throws Exception {
    sensors(
        Map.of(
            "In1", "{\"ReadingType\": \"Power\", \"Reading\": 65}",
            "In2", "{\"ReadingType\": \"Power\", \"Reading\": 61}"));
    try (PowerMeter meter = open(Map.of("sensor", "In2"))) {
      assertThat(values(meter)).containsExactly(61.0);
    }
  }

  @Test
  void suppliesAddUpByWhatTheyTakeInAndAnIdleOneIsAtZero() throws Exception {
    supplies(
        "{\"InputPowerWatts\": {\"Reading\": 268}, \"OutputPowerWatts\": {\"Reading\": 245}}",
        "{\"InputPowerWatts\": {\"Reading\": 0}, \"OutputPowerWatts\": {\"Reading\": 0}}",
        "Enabled");
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels()).extracting(Channel::name).containsExactly("PS1", "PS2");
      assertThat(meter.channels()).extracting(Channel::scope).containsOnly(Scope.WALL);
      assertThat(meter.channels()).as("one in standby").allMatch(Channel::mayBeZero);
      assertThat(meter.channels()).allMatch(Channel::counted);
      assertThat(values(meter)).containsExactly(268.0, 0.0);
      controller.put(
          "/redfish/v1/Chassis/1U/PowerSubsystem/PowerSupplies/PS1/Metrics",
          "{\"InputPowerWatts\": {\"Reading\": 0}}");
      assertThat(values(meter)).containsExactly(Double.NaN, Double.NaN);
    }
  }

  @Test
  void aSupplyThatTellsNothingMakesTheSumWorthless() {
    supplies(
        "{\"InputPowerWatts\": {\"Reading\": 268}}",
        "{\"InputPowerWatts\": {\"Reading\": null}}",
        "Enabled");
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("not all power supplies of 1U tell their power");
  }

  @Test
  void aSupplyThatIsNotThereIsLeftOut() throws Exception {
    supplies(
        "{\"InputPowerWatts\": {\"Reading\": 268}}",
        "{\"InputPowerWatts\": {\"Reading\": null}}",
        "Absent");
    try (PowerMeter meter = open(Map.of())) {
      assertThat(values(meter)).containsExactly(268.0);
    }
  }

  @Test
  void ofServerAndChassisControlTheServersIsTakenAlone() throws Exception {
    legacy(
        """
        {"PowerControl": [
          {"Name": "Chassis Power Control", "PowerConsumedWatts": 45,
           "RelatedItem": [{"@odata.id": "/redfish/v1/Chassis/1U"}]},
          {"Name": "Server Power Control", "PowerConsumedWatts": 344,
           "PowerMetrics": {"AverageConsumedWatts": 319, "IntervalInMin": 30},
           "RelatedItem": [{"@odata.id": "/redfish/v1/Systems/437XR1138R2"}]}]}
        """);
    try (PowerMeter meter = open(Map.of())) {
      assertThat(values(meter)).containsExactly(344.0);
      assertThat(meter.name()).contains("Server Power Control of 1U");
    }
  }

  @Test
  void theMeanOfManyMinutesIsNoReading() {
    legacy(
        """
        {"PowerControl": [{"PowerConsumedWatts": null,
          "PowerMetrics": {"AverageConsumedWatts": 319, "IntervalInMin": 30}}]}
        """);
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("has no watts now");
  }

  @Test
  void controlsThatCannotBeToldApartAreRefusedUntilOneIsChosen() throws Exception {
    legacy(
        """
        {"PowerControl": [{"Name": "A", "PowerConsumedWatts": 1},
                          {"Name": "B", "PowerConsumedWatts": 2}]}
        """);
    assertThatThrownBy(() -> open(Map.of())).hasMessageContaining("choose with control=… out of A");
    try (PowerMeter meter = open(Map.of("control", "B"))) {
      assertThat(values(meter)).containsExactly(2.0);
    }
  }

  @Test
  void twoChassisAreNotAddedUp() throws Exception {
    controller
        .collection("/redfish/v1/Chassis", "Node", "Enclosure")
        .chassis("Node", "EnvironmentMetrics")
        .chassis("Enclosure", "EnvironmentMetrics")
        .put("/redfish/v1/Chassis/Node/EnvironmentMetrics", "{\"PowerWatts\": {\"Reading\": 200}}")
        .put(
            "/redfish/v1/Chassis/Enclosure/EnvironmentMetrics",
            "{\"PowerWatts\": {\"Reading\": 900}}");
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("Node, Enclosure")
        .hasMessageContaining("chassis=");
    assertThat(controller.openSessions()).isZero();
    try (PowerMeter meter = open(Map.of("chassis", "Node"))) {
      assertThat(values(meter)).containsExactly(200.0);
    }
  }

  @Test
  void theSessionIsEndedWithTheMeter() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      meter.read();
      assertThat(controller.openSessions()).isEqualTo(1);
      assertThat(controller.logins()).isEqualTo(1);
    }
    assertThat(controller.openSessions()).isZero();
    assertThat(web.requests()).noneMatch(request -> request.headers().containsKey("authorization"));
  }

  @Test
  void aSessionThatRanOutIsRenewed() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      controller.forgetSessions();
      assertThat(values(meter)).containsExactly(374.0);
      assertThat(controller.logins()).isEqualTo(2);
    }
    assertThat(controller.openSessions()).isZero();
  }

  @Test
  void aSessionIsRenewedEvenWhenThatFailedOnce() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      controller.forgetSessions();
      controller.failLogins(401);
      assertThatThrownBy(meter::read).isInstanceOf(MeterException.class);
      controller.failLogins(0);
      assertThat(values(meter)).containsExactly(374.0);
    }
    assertThat(controller.openSessions()).isZero();
  }

  @Test
  void whereThereAreNoSessionsEveryRequestCarriesTheLogin() throws Exception {
    controller.withoutSessions();
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      assertThat(values(meter)).containsExactly(374.0);
    }
  }

  @Test
  void aWrongPasswordIsTriedOnce() {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    assertThatThrownBy(() -> open(Map.of("credentials", "wrong", "insecure-certificate", "true")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("refuses the login")
        .hasMessageNotContaining("incorrect");
    assertThat(web.requests()).hasSize(2);
  }

  @Test
  void noSecretIsInTheNameOfTheMeter() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.name())
          .isEqualTo("redfish " + web.authority() + " (certificate not checked) PowerWatts of 1U");
    }
  }

  @Test
  void aControllerThatGoesAwayIsAFailedReadingAndNoZero() throws Exception {
    environment("{\"PowerWatts\": {\"Reading\": 374}}");
    try (PowerMeter meter = open(Map.of("timeout", "5s"))) {
      web.close();
      assertThatThrownBy(meter::read).isInstanceOf(MeterException.class);
    }
  }

  @Test
  void misspeltOptionsAreRefused() {
    assertThatThrownBy(() -> open(Map.of("chasis", "1")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("chasis");
    assertThatThrownBy(() -> open(Map.of("use", "sensors")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("power-control");
  }

  private void environment(String json) {
    controller
        .collection("/redfish/v1/Chassis", "1U")
        .chassis("1U", "EnvironmentMetrics")
        .put("/redfish/v1/Chassis/1U/EnvironmentMetrics", json);
  }

  private void sensors(Map<String, String> sensors) {
    controller
        .collection("/redfish/v1/Chassis", "1U")
        .chassis("1U", "Sensors")
        .collection(
            "/redfish/v1/Chassis/1U/Sensors",
            sensors.keySet().stream().sorted().toArray(String[]::new));
    sensors.forEach((name, json) -> controller.put("/redfish/v1/Chassis/1U/Sensors/" + name, json));
  }

  private void supplies(String first, String second, String secondsState) {
    String path = "/redfish/v1/Chassis/1U/PowerSubsystem/PowerSupplies";
    controller
        .collection("/redfish/v1/Chassis", "1U")
        .chassis("1U", "PowerSubsystem")
        .put(
            "/redfish/v1/Chassis/1U/PowerSubsystem",
            "{\"PowerSupplies\": {\"@odata.id\": \"" + path + "\"}}")
        .collection(path, "PS1", "PS2")
        .put(path + "/PS1", supply(path + "/PS1", "Enabled"))
        .put(path + "/PS1/Metrics", first)
        .put(path + "/PS2", supply(path + "/PS2", secondsState))
        .put(path + "/PS2/Metrics", second);
  }

  private static String supply(String path, String state) {
    return "{\"Status\": {\"State\": \"%s\"}, \"Metrics\": {\"@odata.id\": \"%s/Metrics\"}}"
        .formatted(state, path);
  }

  private void legacy(String json) {
    controller
        .collection("/redfish/v1/Chassis", "1U")
        .chassis("1U", "Power")
        .put("/redfish/v1/Chassis/1U/Power", json);
  }

  private PowerMeter open(Map<String, String> more) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("address", web.authority());
    options.put("credentials", "bmc");
    options.put("insecure-certificate", "true");
    options.putAll(more);
    Map<String, String> environment =
        Map.of(
            "QUORATE_BMC_HOST",
            "localhost, 127.0.0.1",
            "QUORATE_WRONG_HOST",
            "localhost, 127.0.0.1",
            "QUORATE_BMC_USER",
            FakeController.USER,
            "QUORATE_BMC_PASSWORD",
            FakeController.PASSWORD,
            "QUORATE_WRONG_USER",
            FakeController.USER,
            "QUORATE_WRONG_PASSWORD",
            "incorrect");
    return new Redfish(environment, InstantSource.fixed(NOW))
        .open(new MeterSettings("redfish", options));
  }

  private static List<Double> values(PowerMeter meter) throws Exception {
    return meter.read().stream().map(Reading::value).toList();
  }
}
