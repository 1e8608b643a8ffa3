package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cli.agent.Lookout.Look;

final class ReadingMetricsTest {
  private static final long SECOND = 1_000_000_000L;

  private final ReadingMetrics metrics = new ReadingMetrics();

  @Test
  void countersGoOnWhereTheObserverThatSpeaksForTheClusterBeginsAnew() {
    seen(shop(1, 30, 5), audit(1, 10, 6));
    assertThat(text()).contains("quorate_digest_mismatches_total 5.0\n");
    seen(shop(2, 60, 8), audit(2, 20, 9));
    assertThat(text()).contains("quorate_digest_mismatches_total 8.0\n");
    // The shop is observed anew.
    seen(shop(1, 10, 0), audit(3, 30, 11));
    assertThat(text())
        .contains(
            "quorate_digest_mismatches_total 8.0\n",
            "quorate_readings_total 3.0\n",
            "quorate_pairs_total{table=\"shop.carts\"} 70.0\n",
            "quorate_pairs_total{table=\"audit.log\"} 30.0\n");
    seen(shop(2, 20, 3), audit(4, 40, 14));
    assertThat(text()).contains("quorate_digest_mismatches_total 11.0\n");
  }

  @Test
  void whereTheKeyspaceThatSpokeIsGoneAnotherGoesOnFromTheSameSum() {
    seen(shop(1, 0, 5), audit(7, 0, 106));
    seen(Look.failed("shop", true), audit(8, 0, 110));
    assertThat(text()).contains("quorate_digest_mismatches_total 9.0\n");
    seen(shop(1, 0, 1), audit(9, 0, 112));
    assertThat(text()).contains("quorate_digest_mismatches_total 11.0\n");
  }

  @Test
  void countersStayWhileTheClusterIsAwayAndGaugesDoNot() {
    seen(shop(1, 30, 5));
    seen();
    assertThat(text())
        .contains("quorate_digest_mismatches_total 5.0\n", "quorate_pairs_total{")
        .doesNotContain("quorate_reads_rate", "quorate_nodes_down");
  }

  @Test
  void theAgeOfTheLastReadingIsKnownOfEachKeyspace() {
    metrics.seen(List.of(shop(1, 0, 0), Look.failed("audit", true)), 10 * SECOND);
    metrics.seen(List.of(shop(2, 0, 0), Look.failed("audit", true)), 20 * SECOND);
    assertThat(PrometheusText.of(metrics.metrics(25 * SECOND)))
        .contains(
            "quorate_agent_keyspace_reading_age_seconds{keyspace=\"shop\"} 5.0\n",
            "quorate_agent_keyspace_reading_age_seconds{keyspace=\"audit\"} 15.0\n");
  }

  private static Look shop(int number, long pairs, long mismatches) {
    return Look.of("shop", Readings.of("shop.carts", number, 10, 100, pairs, mismatches), true);
  }

  private static Look audit(int number, long pairs, long mismatches) {
    return Look.of("audit", Readings.of("audit.log", number, 10, 100, pairs, mismatches), true);
  }

  private void seen(Look... looks) {
    metrics.seen(List.of(looks), 0);
  }

  private String text() {
    return PrometheusText.of(metrics.metrics(0));
  }
}
