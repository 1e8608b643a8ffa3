package org.quorate.power.prometheus;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.http.WebOptions;
import org.quorate.power.http.WebService;
import org.quorate.power.metric.MetricUnit;

/** Meters that ask a Prometheus server for what it has stored. */
public final class Prometheus implements MeterKind {
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration DELAY = Duration.ofSeconds(5);

  private final Map<String, String> environment;
  private final InstantSource clock;

  /**
   * @param environment that holds logins, such as {@link System#getenv()}
   * @param clock says up to when to ask, and when answers were received
   */
  public Prometheus(Map<String, String> environment, InstantSource clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "prometheus";
  }

  @Override
  public String description() {
    return "a query to a Prometheus server";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("url", "the server, such as http://host:9090");
    options.put("query", "in Prometheus's language; must give one series, or several to add up");
    options.put("unit", "of its values: " + MetricUnit.symbols());
    options.put("scope", "what it sees of the host: " + String.join(", ", Scope.settingsNames()));
    options.put("sum", "true where the query gives several series that add up");
    options.put("estimate", "true where a model made the values up");
    MetricOptions.addWrapsAt(options);
    options.put(
        "step", "distance of values; 1s unless told; finer than Prometheus scrapes repeats");
    options.put("delay", "how long after an instant Prometheus knows it; 5s unless told");
    options.put("period", "how often to ask; 5s unless told");
    return WebOptions.after(options);
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(
        MeterPresence.onRequest(
            name(),
            "A Prometheus server is asked once its address and a query are told.",
            "prometheus url=http://HOST:9090 query=… unit=W scope=host"));
  }

  @Override
  public Optional<String> loginHost(MeterSettings settings) throws MeterException {
    return Optional.of(MetricOptions.host(settings));
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(Scope.named(settings.required("scope")));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    String query = settings.required("query");
    MetricUnit unit = MetricUnit.of(settings.required("unit"));
    Scope scope = Scope.named(settings.required("scope"));
    WebService web = MetricOptions.service(settings, environment, clock, "");
    boolean estimate = WebOptions.flag(settings, "estimate");
    Duration step = WebOptions.duration(settings, "step", STEP);
    // What the settings say is wrong with one channel is so with all.
    Channel checked = MetricOptions.wrapping(settings, unit, unit.channel("query", scope));
    return QueryMeter.open(
        new RangeQuery(web, query, step),
        unit,
        name -> {
          Channel plain = unit.channel(name, scope).sampledEvery(step);
          Channel channel =
              checked.wrapsAt().isPresent()
                  ? plain.wrappingAt(checked.wrapsAt().getAsDouble())
                  : plain;
          return estimate ? channel.estimated() : channel;
        },
        WebOptions.flag(settings, "sum"),
        WebOptions.duration(settings, "period", PERIOD),
        WebOptions.duration(settings, "delay", DELAY),
        clock);
  }
}
