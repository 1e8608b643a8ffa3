package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.agent.Lookout.Look;
import org.quorate.cli.observe.EnergySamples;
import org.quorate.cli.observe.Reports;

/** What is sent, read as a collector reads it. */
final class OtlpExportTest {
  private static final Instant START = Instant.parse("2026-11-27T12:00:00Z");
  private static final Map<String, String> PROMETHEUS =
      Map.of("s", "_seconds", "By", "_bytes", "J", "_joules", "W", "_watts");
  private static final String NEXT = "they are sent again every 1m";
  private static final Map<String, String> SECRET = Map.of("Authorization", "Bearer TOP-SECRET");

  private final List<String> told = new ArrayList<>();
  private final List<Metric> metrics = new ArrayList<>();
  private Instant now = START;
  @TempDir private Path folder;

  /** As Prometheus and the collector's own page name what comes by OTLP. */
  @Test
  void allOfThePageIsSentUnderItsNamesWithItsLabelsAndNothingElse() throws Exception {
    metrics.addAll(everything());
    metrics.add(new Metric("quorate.unknown", Kind.GAUGE, "", "Not known.", Map.of(), Double.NaN));
    try (CollectorServer server = new CollectorServer(0, null)) {
      OtlpExport export = export(server.url(), Map.of(), "");
      now = START.plusSeconds(5);
      export.send(Duration.ofSeconds(10), NEXT);
      CollectorServer.Request request = server.requests.remove();
      assertThat(request.path()).isEqualTo("/v1/metrics");
      JsonNode resource = CollectorServer.decoded(request).at("/resource_metrics/0");
      assertThat(attributes(resource.get("resource")))
          .containsEntry("service.name", "quorate-agent")
          .containsEntry("service.instance.id", "host:9500");
      List<String> lines = new ArrayList<>();
      for (JsonNode metric : resource.at("/scope_metrics/0/metrics")) {
        lines.addAll(lines(metric));
      }
      assertThat(lines)
          .containsExactlyInAnyOrderElementsOf(
              PrometheusText.of(everything())
                  .lines()
                  .filter(line -> !line.startsWith("#"))
                  .toList());
    }
  }

  @Test
  void aCollectorThatIsAwayIsToldOnceAndThatItIsBack() throws Exception {
    metrics.addAll(everything());
    OtlpExport export;
    int port;
    try (CollectorServer first = new CollectorServer(0, null)) {
      port = first.port();
      export = export(first.url(), Map.of(), "");
    }
    export.send(Duration.ofSeconds(10), NEXT);
    export.send(Duration.ofSeconds(10), NEXT);
    String where = "the collector at http://127.0.0.1:" + port + "/v1/metrics";
    String away =
        "Metrics do not reach " + where + ": nobody answers there; they are sent again every 1m.";
    assertThat(told).containsExactly(away);
    try (CollectorServer back = new CollectorServer(port, null)) {
      back.status = 503;
      export.send(Duration.ofSeconds(10), NEXT);
      back.status = 200;
      export.send(Duration.ofSeconds(10), NEXT);
      export.close();
      assertThat(back.requests).hasSize(3);
    }
    assertThat(told)
        .containsExactly(
            away,
            away.replace("nobody answers there", "it answers with status 503"),
            "Metrics reach " + where + " again.");
  }

  @Test
  void headersAreSentAndNeverTold() throws Exception {
    metrics.addAll(everything());
    try (CollectorServer server = new CollectorServer(0, null)) {
      server.status = 401;
      try (OtlpExport export = export(server.url(), SECRET, "")) {
        export.send(Duration.ofSeconds(10), NEXT);
      }
      assertThat(server.requests.remove().authorization()).isEqualTo("Bearer TOP-SECRET");
      assertThat(server.requests).isEmpty();
    }
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("it answers with status 401").doesNotContain("SECRET");
  }

  @Test
  void aCollectorIsTrustedByTheCertificatesOfTheFile() throws Exception {
    metrics.addAll(everything());
    Path store = folder.resolve("collector.p12");
    SSLContext encryption = TestKeys.encryption(store);
    Path file = Files.writeString(folder.resolve("collector.pem"), TestKeys.certificate(store));
    try (CollectorServer server = new CollectorServer(0, encryption)) {
      export(server.url(), SECRET, "").send(Duration.ofSeconds(10), NEXT);
      assertThat(server.requests).isEmpty();
      assertThat(told).hasSize(1);
      assertThat(told.get(0)).contains("unable to find valid certification path");
      export(server.url(), SECRET, Collector.readCertificates(file))
          .send(Duration.ofSeconds(10), NEXT);
      assertThat(server.requests.remove().authorization()).isEqualTo("Bearer TOP-SECRET");
      assertThat(told).hasSize(1);
    }
  }

