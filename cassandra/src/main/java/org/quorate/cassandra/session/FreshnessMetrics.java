package org.quorate.cassandra.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.cassandra.metric.Metric;
import org.quorate.core.freshness.Freshness;
import org.quorate.core.freshness.FreshnessCause;

/** What a session tells a dashboard of how fresh a table's writes were. Stateless. */
final class FreshnessMetrics {
  private static final String SHARE =
      "Share of the writes of an hour that was visible at every replica within the bound.";

  private FreshnessMetrics() {}

  static List<Metric> of(String table, Freshness found) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(share(table, "estimate", found.visible()));
    metrics.add(share(table, "low", found.interval().low()));
    metrics.add(share(table, "high", found.interval().high()));
    metrics.add(
        SessionMetrics.gauge(
            "quorate.freshness.objective",
            "",
            "Share of the writes that is asked for.",
            Map.of("table", table),
            found.objective().share()));
    for (FreshnessCause cause : FreshnessCause.values()) {
      metrics.add(
          lost(
              table,
              SessionMetrics.lowerCase(cause),
              found.rest().getOrDefault(cause, Double.NaN)));
    }
    metrics.add(lost(table, "unknown", found.unknown()));
    metrics.add(burn(table, "fast", found.fastBurn()));
    metrics.add(burn(table, "slow", found.slowBurn()));
    return metrics;
  }

  private static Metric share(String table, String bound, double value) {
    return SessionMetrics.gauge(
        "quorate.freshness", "", SHARE, Map.of("table", table, "bound", bound), value);
  }

  private static Metric lost(String table, String cause, double value) {
    return SessionMetrics.gauge(
        "quorate.freshness.lost",
        "",
        "Share of the writes of an hour that was not, by cause; of which it is unknown, of all.",
        Map.of("table", table, "cause", cause),
        value);
  }

  private static Metric burn(String table, String window, double value) {
    return SessionMetrics.gauge(
        "quorate.freshness.burn.rate",
        "",
        "Share of the error budget spent over its share of time, in 5 minutes and in an hour.",
        Map.of("table", table, "window", window),
        value);
  }
}
