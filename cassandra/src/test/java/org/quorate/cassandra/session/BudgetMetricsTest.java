package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.Metric;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.control.budget.FleetBudget;

class BudgetMetricsTest {
  private static final BudgetStatus BURNING =
      new BudgetStatus(
          Duration.ofMinutes(5),
          0.01,
          1_000,
          4,
          0.5,
          1.75,
          BudgetState.SLOW_BURN,
          0.004,
          1,
          new FleetBudget(3, 4_000, 30, 0.01));

  @Test
  void namesAndTagsAreTheSameWhereThereIsNoBudget() {
    Function<Metric, String> named = metric -> metric.name() + metric.tags();
    List<Metric> none = BudgetMetrics.of("shop.carts", Optional.empty());
    assertThat(BudgetMetrics.of("shop.carts", Optional.of(BURNING)))
        .extracting(named)
        .containsExactlyElementsOf(none.stream().map(named).toList())
        .doesNotHaveDuplicates();
    assertThat(none)
        .filteredOn(metric -> !metric.name().equals("quorate.budget.state"))
        .extracting(Metric::value)
        .containsOnly(Double.NaN);
    assertThat(none)
        .filteredOn(metric -> metric.name().equals("quorate.budget.state"))
        .extracting(Metric::value)
        .containsOnly(0.0);
  }

  @Test
  void howMuchIsSpentHowFastAndWhatIsLeftAreGauges() {
    List<Metric> metrics = BudgetMetrics.of("shop.carts", Optional.of(BURNING));
    assertThat(value(metrics, "quorate.budget.spent", Map.of())).isEqualTo(0.4);
    assertThat(value(metrics, "quorate.budget.fleet.spent", Map.of())).isEqualTo(0.75);
    assertThat(value(metrics, "quorate.budget.aim", Map.of())).isEqualTo(0.004);
    assertThat(value(metrics, "quorate.budget.burn.rate", Map.of("window", "fast"))).isEqualTo(0.5);
    assertThat(value(metrics, "quorate.budget.burn.rate", Map.of("window", "slow")))
        .isEqualTo(1.75);
    assertThat(value(metrics, "quorate.budget.state", Map.of("state", "slow_burn"))).isOne();
    assertThat(value(metrics, "quorate.budget.state", Map.of("state", "calm"))).isZero();
  }

  private static double value(List<Metric> metrics, String name, Map<String, String> tags) {
    return metrics.stream()
        .filter(metric -> metric.name().equals(name))
        .filter(metric -> metric.tags().entrySet().containsAll(tags.entrySet()))
        .mapToDouble(Metric::value)
        .findFirst()
        .orElseThrow();
  }
}