  /** Whoever has the key of a certificate that is trusted may be anywhere. */
  @Test
  void aCollectorWhoseCertificateIsForAnotherHostIsRefused() throws Exception {
    metrics.addAll(everything());
    Path store = folder.resolve("collector.p12");
    SSLContext encryption = TestKeys.encryption(store, "dns:collector.example");
    try (CollectorServer server = new CollectorServer(0, encryption)) {
      export(server.url(), SECRET, TestKeys.certificate(store)).send(Duration.ofSeconds(10), NEXT);
      assertThat(server.asked).hasValue(0);
    }
    assertThat(told)
        .singleElement()
        .asString()
        .contains("No subject alternative names matching IP address 127.0.0.1 found")
        .doesNotContain("SECRET");
  }

  /** Headers are for the collector that the file names, and for nobody whom it names. */
  @Test
  void aRedirectIsNotFollowed() throws Exception {
    metrics.addAll(everything());
    List<Integer> redirects = List.of(301, 302, 303, 307, 308);
    try (CollectorServer server = new CollectorServer(0, null);
        CollectorServer elsewhere = new CollectorServer(0, null)) {
      server.location = elsewhere.url() + "/v1/metrics";
      OtlpExport export = export(server.url(), SECRET, "");
      for (int redirect : redirects) {
        server.status = redirect;
        export.send(Duration.ofSeconds(10), NEXT);
      }
      assertThat(server.asked).hasValue(redirects.size());
      assertThat(elsewhere.asked).hasValue(0);
    }
    assertThat(told)
        .zipSatisfy(
            redirects,
            (sentence, redirect) ->
                assertThat(sentence).contains("it answers with status " + redirect));
  }

  /** What cannot be asked for once is asked for again. */
  @Test
  void metricsThatCannotBeHadAreAStateToo() throws Exception {
    try (CollectorServer server = new CollectorServer(0, null)) {
      OtlpExport export =
          new OtlpExport(
              collector(server.url(), Map.of(), ""),
              "host:9500",
              () -> {
                throw new IllegalStateException("Nothing is known");
              },
              () -> now,
              told::add);
      export.send(Duration.ofSeconds(10), NEXT);
      assertThat(server.requests).isEmpty();
    }
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains(": Nothing is known; they are sent again every 1m.");
  }

  /** Each answer holds a thread of the few that the exporter has, for as long as it goes on. */
  @Test
  void answersThatNeverEndAreLeftAndHoldNothingUp() throws Exception {
    metrics.addAll(everything());
    int most = Math.max(5, Runtime.getRuntime().availableProcessors());
    try (CollectorServer server = new CollectorServer(0, null)) {
      OtlpExport export = export(server.url(), Map.of(), "");
      server.isEndless = true;
      for (int i = 0; i <= most; i++) {
        export.send(Duration.ofMillis(100), NEXT);
      }
      assertThat(told).hasSize(1);
      assertThat(told.get(0)).endsWith(": it does not answer in time; " + NEXT + ".");
      server.isEndless = false;
      export.send(Duration.ofMinutes(1), NEXT);
      assertThat(told).hasSize(2);
      assertThat(told.get(1)).startsWith("Metrics reach the collector").endsWith(" again.");
    }
  }

  @Test
  void reasonsThatAreOthersEachTimeAreToldSomeTimesAndWhoIsToldMayFail() {
    AtomicInteger asked = new AtomicInteger();
    OtlpExport export =
        new OtlpExport(
            collector("http://127.0.0.1:1", Map.of(), ""),
            "host:9500",
            () -> {
              throw new IllegalStateException("Reason " + asked.incrementAndGet());
            },
            () -> now,
            sentence -> {
              if (asked.get() == 1) {
                throw new IllegalStateException("Nobody hears");
              }
              told.add(sentence);
            });
    for (int i = 0; i < 2 * Presence.MOST_REASONS; i++) {
      export.send(Duration.ofSeconds(10), NEXT);
    }
    assertThat(told).hasSize(Presence.MOST_REASONS);
    assertThat(told.get(0)).contains(": Reason 2; ");
  }

