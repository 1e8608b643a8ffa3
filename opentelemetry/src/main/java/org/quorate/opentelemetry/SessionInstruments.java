package org.quorate.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.DoubleCounterBuilder;
import io.opentelemetry.api.metrics.DoubleGaugeBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableMeasurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.session.AdaptiveSession;

/**
 * The metrics of an adaptive session as asynchronous instruments: gauges and counters of the meter
 * {@code org.quorate.cassandra}, under the names of {@link AdaptiveSession#metrics()}, with its
 * tags as attributes and units as UCUM writes them.
 *
 * <pre>{@code
 * SessionInstruments instruments = SessionInstruments.of(session, openTelemetry);
 * }</pre>
 *
 * <p>At each collection the session is looked at once. What it does not know yet is not recorded.
 * Instruments stay, and the session with them, until this is closed or the SDK is. Thread-safe.
 */
public final class SessionInstruments implements AutoCloseable {
  /** The name of the meter. */
  public static final String METER = "org.quorate.cassandra";

  private static final Map<String, String> UCUM = Map.of("seconds", "s");

  private final Supplier<List<Metric>> metrics;
  private final Map<String, ObservableDoubleMeasurement> instruments = new LinkedHashMap<>();
  private final BatchCallback callback;
  private final AtomicBoolean closed = new AtomicBoolean();

  private SessionInstruments(Supplier<List<Metric>> metrics, Meter meter) {
    this.metrics = metrics;
    for (Metric metric : metrics.get()) {
      instruments.computeIfAbsent(metric.name(), name -> instrument(meter, metric));
    }
    ObservableMeasurement[] all = instruments.values().toArray(ObservableMeasurement[]::new);
    if (all.length == 0) {
      throw new IllegalArgumentException("The session has no metrics; give one that has.");
    }
    ObservableMeasurement[] others = new ObservableMeasurement[all.length - 1];
    System.arraycopy(all, 1, others, 0, others.length);
    callback = meter.batchCallback(this::observe, all[0], others);
  }

  /**
   * Registers an instrument for each metric that the session has.
   *
   * @param telemetry of the application; its no-op records nothing
   */
  public static SessionInstruments of(AdaptiveSession session, OpenTelemetry telemetry) {
    return of(session::metrics, telemetry);
  }

  static SessionInstruments of(Supplier<List<Metric>> metrics, OpenTelemetry telemetry) {
    return new SessionInstruments(metrics, telemetry.getMeter(METER));
  }

  private static ObservableDoubleMeasurement instrument(Meter meter, Metric metric) {
    String unit = UCUM.getOrDefault(metric.unit(), metric.unit());
    if (metric.kind() == Metric.Kind.COUNTER) {
      DoubleCounterBuilder counter =
          meter.counterBuilder(metric.name()).ofDoubles().setDescription(metric.description());
      return (unit.isEmpty() ? counter : counter.setUnit(unit)).buildObserver();
    }
    DoubleGaugeBuilder gauge =
        meter.gaugeBuilder(metric.name()).setDescription(metric.description());
    return (unit.isEmpty() ? gauge : gauge.setUnit(unit)).buildObserver();
  }

  private void observe() {
    for (Metric metric : metrics.get()) {
      ObservableDoubleMeasurement instrument = instruments.get(metric.name());
      if (instrument != null && !Double.isNaN(metric.value())) {
        instrument.record(metric.value(), attributes(metric));
      }
    }
  }

  private static Attributes attributes(Metric metric) {
    AttributesBuilder attributes = Attributes.builder();
    metric.tags().forEach(attributes::put);
    return attributes.build();
  }

  /** Nothing is recorded from now on. The session goes on. */
  @Override
  public void close() {
    // A callback that is closed twice warns in the log.
    if (closed.compareAndSet(false, true)) {
      callback.close();
    }
  }
}
