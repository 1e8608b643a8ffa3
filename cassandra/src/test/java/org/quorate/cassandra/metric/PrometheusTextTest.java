package org.quorate.cassandra.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  @Test
  void metricsOfOneNameStandTogether() {
    Metric carts = level("shop.carts", 1);
    Metric pairs =
        new Metric("quorate.pairs", Metric.Kind.COUNTER, "", "Pairs.", Map.of("table", "a\"b"), 7);
    assertThat(PrometheusText.of(List.of(carts, pairs, level("shop.orders", Double.NaN))))
        .isEqualTo(
            """
            # HELP quorate_propagation_time_seconds How long.
            # TYPE quorate_propagation_time_seconds gauge
            quorate_propagation_time_seconds{table="shop.carts"} 1.0
            quorate_propagation_time_seconds{table="shop.orders"} NaN
            # HELP quorate_pairs_total Pairs.
            # TYPE quorate_pairs_total counter
            quorate_pairs_total{table="a\\"b"} 7.0
            """);
  }

  private static Metric level(String table, double value) {
    return new Metric(
        "quorate.propagation.time",
        Metric.Kind.GAUGE,
        "seconds",
        "How long.",
        Map.of("table", table),
        value);
  }
}