  @Test
  void theLastSendingPromisesNoOther() throws Exception {
    int port;
    try (CollectorServer gone = new CollectorServer(0, null)) {
      port = gone.port();
    }
    metrics.addAll(everything());
    export("http://127.0.0.1:" + port, Map.of(), "").close();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).endsWith(": nobody answers there; these were the last.");
  }

  /** The exporter itself would wait for it without end. */
  @Test
  void theEndDoesNotWaitForAnAnswerThatNeverEnds() throws Exception {
    metrics.addAll(everything());
    try (CollectorServer server = new CollectorServer(0, null)) {
      server.isEndless = true;
      export(server.url(), Map.of(), "").end(Duration.ofMillis(100));
      assertThat(told)
          .singleElement()
          .asString()
          .endsWith(": it does not answer in time; these were the last.");
    }
  }

  /** It would be waited for up to twenty seconds, and told. */
  @Test
  void theEndLeavesASendingThatIsUnderWayForTheLast() throws Exception {
    metrics.addAll(everything());
    try (CollectorServer server = new CollectorServer(0, null)) {
      server.isEndless = true;
      OtlpExport export = export(server.url(), Map.of(), "").start();
      assertThat(server.requests.poll(1, TimeUnit.MINUTES)).isNotNull();
      server.isEndless = false;
      export.end(Duration.ofMinutes(1));
      assertThat(server.requests).hasSize(1);
    }
    assertThat(told).isEmpty();
  }

  /** As the data model of OpenTelemetry asks for where a sum begins again. */
  @Test
  void aCounterThatFallsOrReturnsStartsAtTheSendingBefore() {
    OtlpMetrics sent = new OtlpMetrics("host:9500", START);
    assertThat(starts(sent, 5, count("a", 7), count("b", 7))).containsExactly(0L, 0L);
    assertThat(starts(sent, 10, count("a", 8), count("b", 3))).containsExactly(0L, 5L);
    assertThat(starts(sent, 15, count("b", 3))).containsExactly(5L);
    assertThat(starts(sent, 20, count("a", 9), count("b", 4))).containsExactly(15L, 5L);
    // The clock was set back.
    assertThat(starts(sent, 10, count("a", 1), count("b", 5))).containsExactly(10L, 5L);
  }

  private static Metric count(String table, double value) {
    return new Metric("quorate.pairs", Kind.COUNTER, "", "", Map.of("table", table), value);
  }

  /** In seconds since the agent's, in the order of the metrics. */
  private static List<Long> starts(OtlpMetrics sent, int seconds, Metric... metrics) {
    return sent.of(List.of(metrics), START.plusSeconds(seconds)).stream()
        .flatMap(metric -> metric.getDoubleSumData().getPoints().stream())
        .map(DoublePointData::getStartEpochNanos)
        .map(nanos -> Duration.between(START, Instant.ofEpochSecond(0, nanos)).toSeconds())
        .toList();
  }

  private OtlpExport export(String url, Map<String, String> headers, String certificates) {
    return new OtlpExport(
        collector(url, headers, certificates),
        "host:9500",
        () -> List.copyOf(metrics),
        () -> now,
        told::add);
  }

  private static Collector collector(String url, Map<String, String> headers, String certificates) {
    return new Collector(Collector.endpoint(url), headers, certificates, Duration.ofMinutes(1));
  }

  private static List<Metric> everything() {
    ClusterReport report = Reports.full(2);
    ReadingMetrics seen = new ReadingMetrics();
    seen.seen(List.of(Look.of(report.keyspace(), report, true)), 0);
    return AgentMetrics.of(
        seen.metrics(0),
        Optional.of(EnergySamples.report()),
        true,
        5,
        new History.Counts(false, 3, 4, 1_000_000));
  }

  private static List<String> lines(JsonNode metric) {
    JsonNode sum = metric.get("sum");
    if (sum != null) {
      assertThat(sum.get("is_monotonic").asBoolean()).isTrue();
      assertThat(sum.get("aggregation_temporality").asText())
          .isEqualTo("AGGREGATION_TEMPORALITY_CUMULATIVE");
    }
    String name =
        metric.get("name").asText().replace('.', '_')
            + PROMETHEUS.getOrDefault(metric.path("unit").asText(), "")
            + (sum == null ? "" : "_total");
    List<String> lines = new ArrayList<>();
    for (JsonNode point : (sum == null ? metric.get("gauge") : sum).get("data_points")) {
      assertThat(Instant.ofEpochSecond(0, point.get("time_unix_nano").asLong()))
          .isEqualTo(START.plusSeconds(5));
      assertThat(Instant.ofEpochSecond(0, point.get("start_time_unix_nano").asLong()))
          .isEqualTo(START);
      Map<String, String> labels = attributes(point);
      String inner =
          String.join(
              ",",
              labels.entrySet().stream()
                  .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                  .toList());
      lines.add(
          name
              + (inner.isEmpty() ? "" : "{" + inner + "}")
              + " "
              + point.get("as_double").asDouble());
    }
    return lines;
  }

  private static Map<String, String> attributes(JsonNode holder) {
    Map<String, String> attributes = new TreeMap<>();
    for (JsonNode each : holder.path("attributes")) {
      attributes.put(each.get("key").asText(), each.at("/value/string_value").asText());
    }
    return attributes;
  }
}
