package org.quorate.power.redfish;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

/**
 * The power supplies of a chassis, one channel each. What they take in is preferred, since that is
 * paid for; what they give out is taken only where none tells the former. All that are in use must
 * tell it: a sum that lacks one would look like a saving. One of a redundant pair may be at zero.
 */
record SupplySource(Discovery discovery) {
  private static final Set<String> NOT_IN_USE =
      Set.of("Absent", "Disabled", "UnavailableOffline", "StandbyOffline");

  Optional<Discovery.Found> look(Discovery.Chassis chassis)
      throws MeterException, InterruptedException {
    Optional<URI> subsystem =
        discovery.link(chassis.address(), chassis.document().path("PowerSubsystem"));
    if (subsystem.isEmpty()) {
      return Optional.empty();
    }
    JsonNode supplies = discovery.fetch(subsystem.get()).path("PowerSupplies");
    List<URI> members = discovery.members(subsystem.get(), supplies);
    Optional<List<RedfishReading>> input = readings(members, true);
    Optional<List<RedfishReading>> readings = input.isPresent() ? input : readings(members, false);
    if (readings.isEmpty() && !members.isEmpty()) {
      discovery.refuse("not all power supplies of " + chassis.name() + " tell their power");
    }
    return readings.map(
        list -> new Discovery.Found("supplies of " + chassis.name(), list, Duration.ZERO));
  }

  /** One reading per supply; empty where one in use has none, or all are at zero. */
  private Optional<List<RedfishReading>> readings(List<URI> members, boolean input)
      throws MeterException, InterruptedException {
    List<RedfishReading> readings = new ArrayList<>();
    double sum = 0;
    for (URI member : members) {
      JsonNode supply = discovery.fetch(member);
      Optional<RedfishReading> reading = reading(member, supply, input);
      if (reading.isPresent()) {
        sum += reading.get().in(discovery.fetch(reading.get().resource()));
        readings.add(reading.get());
      } else if (!NOT_IN_USE.contains(supply.path("Status").path("State").asText())) {
        return Optional.empty();
      }
    }
    return sum > 0 ? Optional.of(List.copyOf(readings)) : Optional.empty();
  }

  private Optional<RedfishReading> reading(URI member, JsonNode supply, boolean input)
      throws MeterException, InterruptedException {
    String name = Discovery.lastSegment(member);
    Channel channel =
        Channel.watts(name, input ? Scope.WALL : Scope.SUPPLY_OUTPUT, 0).possiblyZero();
    Map<URI, String> places = new LinkedHashMap<>();
    Optional<URI> metrics = discovery.link(member, supply.path("Metrics"));
    metrics.ifPresent(
        address ->
            places.put(address, input ? "/InputPowerWatts/Reading" : "/OutputPowerWatts/Reading"));
    places.put(member, input ? "/PowerInputWatts" : "/PowerOutputWatts");
    for (Map.Entry<URI, String> place : places.entrySet()) {
      RedfishReading reading =
          new RedfishReading(
              channel, place.getKey(), JsonPointer.compile(place.getValue()), 1, true);
      if (!Double.isNaN(reading.in(discovery.fetch(place.getKey())))) {
        return Optional.of(reading);
      }
    }
    return Optional.empty();
  }
}
