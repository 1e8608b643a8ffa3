package org.quorate.power.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.http.WebAnswer;

/**
 * Looks, once, for the place where a controller tells the power of the whole host. The first of
 * {@link RedfishUse} that has a number above zero now is taken; where two chassis have one, the
 * setting {@code chassis} must decide.
 */
final class Discovery {
  private static final int PAGES = 100;

  private final RedfishSession session;
  private final MeterSettings settings;
  private final Map<URI, JsonNode> documents = new HashMap<>();
  private final List<String> reasons = new ArrayList<>();

  Discovery(RedfishSession session, MeterSettings settings) {
    this.session = session;
    this.settings = settings;
  }

  /**
   * What was settled on.
   *
   * @param where for the meter's name
   * @param refreshed how often the controller renews it, as it says; zero where it does not
   */
  record Found(String where, List<RedfishReading> readings, Duration refreshed) {}

  /**
   * Looks at one use, or at all of them.
   *
   * @throws MeterException if there is no reading, or it is not clear which one is meant
   */
  Found find(Optional<RedfishUse> only) throws MeterException, InterruptedException {
    List<Chassis> all = chassis();
    for (RedfishUse use : RedfishUse.values()) {
      if (only.isPresent() && only.get() != use) {
        continue;
      }
      Map<String, Found> found = new LinkedHashMap<>();
      for (Chassis chassis : all) {
        look(use, chassis).ifPresent(readings -> found.put(chassis.name(), readings));
      }
      if (found.size() > 1) {
        throw new MeterException(
            "Several chassis tell "
                + use.option()
                + ": "
                + String.join(", ", found.keySet())
                + "; say which one the host is with chassis=….");
      }
      if (found.size() == 1) {
        return found.values().iterator().next();
      }
    }
    String why = reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")";
    throw new MeterException(
        "The controller at "
            + session.rootAddress().getRawAuthority()
            + " tells no power reading"
            + only.map(use -> " by " + use.option()).orElse("")
            + why
            + "; "
            + (only.isPresent() ? "leave out use=… to look everywhere." : "use another meter."));
  }

  private Optional<Found> look(RedfishUse use, Chassis chassis)
      throws MeterException, InterruptedException {
    return switch (use) {
      case ENVIRONMENT_POWER, ENVIRONMENT_JOULES, ENVIRONMENT_KWH ->
          new EnvironmentSource(this).look(use, chassis);
      case SENSOR_POWER, SENSOR_JOULES, SENSOR_KWH -> new SensorSource(this).look(use, chassis);
      case SUPPLIES -> new SupplySource(this).look(chassis);
      case POWER_CONTROL -> new ControlSource(this).look(chassis);
    };
  }

  private List<Chassis> chassis() throws MeterException, InterruptedException {
    Optional<String> wanted = settings.optional("chassis");
    List<Chassis> all = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (URI member : members(session.rootAddress(), session.root().path("Chassis"))) {
      String name = lastSegment(member);
      names.add(name);
      if (wanted.isEmpty() || wanted.get().equals(name)) {
        JsonNode document = fetch(member);
        if (document.isObject()) {
          all.add(new Chassis(name, member, document));
        }
      }
    }
    if (all.isEmpty()) {
      throw new MeterException(
          wanted
                  .map(name -> "There is no chassis " + name + " that can be read")
                  .orElse("There is no chassis that can be read")
              + " at "
              + session.rootAddress().getRawAuthority()
              + (names.isEmpty() ? "." : "; it has " + String.join(", ", names) + "."));
    }
    return all;
  }

  /**
   * A setting of the meter, such as the sensor to take.
   *
   * @param name of the option
   */
  Optional<String> setting(String name) {
    return settings.optional(name);
  }

  /** Remembers why something was not taken, for whoever finds nothing at all. */
  void refuse(String reason) {
    if (reasons.size() < 8 && !reasons.contains(reason)) {
      reasons.add(reason);
    }
  }

  /** The members of the collection that a link leads to; none where it leads nowhere. */
  List<URI> members(URI from, JsonNode link) throws MeterException, InterruptedException {
    List<URI> members = new ArrayList<>();
    Set<URI> pages = new HashSet<>();
    Optional<URI> collection = session.link(from, link);
    while (collection.isPresent() && pages.add(collection.get()) && pages.size() < PAGES) {
      URI address = collection.get();
      JsonNode page = fetch(address);
      for (JsonNode member : page.path("Members")) {
        session.link(address, member).ifPresent(members::add);
      }
      collection = session.link(address, page.path("Members@odata.nextLink").asText());
    }
    return members;
  }

  /** The address that a link of a resource leads to. */
  Optional<URI> link(URI from, JsonNode link) throws MeterException {
    return session.link(from, link);
  }

  /**
   * Fetches a resource, each one once; a missing node where it does not exist or cannot be read.
   *
   * @throws MeterException if the controller does not answer any more
   */
  JsonNode fetch(URI resource) throws MeterException, InterruptedException {
    JsonNode known = documents.get(resource);
    if (known != null) {
      return known;
    }
    WebAnswer answer = session.get(resource);
    JsonNode document = MissingNode.getInstance();
    if (answer.isSuccess()) {
      document = answer.json();
    } else if (answer.status() != 404) {
      refuse(resource.getRawPath() + " answers with status " + answer.status());
    }
    documents.put(resource, document);
    return document;
  }

  /** What a resource is called among its siblings: the end of its path. */
  static String lastSegment(URI resource) {
    String path = resource.getRawPath();
    String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return trimmed.substring(trimmed.lastIndexOf('/') + 1);
  }

  /** A chassis with its resource. */
  record Chassis(String name, URI address, JsonNode document) {}
}
