package org.quorate.power.kwollect;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.http.WebOptions;
import org.quorate.power.http.WebService;
import org.quorate.power.metric.MetricUnit;
import org.quorate.power.metric.Series;

/** Meters of a testbed's nodes, such as the wattmeters of Grid'5000. */
public final class Kwollect implements MeterKind {
  private static final String GRID5000 = "https://api.grid5000.fr/stable";
  private static final Duration FIRST_LOOK = Duration.ofMinutes(1);
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final int FEWEST_DISTANCES = 3;

  private final Map<String, String> environment;
  private final InstantSource clock;

  /**
   * @param environment that holds logins, such as {@link System#getenv()}
   * @param clock says up to when to ask, and when answers were received
   */
  public Kwollect(Map<String, String> environment, InstantSource clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "kwollect";
  }

  @Override
  public String description() {
    return "a testbed's own meters, such as Grid'5000's wattmeters";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("site", "the node's site, such as lyon");
    options.put("node", "the node, such as taurus-7");
    options.put("metric", "which of its metrics; wattmetre_power_watt unless told");
    options.put("unit", "of a metric that is not known: " + MetricUnit.symbols());
    options.put(
        "scope",
        "what such a metric sees of the host: " + String.join(", ", Scope.settingsNames()));
    options.put("sum", "true where a node has several series that add up, such as power supplies");
    options.put("url", GRID5000 + " unless told");
    options.put("period", "how often to ask; 5s unless told");
    return WebOptions.after(options);
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(
        MeterPresence.onRequest(
            name(),
            "A testbed is asked once a site and a node are told; from outside it wants a login.",
            "kwollect site=lyon node=taurus-7 credentials=FILE"));
  }

  @Override
  public Optional<String> loginHost(MeterSettings settings) throws MeterException {
    return Optional.of(WebOptions.host(url(settings), "https"));
  }

  private static String url(MeterSettings settings) {
    return settings.optional("url").orElse(GRID5000);
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(metric(settings).scope());
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    WebOptions options = WebOptions.read(settings, url(settings), "https");
    WebService web =
        new WebService(
            options,
            WebOptions.authorization(
                Credentials.of(settings, options.server().getHost(), environment)),
            clock);
    KnownMetric metric = metric(settings);
    // Kwollect knows nodes without their domain, and says nothing about others.
    String node = settings.required("node").split("\\.", 2)[0];
    Site site = new Site(web, settings.required("site"), node, metric.metric());
    List<Site.Point> points = lastMinute(site);
    if (points.isEmpty()) {
      throw new MeterException(
          "Kwollect has no "
              + metric.metric()
              + " of "
              + node
              + " in the last minute; check the node's name, and that it has such a meter.");
    }
    Series series =
        new Series(
            metric.metric() + " of " + node,
            points.stream().map(Site.Point::labels).distinct().toList(),
            WebOptions.flag(settings, "sum"));
    if (points.stream().noneMatch(point -> metric.unit().value(point.value()) > 0)) {
      throw new MeterException(
          "Kwollect has only zeros or nothing as "
              + metric.metric()
              + " of "
              + node
              + " in the last minute; its meter does not work.");
    }
    Duration period = WebOptions.duration(settings, "period", PERIOD);
    KnownMetric spaced = metric.orSpaced(usualDistance(points, series.size(), period));
    List<Channel> channels = series.names().stream().map(spaced::channel).toList();
    Instant newest = points.get(points.size() - 1).at();
    return new KwollectMeter(site, metric.unit(), series, channels, period, clock, newest);
  }

  /** The points of the last minute by Kwollect's clock, which its first answer tells. */
  private List<Site.Point> lastMinute(Site site) throws MeterException, InterruptedException {
    Instant now = clock.instant();
    List<Site.Point> points = site.points(now.minus(FIRST_LOOK), now);
    Duration ahead = site.web().trustedClockAhead();
    return ahead.isZero()
        ? points
        : site.points(now.plus(ahead).minus(FIRST_LOOK), now.plus(ahead));
  }

  /** The median distance of points of one series; where there are too few, the period of asking. */
  private static Duration usualDistance(List<Site.Point> points, int series, Duration period) {
    List<Duration> distances = new ArrayList<>();
    for (int i = series; i < points.size(); i++) {
      distances.add(Duration.between(points.get(i - series).at(), points.get(i).at()));
    }
    distances.removeIf(distance -> distance.isZero() || distance.isNegative());
    distances.sort(null);
    return distances.size() < FEWEST_DISTANCES ? period : distances.get(distances.size() / 2);
  }

  private static KnownMetric metric(MeterSettings settings) throws MeterException {
    String name = settings.optional("metric").orElse("wattmetre_power_watt");
    Optional<KnownMetric> known = KnownMetric.named(name);
    if (known.isPresent()) {
      for (String fixed : List.of("unit", "scope")) {
        if (settings.optional(fixed).isPresent()) {
          throw new MeterException("The metric " + name + " is known; leave out " + fixed + "=….");
        }
      }
      return known.get();
    }
    return new KnownMetric(
        name,
        MetricUnit.of(settings.required("unit")),
        Scope.named(settings.required("scope")),
        Duration.ZERO,
        0,
        Duration.ZERO);
  }
}
