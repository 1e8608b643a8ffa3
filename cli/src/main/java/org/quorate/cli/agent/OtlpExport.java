package org.quorate.cli.agent;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.core.quantity.Durations;

/**
 * Sends what the agent's page has to a collector, again and again: names and labels as {@link
 * Metric} has them, units as UCUM writes them, counters as cumulative sums since this was made. A
 * collector that does not take them is a state: it is told once for each reason until it takes
 * them, and nothing is kept for it, since the next sums have all that was counted. Thread-safe.
 */
final class OtlpExport implements AutoCloseable {
  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("org.quorate.agent");
  private static final Map<String, String> UCUM = Map.of("seconds", "s", "bytes", "By");
  private static final int LONGEST_SECONDS = 10;

  /** Whoever ends the agent waits for so long at most. */
  private static final int LAST_SECONDS = 2;

  private final Collector collector;
  private final Resource resource;
  private final Supplier<List<Metric>> metrics;
  private final Supplier<Instant> clock;
  private final Consumer<String> told;
  private final long start;
  private final OtlpHttpMetricExporter exporter;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sending = new Thread(task, "otlp");
            sending.setDaemon(true);
            return sending;
          });

  /** Why metrics are not taken; empty while they are. */
  private final Set<String> problems = new HashSet<>();

  /** As the data model has it; the SDK's own values are not public. */
  private record Series(
      Resource getResource,
      InstrumentationScopeInfo getInstrumentationScopeInfo,
      String getName,
      String getDescription,
      String getUnit,
      MetricDataType getType,
      Data<?> getData)
      implements MetricData {}

  /**
   * Sends nothing before {@link #start}.
   *
   * @param instance of the agent, of which no two that send to a collector have the same
   * @param metrics that are known now
   * @param told sentences for people
   */
  OtlpExport(
      Collector collector,
      String instance,
      Supplier<List<Metric>> metrics,
      Supplier<Instant> clock,
      Consumer<String> told) {
    this.collector = collector;
    this.resource =
        Resource.create(
            Attributes.builder()
                .put("service.name", "quorate-agent")
                .put("service.instance.id", instance)
                .build());
    this.metrics = metrics;
    this.clock = clock;
    this.told = told;
    this.start = now();
    OtlpHttpMetricExporterBuilder builder =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(collector.endpoint().toString())
            .setHeaders(collector::headers)
            .setCompression("gzip")
            .setTimeout(LONGEST_SECONDS, TimeUnit.SECONDS)
            // The next request is the next try.
            .setRetryPolicy(null);
    if (!collector.certificates().isEmpty()) {
      builder.setTrustedCertificates(collector.certificates().getBytes(StandardCharsets.UTF_8));
    }
    this.exporter = builder.build();
  }

  /** Sends from now on, at each interval. */
  OtlpExport start() {
    var unused =
        thread.scheduleWithFixedDelay(
            () -> send(2 * LONGEST_SECONDS),
            0,
            collector.interval().toMillis(),
            TimeUnit.MILLISECONDS);
    return this;
  }

  /**
   * Sends what is known now.
   *
   * @param seconds that it is waited for at most
   */
  synchronized void send(int seconds) {
    String problem;
    try {
      problem = problem(exporter.export(data()).join(seconds, TimeUnit.SECONDS));
    } catch (RuntimeException failure) {
      problem = Failures.sentence(failure);
    }
    if (Thread.currentThread().isInterrupted()) {
      return;
    }
    String where = "the collector at " + collector;
    if (problem == null) {
      if (!problems.isEmpty()) {
        told.accept("Metrics reach " + where + " again.");
      }
      problems.clear();
    } else if (problems.add(problem)) {
      told.accept(
          "Metrics do not reach "
              + where
              + ": "
              + problem
              + "; they are sent again every "
              + Durations.format(collector.interval())
              + ".");
    }
  }

  private static @Nullable String problem(CompletableResultCode sent) {
    if (sent.isSuccess()) {
      return null;
    }
    Throwable failure = sent.getFailureThrowable();
    if (failure instanceof HttpExportException http && http.getResponse() != null) {
      return "it answers with status " + http.getResponse().getStatusCode();
    }
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ConnectException) {
        return "nobody answers there";
      }
      if (each instanceof IOException) {
        return Failures.sentence(each);
      }
    }
    return failure == null ? "it does not answer in time" : Failures.sentence(failure);
  }

  private List<MetricData> data() {
    Map<String, List<Metric>> byName = new LinkedHashMap<>();
    for (Metric metric : metrics.get()) {
      if (!Double.isNaN(metric.value())) {
        byName.computeIfAbsent(metric.name(), any -> new ArrayList<>()).add(metric);
      }
    }
    long now = Math.max(start, now());
    return byName.values().stream().map(same -> series(same, now)).toList();
  }

  private MetricData series(List<Metric> same, long now) {
    Metric first = same.get(0);
    boolean isCounter = first.kind() == Kind.COUNTER;
    List<DoublePointData> points =
        same.stream()
            .map(
                each ->
                    DoublePointData.create(start, now, attributes(each), each.value(), List.of()))
            .toList();
    return new Series(
        resource,
        SCOPE,
        first.name(),
        first.description(),
        UCUM.getOrDefault(first.unit(), first.unit()),
        isCounter ? MetricDataType.DOUBLE_SUM : MetricDataType.DOUBLE_GAUGE,
        isCounter
            ? SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points)
            : GaugeData.createDoubleGaugeData(points));
  }

  private static Attributes attributes(Metric metric) {
    AttributesBuilder attributes = Attributes.builder();
    metric.tags().forEach(attributes::put);
    return attributes.build();
  }

  /** Nanoseconds since 1970. */
  private long now() {
    Instant now = clock.get();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Sends once more where that was well before, and waits two seconds at most. */
  @Override
  public void close() {
    thread.shutdownNow();
    if (hasReached()) {
      send(LAST_SECONDS);
    }
    exporter.shutdown();
  }

  private synchronized boolean hasReached() {
    return problems.isEmpty();
  }
}
