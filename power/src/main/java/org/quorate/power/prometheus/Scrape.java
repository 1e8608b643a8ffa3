package org.quorate.power.prometheus;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.quorate.core.exposition.Sample;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;
import org.quorate.power.http.WebOptions;
import org.quorate.power.metric.MetricUnit;
import org.quorate.power.metric.Series;

/** Meters that read an exporter's page themselves, without a Prometheus server in between. */
public final class Scrape implements MeterKind {
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final Map<String, String> environment;
  private final InstantSource clock;

  /**
   * @param environment that holds logins, such as {@link System#getenv()}
   * @param clock tells when answers were received
   */
  public Scrape(Map<String, String> environment, InstantSource clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "scrape";
  }

  @Override
  public String description() {
    return "an exporter for Prometheus: Kepler, Scaphandre, node_exporter, ipmi_exporter or another";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("url", "the exporter's page, such as http://host:9100/metrics");
    options.put(
        "metric", "which metric, where it is not one of the known ones or there are several");
    options.put("labels", "which of its series, such as zone=package");
    options.put("unit", "of a metric that is not known: " + MetricUnit.symbols());
    options.put(
        "scope",
        "what such a metric sees of the host: " + String.join(", ", Scope.settingsNames()));
    options.put("sum", "true where several series add up");
    options.put("estimate", "true where a model made the values up");
    MetricOptions.addWrapsAt(options);
    options.put("period", "how often to ask; 5s unless told");
    return WebOptions.after(options);
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(
        MeterPresence.onRequest(
            name(),
            "An exporter is asked once its address is told.",
            "scrape url=http://HOST:9100/metrics"));
  }

  @Override
  public Optional<String> loginHost(MeterSettings settings) throws MeterException {
    return Optional.of(MetricOptions.host(settings));
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    Optional<String> scope = settings.optional("scope");
    return scope.isPresent()
        ? Optional.of(Scope.named(scope.get()))
        : settings.optional("metric").flatMap(KnownMetrics::named).map(KnownMetric::scope);
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    Map<String, String> labels = MetricOptions.labels(settings);
    ExporterPage page =
        new ExporterPage(MetricOptions.service(settings, environment, clock, "/metrics"));
    Optional<String> metric = settings.optional("metric");
    ExporterPage.Samples seen = page.read(ExporterPage.names(metric));
    KnownMetric row = row(settings, metric, labels, seen);
    Selection selection = Selection.of(row, labels);
    List<Sample> meant = selection.select(seen.samples());
    if (meant.isEmpty()) {
      throw nothing(page, row, seen);
    }
    boolean sum = row.several() || WebOptions.flag(settings, "sum");
    Series series = new Series(row.metric(), meant.stream().map(Sample::labels).toList(), sum);
    MetricUnit unit = row.unit();
    if (unit.quantity() == Quantity.POWER
        && meant.stream().noneMatch(sample -> unit.value(sample.value()) > 0)) {
      throw new MeterException(
          row.metric() + " is 0 W, which no running host draws; its sensor does not work.");
    }
    boolean estimated =
        WebOptions.flag(settings, "estimate")
            || row.estimated().map(mark -> isSet(mark, seen)).orElse(false);
    List<Channel> channels = new ArrayList<>();
    for (String name : series.names()) {
      Channel channel = MetricOptions.wrapping(settings, unit, unit.channel(name, row.scope()));
      channels.add(estimated ? channel.estimated() : channel);
    }
    Duration period = WebOptions.duration(settings, "period", PERIOD);
    return new ScrapeMeter(page, selection, series, unit, List.copyOf(channels), period);
  }

  private static boolean isSet(KnownMetric.Mark mark, ExporterPage.Samples seen) {
    return seen.samples().stream()
        .filter(sample -> sample.name().equals(mark.metric()))
        .map(sample -> sample.labels().getOrDefault(mark.label(), ""))
        .anyMatch(value -> mark.value().matcher(value).matches());
  }

  /**
   * The known metric that is meant, with what the user says about it, or one made of the latter.
   */
  private static KnownMetric row(
      MeterSettings settings,
      Optional<String> metric,
      Map<String, String> labels,
      ExporterPage.Samples seen)
      throws MeterException {
    Optional<KnownMetric> known =
        metric.isPresent() ? KnownMetrics.named(metric.get()) : Optional.of(only(seen));
    Optional<String> unit = settings.optional("unit");
    Optional<String> scope = settings.optional("scope");
    if (known.isEmpty()) {
      return KnownMetric.of(
          "exporter",
          settings.required("metric"),
          MetricUnit.of(settings.required("unit")),
          Scope.named(settings.required("scope")));
    }
    KnownMetric row = known.get();
    boolean another = labels.keySet().stream().anyMatch(row.taken()::containsKey);
    if (another && scope.isEmpty()) {
      throw new MeterException(
          "With these labels "
              + row.metric()
              + " may see another part of the host; say which with scope=…, one of "
              + String.join(", ", Scope.settingsNames())
              + ".");
    }
    return new KnownMetric(
        row.exporter(),
        row.metric(),
        unit.isPresent() ? MetricUnit.of(unit.get()) : row.unit(),
        scope.isPresent() ? Scope.named(scope.get()) : row.scope(),
        row.taken(),
        row.repeated(),
        row.several(),
        row.estimated());
  }

  /** The one known metric on a page; of one exporter's metrics of the same scope, the first. */
  private static KnownMetric only(ExporterPage.Samples seen) throws MeterException {
    Set<String> names =
        seen.samples().stream().map(Sample::name).collect(Collectors.toCollection(TreeSet::new));
    Map<String, KnownMetric> byKind = new LinkedHashMap<>();
    for (KnownMetric row : KnownMetrics.ALL) {
      if (names.contains(row.metric())) {
        byKind.putIfAbsent(row.exporter() + row.scope(), row);
      }
    }
    if (byKind.size() == 1) {
      return byKind.values().iterator().next();
    }
    throw new MeterException(
        byKind.isEmpty()
            ? "The page has no metric of power that is known; name one with metric=…, unit=… and"
                + " scope=…."
            : "The page has several metrics of power; choose with metric=… out of "
                + byKind.values().stream()
                    .map(row -> row.metric() + " (" + row.scope().text() + ")")
                    .collect(Collectors.joining(", "))
                + ".");
  }

  private static MeterException nothing(
      ExporterPage page, KnownMetric row, ExporterPage.Samples seen) {
    String others =
        seen.samples().stream()
            .filter(sample -> sample.name().equals(row.metric()))
            .map(sample -> sample.labels().toString())
            .limit(6)
            .collect(Collectors.joining(", "));
    return new MeterException(
        page.name()
            + " has no series of "
            + row.metric()
            + " with such labels"
            + (others.isEmpty() ? "." : "; it has " + others + "; choose with labels=…."));
  }
}
