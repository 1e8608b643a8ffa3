package com.example.cart;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.session.AdaptiveSession;
import org.springframework.stereotype.Component;

/** Hands the session's metrics to every registry of the application. */
@Component
class ReadLevelMetrics implements MeterBinder {
  private final AdaptiveSession session;

  ReadLevelMetrics(AdaptiveSession session) {
    this.session = session;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    List<Metric> metrics = session.metrics();
    for (int i = 0; i < metrics.size(); i++) {
      int place = i;
      ToDoubleFunction<AdaptiveSession> value = now -> now.metrics().get(place).value();
      register(registry, metrics.get(i), value);
    }
  }

  private void register(
      MeterRegistry registry, Metric metric, ToDoubleFunction<AdaptiveSession> value) {
    if (metric.kind() == Metric.Kind.COUNTER) {
      FunctionCounter.Builder<AdaptiveSession> counter =
          FunctionCounter.builder(metric.name(), session, value).description(metric.description());
      metric.tags().forEach(counter::tag);
      counter.register(registry);
    } else {
      Gauge.Builder<AdaptiveSession> gauge =
          Gauge.builder(metric.name(), session, value).description(metric.description());
      if (!metric.unit().isEmpty()) {
        gauge.baseUnit(metric.unit());
      }
      metric.tags().forEach(gauge::tag);
      gauge.register(registry);
    }
  }
}
