package org.quorate.power.ipmi;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

/** DCMI's power reading, or named sensors where there is none; a process per reading. */
final class IpmiMeter implements PowerMeter {
  private final String name;
  private final Ipmitool ipmitool;
  private final List<String> sensors;
  private final List<Channel> channels;
  private final Duration period;
  private final InstantSource clock;

  /**
   * @param sensors names of sensors of watts; empty for DCMI's reading
   * @param scope what the sensors see
   */
  IpmiMeter(
      String name,
      Ipmitool ipmitool,
      List<String> sensors,
      Scope scope,
      Duration period,
      InstantSource clock) {
    this.name = name;
    this.ipmitool = ipmitool;
    this.sensors = List.copyOf(sensors);
    this.channels =
        sensors.isEmpty()
            ? List.of(Channel.watts("dcmi", Scope.HOST, 1))
            : sensors.stream().map(sensor -> Channel.watts(sensor, scope, 0)).toList();
    this.period = period;
    this.clock = clock;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Channel> channels() {
    return channels;
  }

  @Override
  public Duration period() {
    return period;
  }

  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    if (sensors.isEmpty()) {
      String text = ipmitool.run("dcmi", "power", "reading").text();
      Instant now = clock.instant();
      return List.of(Reading.received(0, now, DcmiAnswer.parse(text).watts()));
    }
    List<String> question = new ArrayList<>(List.of("sensor", "reading"));
    question.addAll(sensors);
    String text = ipmitool.run(question.toArray(String[]::new)).text();
    Map<String, Double> watts = SensorTable.readings(text);
    if (watts.keySet().stream().noneMatch(sensors::contains)) {
      throw new MeterException(
          "ipmitool printed no reading of " + sensors + ": " + Ipmitool.firstLine(text) + ".");
    }
    if (watts.values().stream().mapToDouble(Double::doubleValue).sum() == 0) {
      throw new MeterException(
          "The sensors "
              + String.join(", ", sensors)
              + " say 0 W, which no running host draws; they do not work.");
    }
    Instant now = clock.instant();
    List<Reading> readings = new ArrayList<>();
    for (String sensor : sensors) {
      readings.add(Reading.received(readings.size(), now, watts.getOrDefault(sensor, Double.NaN)));
    }
    return readings;
  }

  @Override
  public void close() {}
}
