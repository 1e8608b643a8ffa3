package org.quorate.power.redfish;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

/**
 * One {@code Sensor} of a chassis. Most sensors of power see a part: a processor, a fan, one of the
 * supplies. One is taken only if it says that it sees the chassis, or if its name says that it is
 * the total; sensors are never added up.
 */
record SensorSource(Discovery discovery) {
  private static final double JOULES_PER_KWH = 3.6e6;

  /** How many sensors are looked at; a controller may have hundreds, each worth a second. */
  private static final int LIMIT = 64;

  /** Some controllers tell hours; a meter that is read so rarely is none. */
  private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(10);

  private static final Pattern LIKELY = Pattern.compile("power|pwr|watt|energy|consum|total");
  private static final Pattern TOTAL =
      Pattern.compile("total|consum|(system|server|node|chassis|board).?(power|pwr|energy)");
  private static final Pattern PART =
      Pattern.compile("cpu|gpu|processor|dimm|mem|fan|disk|drive|psu?[^a-z]|supply|pcie|nic|soc");

  Optional<Discovery.Found> look(RedfishUse use, Discovery.Chassis chassis)
      throws MeterException, InterruptedException {
    Optional<String> wanted = discovery.setting("sensor");
    List<Sensor> known = new ArrayList<>();
    for (URI address : addresses(chassis, wanted)) {
      JsonNode document = discovery.fetch(address);
      Sensor sensor = new Sensor(Discovery.lastSegment(address), address, document);
      if (sensor.isOfType(type(use)) && !Double.isNaN(reading(use, sensor).in(document))) {
        known.add(sensor);
      }
    }
    List<Sensor> whole = wanted.isPresent() ? known : whole(known);
    if (whole.size() == 1) {
      Sensor sensor = whole.get(0);
      return Optional.of(
          new Discovery.Found(
              "sensor " + sensor.name() + " of " + chassis.name(),
              List.of(reading(use, sensor)),
              sensor.refreshed()));
    }
    if (!known.isEmpty()) {
      List<String> names = known.stream().map(Sensor::name).limit(12).toList();
      discovery.refuse(
          "no sensor of "
              + chassis.name()
              + " says that it sees all of it; choose with sensor=… out of "
              + String.join(", ", names));
    }
    return Optional.empty();
  }

  private static List<Sensor> whole(List<Sensor> known) {
    List<Sensor> whole = known.stream().filter(Sensor::seesTheChassis).toList();
    if (whole.size() == 1) {
      return whole;
    }
    return known.stream()
        .filter(sensor -> sensor.seesTheChassis() || sensor.saysNoContext())
        .filter(Sensor::isCalledTotal)
        .toList();
  }

  private List<URI> addresses(Discovery.Chassis chassis, Optional<String> wanted)
      throws MeterException, InterruptedException {
    List<URI> all =
        new ArrayList<>(discovery.members(chassis.address(), chassis.document().path("Sensors")));
    if (wanted.isPresent()) {
      return all.stream()
          .filter(address -> Discovery.lastSegment(address).equals(wanted.get()))
          .toList();
    }
    all.sort(
        Comparator.comparing(
            address -> !LIKELY.matcher(lower(Discovery.lastSegment(address))).find()));
    return all.subList(0, Math.min(LIMIT, all.size()));
  }

  private static String type(RedfishUse use) {
    return switch (use) {
      case SENSOR_POWER -> "Power";
      case SENSOR_JOULES -> "EnergyJoules";
      case SENSOR_KWH -> "EnergykWh";
      default -> throw new IllegalArgumentException(use + " is no sensor.");
    };
  }

  private static RedfishReading reading(RedfishUse use, Sensor sensor) {
    return new RedfishReading(
        use == RedfishUse.SENSOR_POWER
            ? Channel.watts(sensor.name(), Scope.HOST, 0)
            : Channel.joules(sensor.name(), Scope.HOST, 0),
        sensor.address(),
        JsonPointer.compile("/Reading"),
        use == RedfishUse.SENSOR_KWH ? JOULES_PER_KWH : 1,
        false);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private record Sensor(String name, URI address, JsonNode document) {
    boolean isOfType(String type) {
      return document.path("ReadingType").asText().equals(type);
    }

    boolean seesTheChassis() {
      String context = document.path("PhysicalContext").asText();
      return context.equals("Chassis") || context.equals("SystemBoard");
    }

    boolean isCalledTotal() {
      String text = lower(name + " " + document.path("Name").asText());
      return TOTAL.matcher(text).find() && !PART.matcher(text).find();
    }

    boolean saysNoContext() {
      return document.path("PhysicalContext").asText().isEmpty();
    }

    Duration refreshed() {
      try {
        Duration told = Duration.parse(document.path("SensingInterval").asText());
        return told.compareTo(LONGEST_INTERVAL) > 0 ? LONGEST_INTERVAL : told;
      } catch (DateTimeException notTold) {
        return Duration.ZERO;
      }
    }
  }
}
