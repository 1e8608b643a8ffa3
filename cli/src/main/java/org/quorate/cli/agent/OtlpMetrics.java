package org.quorate.cli.agent;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;

/**
 * Metrics as OTLP has them: names and labels as {@link Metric} has them, units as UCUM writes them,
 * counters as cumulative sums. A counter that is lower than it was, or was not there, has begun
 * anew since the metrics before, and says so by its start, as OpenTelemetry's data model asks for.
 * What is not known is left out. Not thread-safe.
 */
final class OtlpMetrics {
  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("org.quorate.agent");
  private static final Map<String, String> UCUM =
      Map.of("seconds", "s", "bytes", "By", "joules", "J", "watts", "W");

  private final Resource resource;
  private final long start;
  private long last;

  /** Of the metrics before, so there are no more than there are counters. */
  private Map<Counter, Sum> sums = Map.of();

  private record Counter(String name, Map<String, String> tags) {
    static Counter of(Metric metric) {
      return new Counter(metric.name(), metric.tags());
    }
  }

  /**
   * @param start in nanoseconds since 1970
   */
  private record Sum(long start, double value) {}

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
   * @param instance of the agent, of which no two that send to a collector have the same
   * @param start since when the first metrics were counted
   */
  OtlpMetrics(String instance, Instant start) {
    this.resource =
        Resource.create(
            Attributes.builder()
                .put("service.name", "quorate-agent")
                .put("service.instance.id", instance)
                .build());
    this.start = nanos(start);
    this.last = this.start;
  }

  /**
   * All that is known at a time.
   *
   * @param at of a clock that may be set; what would be before the start is taken to be at it
   */
  List<MetricData> of(List<Metric> metrics, Instant at) {
    long now = Math.max(start, nanos(at));
    Map<Counter, Sum> next = new HashMap<>();
    Map<String, List<Metric>> byName = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      if (Double.isNaN(metric.value())) {
        continue;
      }
      byName.computeIfAbsent(metric.name(), any -> new ArrayList<>()).add(metric);
      if (metric.kind() == Kind.COUNTER) {
        Counter counter = Counter.of(metric);
        Sum before = sums.get(counter);
        long since = before != null && before.value() <= metric.value() ? before.start() : last;
        next.put(counter, new Sum(since, metric.value()));
      }
    }
    sums = next;
    last = now;
    return byName.values().stream().map(same -> series(same, now)).toList();
  }

  private MetricData series(List<Metric> same, long now) {
    Metric first = same.get(0);
    boolean isCounter = first.kind() == Kind.COUNTER;
    List<DoublePointData> points = same.stream().map(each -> point(each, now)).toList();
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

  private DoublePointData point(Metric metric, long now) {
    Sum sum = sums.get(Counter.of(metric));
    // The clock may have been set since.
    long since = sum == null ? start : Math.min(now, sum.start());
    return DoublePointData.create(since, now, attributes(metric), metric.value(), List.of());
  }

  private static Attributes attributes(Metric metric) {
    AttributesBuilder attributes = Attributes.builder();
    metric.tags().forEach(attributes::put);
    return attributes.build();
  }

  /** Nanoseconds since 1970. */
  private static long nanos(Instant at) {
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
  }
}
