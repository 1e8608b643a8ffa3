package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.Metric;
import org.quorate.core.freshness.FreshnessKeeper;
import org.quorate.core.freshness.FreshnessObjective;
import org.quorate.core.replica.RingShares;

class FreshnessMetricsTest {
  private final FreshnessKeeper keeper = new FreshnessKeeper(FreshnessObjective.DEFAULT);

  private List<Metric> metrics() {
    return FreshnessMetrics.of("shop.carts", keeper.at(0));
  }

  @Test
  void namesAndTagsAreTheSameBeforeAnythingIsKnown() {
    Function<Metric, String> named = metric -> metric.name() + metric.tags();
    List<String> before = metrics().stream().map(named).toList();
    assertThat(metrics())
        .filteredOn(metric -> metric.name().equals("quorate.freshness.burn.rate"))
        .extracting(Metric::value)
        .containsExactly(Double.NaN, Double.NaN);
    keeper.written(100, new RingShares(0.002, 0, 0), 1, 0);
    assertThat(metrics())
        .extracting(named)
        .containsExactlyElementsOf(before)
        .doesNotHaveDuplicates();
  }

  @Test
  void theBurnRateIsOfTheBudget() {
    keeper.written(100, new RingShares(0.002, 0, 0), 1, 0);
    assertThat(metrics())
        .filteredOn(metric -> metric.name().equals("quorate.freshness.burn.rate"))
        .allSatisfy(metric -> assertThat(metric.value()).isBetween(1.999, 2.001))
        .hasSize(2);
    assertThat(metrics())
        .filteredOn(metric -> "down".equals(metric.tags().get("cause")))
        .extracting(Metric::value)
        .containsExactly(0.002);
  }
}
