package org.quorate.power.redfish;

import java.util.Arrays;
import java.util.Optional;

/** Where a controller may tell power or energy, in the order in which it is looked for. */
enum RedfishUse {
  /** {@code EnvironmentMetrics} of a chassis, {@code PowerWatts}. */
  ENVIRONMENT_POWER("environment-power"),
  /** {@code EnvironmentMetrics}, {@code EnergyJoules}. */
  ENVIRONMENT_JOULES("environment-joules"),
  /** {@code EnvironmentMetrics}, {@code EnergykWh}. */
  ENVIRONMENT_KWH("environment-kwh"),
  /** A {@code Sensor} of the type {@code Power} that sees the whole chassis. */
  SENSOR_POWER("sensor-power"),
  /** A {@code Sensor} of the type {@code EnergyJoules} that sees the whole chassis. */
  SENSOR_JOULES("sensor-joules"),
  /** A {@code Sensor} of the type {@code EnergykWh} that sees the whole chassis. */
  SENSOR_KWH("sensor-kwh"),
  /** What all power supplies of {@code PowerSubsystem} take in. */
  SUPPLIES("supplies"),
  /** The server's {@code PowerControl} in the older resource {@code Power}. */
  POWER_CONTROL("power-control");

  private final String option;

  RedfishUse(String option) {
    this.option = option;
  }

  /** What the option {@code use} calls it. */
  String option() {
    return option;
  }

  static Optional<RedfishUse> named(String option) {
    return Arrays.stream(values()).filter(use -> use.option.equals(option)).findFirst();
  }
}
