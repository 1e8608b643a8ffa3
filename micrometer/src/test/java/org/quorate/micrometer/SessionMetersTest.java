package org.quorate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cassandra.metric.PrometheusText;

class SessionMetersTest {
  private double pairs = 3;
  private int looks;
  private long now;
  private final SessionMeters meters = new SessionMeters(this::metrics, () -> now);

  private List<Metric> metrics() {
    looks++;
    return List.of(
        gauge("quorate.read.level", "", Map.of("table", "shop.carts", "level", "one"), 1),
        gauge("quorate.read.level", "", Map.of("table", "shop.carts", "level", "quorum"), 0),
        gauge("quorate.propagation.time", "seconds", Map.of("table", "shop.carts"), Double.NaN),
        gauge("quorate.freshness.burn.rate", "", Map.of("table", "shop.\"Odd\"\\"), 0.5),
        new Metric(
            "quorate.pairs", Kind.COUNTER, "", "Pairs.", Map.of("table", "shop.carts"), pairs),
        new Metric("quorate.evidence.refused", Kind.COUNTER, "", "Refused.", Map.of(), 0));
  }

  private static Metric gauge(String name, String unit, Map<String, String> tags, double value) {
    return new Metric(name, Kind.GAUGE, unit, "What it is.", tags, value);
  }

  @Test
  void everyMetricIsAMeterWithItsTagsAndUnit() {
    MeterRegistry registry = new SimpleMeterRegistry();
    meters.bindTo(registry);
    assertThat(registry.getMeters()).hasSize(metrics().size());
    Gauge level =
        registry.get("quorate.read.level").tags("table", "shop.carts", "level", "one").gauge();
    assertThat(level.value()).isEqualTo(1);
    assertThat(level.getId().getDescription()).isEqualTo("What it is.");
    Gauge time = registry.get("quorate.propagation.time").gauge();
    assertThat(time.value()).isNaN();
    assertThat(time.getId().getBaseUnit()).isEqualTo("seconds");
    assertThat(registry.get("quorate.pairs").functionCounter().count()).isEqualTo(3);
  }

  @Test
  void oneLookAtTheSessionServesAllMetersForASecond() {
    MeterRegistry registry = new SimpleMeterRegistry();
    meters.bindTo(registry);
    FunctionCounter counter = registry.get("quorate.pairs").functionCounter();
    looks = 0;
    assertThat(counter.count()).isEqualTo(3);
    pairs = 4;
    now = MetricsReading.FRESH.toNanos() - 1;
    registry.getMeters().forEach(meter -> meter.measure().forEach(each -> each.getValue()));
    assertThat(counter.count()).isEqualTo(3);
    assertThat(looks).isEqualTo(1);
    now++;
    assertThat(counter.count()).isEqualTo(4);
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void metersAreReadWhateverTheGarbageCollectorTakes() {
    MeterRegistry registry = new SimpleMeterRegistry();
    new SessionMeters(this::metrics, () -> now).bindTo(registry);
    System.gc();
    assertThat(registry.get("quorate.freshness.burn.rate").gauge().value()).isEqualTo(0.5);
    assertThat(registry.get("quorate.pairs").functionCounter().count()).isEqualTo(3);
  }

  @Test
  void aRegistryThatComesLaterToACompositeHasThemToo() {
    CompositeMeterRegistry composite = new CompositeMeterRegistry();
    meters.bindTo(composite);
    MeterRegistry later = new SimpleMeterRegistry();
    composite.add(later);
    assertThat(later.getMeters()).hasSize(metrics().size());
  }

  @Test
  void closingTakesTheMetersAwayAndNoOthers() {
    MeterRegistry one = new SimpleMeterRegistry();
    MeterRegistry other = new SimpleMeterRegistry();
    Gauge own = Gauge.builder("own", () -> 7).register(one);
    meters.bindTo(one);
    meters.bindTo(other);
    meters.close();
    meters.close();
    assertThat(one.getMeters()).containsExactly(own);
    assertThat(other.getMeters()).isEmpty();
  }

  @Test
  void prometheusSeesTheSeriesOfTheSessionsOwnPage() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    meters.bindTo(registry);
    assertThat(series(registry.scrape())).isEqualTo(series(PrometheusText.of(metrics())));
  }

  /** Names, kinds and labels, without values and help. */
  private static Set<String> series(String page) {
    Pattern value = Pattern.compile(" \\S+$");
    Set<String> series = new TreeSet<>();
    Stream.of(page.split("\n", -1))
        .filter(line -> !line.isEmpty() && !line.startsWith("# HELP"))
        .map(line -> line.startsWith("#") ? line : value.matcher(line).replaceAll(""))
        .forEach(series::add);
    assertThat(series).isNotEmpty();
    return series;
  }
}
