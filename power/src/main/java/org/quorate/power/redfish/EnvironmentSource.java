package org.quorate.power.redfish;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

/**
 * {@code EnvironmentMetrics} of a chassis: power, and often an energy counter beside it. One of
 * them counts; the others come with the same answer and are shown apart.
 */
record EnvironmentSource(Discovery discovery) {
  private static final double JOULES_PER_KWH = 3.6e6;

  Optional<Discovery.Found> look(RedfishUse use, Discovery.Chassis chassis)
      throws MeterException, InterruptedException {
    Optional<URI> address =
        discovery.link(chassis.address(), chassis.document().path("EnvironmentMetrics"));
    if (address.isEmpty()) {
      return Optional.empty();
    }
    JsonNode metrics = discovery.fetch(address.get());
    RedfishReading counted = reading(use, chassis, address.get());
    if (Double.isNaN(counted.in(metrics))) {
      if (metrics.isObject()) {
        discovery.refuse(
            "EnvironmentMetrics of " + chassis.name() + " has no " + property(use) + " now");
      }
      return Optional.empty();
    }
    List<RedfishReading> readings = new ArrayList<>();
    readings.add(counted);
    for (RedfishUse other :
        List.of(
            RedfishUse.ENVIRONMENT_POWER,
            RedfishUse.ENVIRONMENT_JOULES,
            RedfishUse.ENVIRONMENT_KWH)) {
      RedfishReading beside = reading(other, chassis, address.get());
      if (other != use && !Double.isNaN(beside.in(metrics))) {
        readings.add(
            new RedfishReading(
                beside.channel().apart(),
                beside.resource(),
                beside.value(),
                beside.scale(),
                beside.mayBeZero()));
      }
    }
    return Optional.of(
        new Discovery.Found(
            property(use) + " of " + chassis.name(), List.copyOf(readings), Duration.ZERO));
  }

  private static RedfishReading reading(RedfishUse use, Discovery.Chassis chassis, URI address) {
    String property = property(use);
    String name = chassis.name() + " " + property;
    return new RedfishReading(
        use == RedfishUse.ENVIRONMENT_POWER
            ? Channel.watts(name, Scope.HOST, 0)
            : Channel.joules(name, Scope.HOST, 0),
        address,
        JsonPointer.compile("/" + property + "/Reading"),
        use == RedfishUse.ENVIRONMENT_KWH ? JOULES_PER_KWH : 1,
        false);
  }

  private static String property(RedfishUse use) {
    return switch (use) {
      case ENVIRONMENT_POWER -> "PowerWatts";
      case ENVIRONMENT_JOULES -> "EnergyJoules";
      case ENVIRONMENT_KWH -> "EnergykWh";
      default -> throw new IllegalArgumentException(use + " is not of the environment.");
    };
  }
}
