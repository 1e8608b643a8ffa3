package org.quorate.power.redfish;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.http.WebOptions;
import org.quorate.power.http.WebService;

/**
 * Meters behind Redfish: BMCs, iDRACs, iLOs and their like. What they tell is the whole host, or
 * what each of its power supplies draws.
 */
public final class Redfish implements MeterKind {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Map<String, String> environment;
  private final InstantSource clock;

  /**
   * @param environment that holds logins, such as {@link System#getenv()}
   * @param clock tells when answers were received
   */
  public Redfish(Map<String, String> environment, InstantSource clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "redfish";
  }

  @Override
  public String description() {
    return "a management controller that speaks Redfish";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("address", "the controller's host, host:port or URL; https unless told");
    options.put("chassis", "which chassis the host is, where several have power readings");
    options.put("use", "where to read: " + uses() + "; the first that is there unless told");
    options.put("sensor", "which sensor sees the whole host, where none says so");
    options.put("control", "name of the power control, where it is not clear which is the host's");
    options.put("period", "how often to read; 1s unless told, or what a sensor says, up to 10s");
    return WebOptions.after(options);
  }

  private static String uses() {
    return Arrays.stream(RedfishUse.values())
        .map(RedfishUse::option)
        .collect(Collectors.joining(", "));
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(
        MeterPresence.onRequest(
            name(),
            "Controllers are asked over the network, once their address is told.",
            "redfish address=HOST credentials=FILE"));
  }

  @Override
  public Optional<String> loginHost(MeterSettings settings) throws MeterException {
    return Optional.of(WebOptions.host(settings.required("address"), "https"));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    Optional<RedfishUse> use = use(settings);
    WebOptions options = WebOptions.read(settings, settings.required("address"), "https");
    Credentials credentials = Credentials.of(settings, options.server().getHost(), environment);
    WebService web = new WebService(options, Optional.empty(), clock);
    RedfishSession session = RedfishSession.open(web, credentials);
    boolean opened = false;
    try {
      Discovery.Found found = new Discovery(session, settings).find(use);
      Duration least = found.refreshed().compareTo(PERIOD) > 0 ? found.refreshed() : PERIOD;
      PowerMeter meter =
          new RedfishMeter(
              "redfish " + web.name() + " " + found.where(),
              session,
              found.readings(),
              WebOptions.duration(settings, "period", least));
      opened = true;
      return meter;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private static Optional<RedfishUse> use(MeterSettings settings) throws MeterException {
    Optional<String> text = settings.optional("use");
    if (text.isPresent() && RedfishUse.named(text.get()).isEmpty()) {
      throw new MeterException(
          "The meter redfish has no use=" + text.get() + "; it has " + uses() + ".");
    }
    return text.flatMap(RedfishUse::named).or(() -> implied(settings));
  }

  /** What is meant by naming a sensor or a control. */
  private static Optional<RedfishUse> implied(MeterSettings settings) {
    if (settings.optional("sensor").isPresent()) {
      return Optional.of(RedfishUse.SENSOR_POWER);
    }
    return settings.optional("control").map(control -> RedfishUse.POWER_CONTROL);
  }
}
