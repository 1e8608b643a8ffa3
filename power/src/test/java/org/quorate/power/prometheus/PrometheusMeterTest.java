package org.quorate.power.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.http.FakeWeb;

/** Against a server that answers {@code query_range} as Prometheus does. */
class PrometheusMeterTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

  /** Series by their labels in JSON: the value at a second since 1970, or none. */
  private final Map<String, ToDoubleFunction<Double>> series =
      Collections.synchronizedMap(new LinkedHashMap<>());

  private Instant now = START;
  private FakeWeb web;

  @BeforeEach
  void start() throws Exception {
    web = FakeWeb.plain(this::answer);
  }

  @AfterEach
  void stop() {
    web.close();
  }

  @Test
  void everyReadingGivesWhatIsNewSinceTheLast() throws Exception {
    long first = START.getEpochSecond() - 5;
    series.put("{}", at -> at - first + 100);
    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read()).isEmpty();
      now = START.plusSeconds(3);
      assertThat(meter.read())
          .containsExactly(
              new Reading(0, Instant.ofEpochSecond(first + 1), now, 101),
              new Reading(0, Instant.ofEpochSecond(first + 2), now, 102),
              new Reading(0, Instant.ofEpochSecond(first + 3), now, 103));
      assertThat(meter.read()).isEmpty();
      assertThat(meter.delay()).isEqualTo(Duration.ofSeconds(5));
    }
  }

  @Test
  void unitsBecomeWattsAndJoules() throws Exception {
    series.put("{}", at -> 2e6);
    assertThat(one(Map.of("unit", "uW"))).isEqualTo(2);
    assertThat(one(Map.of("unit", "mW"))).isEqualTo(2000);
    assertThat(one(Map.of("unit", "uJ"))).isEqualTo(2);
    assertThat(one(Map.of("unit", "kJ"))).isEqualTo(2e9);
    try (PowerMeter meter = open(Map.of("unit", "kJ"))) {
      assertThat(meter.channels())
          .containsExactly(
              Channel.joules("query", Scope.WALL, 0).sampledEvery(Duration.ofSeconds(1)));
    }
    assertThatThrownBy(() -> open(Map.of("unit", "kW")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("uJ");
  }

  @Test
  void severalSeriesAreAddedUpOnlyWhenToldSo() throws Exception {
    series.put("{\"zone\": \"package\", \"node\": \"a\"}", at -> 30);
    series.put("{\"zone\": \"core\", \"node\": \"a\"}", at -> 20);
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("2 series of query, zone=package; zone=core")
        .hasMessageContaining("sum=true");
    try (PowerMeter meter = open(Map.of("sum", "true"))) {
      assertThat(meter.channels())
          .extracting(Channel::name)
          .containsExactly("zone=package", "zone=core");
      assertThat(meter.channels()).allMatch(Channel::counted);
    }
  }

  @Test
  void aSeriesThatAppearsLaterIsRefused() throws Exception {
    series.put("{\"node\": \"a\"}", at -> 30);
    try (PowerMeter meter = open(Map.of("sum", "true"))) {
      series.put("{\"node\": \"b\"}", at -> 40);
      now = START.plusSeconds(2);
      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("{node=b}");
    }
  }

  @Test
  void whatIsNoNumberIsMissingAndWhatIsNotThereIsNoReading() throws Exception {
    long second = START.getEpochSecond() - 5;
    series.put(
        "{}",
        at -> at == second + 1 ? Double.POSITIVE_INFINITY : at == second + 2 ? Double.NaN : 50);
    try (PowerMeter meter = open(Map.of())) {
      now = START.plusSeconds(3);
      List<Reading> readings = meter.read();
      assertThat(readings).hasSize(2);
      assertThat(readings.get(0).isMissing()).isTrue();
      assertThat(readings.get(1).value()).isEqualTo(50);
    }
  }

  @Test
  void aLongPauseIsAskedForInSpansThatPrometheusAnswers() throws Exception {
    series.put("{}", at -> 50);
    try (PowerMeter meter = open(Map.of())) {
      web.requests().clear();
      now = START.plus(Duration.ofHours(2));
      List<Reading> readings = meter.read();
      assertThat(readings).hasSize(7200).doesNotHaveDuplicates();
      assertThat(web.requests()).hasSize(3);
    }
  }

  @Test
  void aModelsNumbersAreLabelled() throws Exception {
    series.put("{}", at -> 50);
    try (PowerMeter meter = open(Map.of("estimate", "true"))) {
      assertThat(meter.channels().get(0).origin()).isEqualTo(Origin.ESTIMATED);
      assertThat(meter.channels().get(0).quantity()).isEqualTo(Quantity.POWER);
    }
  }

  @Test
  void aQueryThatGivesNothingOrNoPowerIsRefused() {
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("gives no series");
    series.put("{}", at -> 0);
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("0 W");
  }

  @Test
  void prometheussOwnWordsReachTheUser() {
    assertThatThrownBy(() -> open(Map.of("query", "bad(")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("refuses the query: parse error");
  }

  @Test
  void anotherServerIsNotTakenForPrometheus() throws Exception {
    try (FakeWeb other = FakeWeb.plain(request -> FakeWeb.Response.ok("<html>hello</html>"))) {
      assertThatThrownBy(() -> open(Map.of("url", other.url())))
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("something else than JSON");
    }
  }

  @Test
  void whatTheQuerySeesMustBeSaid() {
    assertThatThrownBy(
            () ->
                new Prometheus(Map.of(), () -> now)
                    .open(
                        new MeterSettings(
                            "prometheus", Map.of("url", web.url(), "query", "x", "unit", "W"))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("scope=");
  }

  private double one(Map<String, String> more) throws Exception {
    Instant before = now;
    try (PowerMeter meter = open(more)) {
      now = now.plusSeconds(1);
      return meter.read().get(0).value();
    } finally {
      now = before;
    }
  }

  private PowerMeter open(Map<String, String> more) throws Exception {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("url", web.url());
    options.put("query", "node_power{node=\"a+b\"}");
    options.put("unit", "W");
    options.put("scope", "wall");
    options.putAll(more);
    InstantSource clock = () -> now;
    return new Prometheus(Map.of(), clock).open(new MeterSettings("prometheus", options));
  }

  private FakeWeb.Response answer(FakeWeb.Request request) {
    Map<String, String> query = request.query();
    if (query.get("query").equals("bad(")) {
      return new FakeWeb.Response(
          400,
          Map.of(),
          "{\"status\": \"error\", \"errorType\": \"bad_data\", \"error\": \"parse error\"}");
    }
    assertThat(request.path()).isEqualTo("/api/v1/query_range");
    assertThat(query.get("query")).isEqualTo("node_power{node=\"a+b\"}");
    double from = Double.parseDouble(query.get("start"));
    double to = Double.parseDouble(query.get("end"));
    double step = Double.parseDouble(query.get("step"));
    StringBuilder result = new StringBuilder();
    series.forEach(
        (labels, value) -> {
          StringBuilder values = new StringBuilder();
          for (double at = from; at <= to; at += step) {
            double number = value.applyAsDouble(at);
            if (!Double.isNaN(number)) {
              values
                  .append(values.isEmpty() ? "" : ",")
                  .append(String.format(Locale.ROOT, "[%.3f,\"%s\"]", at, text(number)));
            }
          }
          result
              .append(result.isEmpty() ? "" : ",")
              .append("{\"metric\":" + labels + ",\"values\":[" + values + "]}");
        });
    return FakeWeb.Response.ok(
        "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
            + result
            + "]}}");
  }

  private static String text(double number) {
    return Double.isInfinite(number) ? "+Inf" : Double.toString(number);
  }
}
