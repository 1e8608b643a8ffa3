package org.quorate.micrometer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.metric.Metric;

/**
 * The metrics of a session by name and tags. A registry asks for one value at a time, and a session
 * makes all of its metrics at once; so what it made serves for a second. Thread-safe: two threads
 * may look at the session at the same time, which does no harm.
 */
final class MetricsReading {
  /** For how long values serve. */
  static final Duration FRESH = Duration.ofSeconds(1);

  /** What tells one metric from the others. */
  record Key(String name, Map<String, String> tags) {
    static Key of(Metric metric) {
      return new Key(metric.name(), metric.tags());
    }
  }

  private record Look(long at, Map<Key, Double> values) {}

  private final Supplier<List<Metric>> metrics;
  private final LongSupplier nanoTime;
  private volatile @Nullable Look last;

  MetricsReading(Supplier<List<Metric>> metrics, LongSupplier nanoTime) {
    this.metrics = metrics;
    this.nanoTime = nanoTime;
  }

  /** All of them, as they are now. */
  List<Metric> metrics() {
    return metrics.get();
  }

  /** The value of one, at most a second old; NaN where it is not known or there is no such. */
  double value(Key key) {
    return look().values().getOrDefault(key, Double.NaN);
  }

  private Look look() {
    long now = nanoTime.getAsLong();
    Look known = last;
    if (known != null && now - known.at() < FRESH.toNanos()) {
      return known;
    }
    Map<Key, Double> values = new HashMap<>();
    metrics.get().forEach(metric -> values.put(Key.of(metric), metric.value()));
    Look made = new Look(now, values);
    last = made;
    return made;
  }
}
