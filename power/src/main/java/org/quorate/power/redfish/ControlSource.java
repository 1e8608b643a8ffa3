package org.quorate.power.redfish;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

/**
 * The older resource {@code Power}, which controllers without {@code PowerSubsystem} have. Its
 * controls may be one for the server and one for the chassis around it, of which the server's is
 * taken alone. {@code PowerConsumedWatts} is now; {@code AverageConsumedWatts}, a mean over up to
 * half an hour, is never read.
 */
record ControlSource(Discovery discovery) {
  Optional<Discovery.Found> look(Discovery.Chassis chassis)
      throws MeterException, InterruptedException {
    Optional<URI> address = discovery.link(chassis.address(), chassis.document().path("Power"));
    if (address.isEmpty()) {
      return Optional.empty();
    }
    JsonNode power = discovery.fetch(address.get());
    List<Control> controls = new ArrayList<>();
    for (JsonNode document : power.path("PowerControl")) {
      controls.add(new Control(controls.size(), document));
    }
    if (controls.isEmpty()) {
      return Optional.empty();
    }
    Optional<Control> chosen = choose(controls);
    if (chosen.isEmpty()) {
      discovery.refuse(
          "Power of "
              + chassis.name()
              + " has several controls; choose with control=… out of "
              + String.join(", ", controls.stream().map(Control::name).toList()));
      return Optional.empty();
    }
    Control control = chosen.get();
    RedfishReading reading =
        new RedfishReading(
            Channel.watts(control.name(), Scope.HOST, 0),
            address.get(),
            JsonPointer.compile("/PowerControl/" + control.index() + "/PowerConsumedWatts"),
            1,
            false);
    if (Double.isNaN(reading.in(power))) {
      discovery.refuse(control.name() + " of " + chassis.name() + " has no watts now");
      return Optional.empty();
    }
    return Optional.of(
        new Discovery.Found(
            control.name() + " of " + chassis.name(), List.of(reading), Duration.ZERO));
  }

  private Optional<Control> choose(List<Control> controls) {
    Optional<String> wanted = discovery.setting("control");
    if (wanted.isPresent()) {
      return controls.stream().filter(control -> control.name().equals(wanted.get())).findFirst();
    }
    if (controls.size() == 1) {
      return Optional.of(controls.get(0));
    }
    List<Control> servers = controls.stream().filter(Control::isOfAServer).toList();
    return servers.size() == 1 ? Optional.of(servers.get(0)) : Optional.empty();
  }

  private record Control(int index, JsonNode document) {
    String name() {
      String name = document.path("Name").asText();
      return name.isEmpty() ? "PowerControl " + index : name;
    }

    /** By what it is related to, or where that is not told, by its name. */
    boolean isOfAServer() {
      boolean server = false;
      boolean chassis = false;
      for (JsonNode related : document.path("RelatedItem")) {
        String item = related.path("@odata.id").asText();
        server |= item.contains("/Systems/");
        chassis |= item.contains("/Chassis/");
      }
      if (server != chassis) {
        return server;
      }
      String name = name().toLowerCase(Locale.ROOT);
      return (name.contains("server") || name.contains("system") || name.contains("node"))
          && !name.contains("chassis")
          && !name.contains("enclosure");
    }
  }
}
