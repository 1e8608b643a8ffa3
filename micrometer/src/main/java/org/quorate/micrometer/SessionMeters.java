package org.quorate.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.session.AdaptiveSession;

/**
 * Hands the metrics of an adaptive session to registries: gauges and counters under the names and
 * tags of {@link AdaptiveSession#metrics()}, with its base units.
 *
 * <pre>{@code
 * new SessionMeters(session).bindTo(registry);
 * }</pre>
 *
 * <p>A value is at most a second old: one look at the session serves all meters that are read
 * within it. Meters stay, and the session with them, until this is closed or the registry is.
 * Thread-safe.
 */
public final class SessionMeters implements MeterBinder, AutoCloseable {
  private final MetricsReading reading;
  private final Queue<Runnable> removals = new ConcurrentLinkedQueue<>();

  /** Of a session; registers nothing yet. */
  public SessionMeters(AdaptiveSession session) {
    this(session::metrics, System::nanoTime);
  }

  SessionMeters(Supplier<List<Metric>> metrics, LongSupplier nanoTime) {
    reading = new MetricsReading(metrics, nanoTime);
  }

  /** Registers a meter for each metric that the session has. */
  @Override
  public void bindTo(MeterRegistry registry) {
    for (Metric metric : reading.metrics()) {
      Meter meter = register(registry, metric);
      removals.add(() -> registry.remove(meter));
    }
  }

  private Meter register(MeterRegistry registry, Metric metric) {
    MetricsReading.Key key = MetricsReading.Key.of(metric);
    List<Tag> tags =
        metric.tags().entrySet().stream().map(tag -> Tag.of(tag.getKey(), tag.getValue())).toList();
    @Nullable String unit = metric.unit().isEmpty() ? null : metric.unit();
    // Registries hold what a meter is of weakly; the functions hold it strongly.
    return metric.kind() == Metric.Kind.COUNTER
        ? FunctionCounter.builder(metric.name(), reading, any -> reading.value(key))
            .description(metric.description())
            .baseUnit(unit)
            .tags(tags)
            .register(registry)
        : Gauge.builder(metric.name(), reading, any -> reading.value(key))
            .description(metric.description())
            .baseUnit(unit)
            .tags(tags)
            .register(registry);
  }

  /** Takes the meters away from every registry that they were bound to. The session goes on. */
  @Override
  public void close() {
    for (Runnable removal = removals.poll(); removal != null; removal = removals.poll()) {
      removal.run();
    }
  }
}
