package org.quorate.cassandra.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.quorate.cassandra.metric.Metric;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.control.budget.BudgetStatus;

/** What a session tells a dashboard of a table's error budget of stale reads. Stateless. */
final class BudgetMetrics {
  private BudgetMetrics() {}

  /**
   * @param found empty where the table has none: all of it is NaN then, and in no state
   */
  static List<Metric> of(String table, Optional<BudgetStatus> found) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(
        SessionMetrics.gauge(
            "quorate.budget.spent",
            "",
            "Share of the window's error budget of stale reads that is spent, estimated.",
            Map.of("table", table),
            value(found, BudgetStatus::spentShare)));
    metrics.add(
        SessionMetrics.gauge(
            "quorate.budget.fleet.spent",
            "",
            "The same of all processes that tell one another, with this one.",
            Map.of("table", table),
            value(found, budget -> budget.fleet().spentShare())));
    metrics.add(burn(table, "fast", value(found, BudgetStatus::fastBurn)));
    metrics.add(burn(table, "slow", value(found, BudgetStatus::slowBurn)));
    metrics.add(
        SessionMetrics.gauge(
            "quorate.budget.aim",
            "",
            "Share of the reads to come that may be expected to be stale.",
            Map.of("table", table),
            value(found, BudgetStatus::aim)));
    for (BudgetState state : BudgetState.values()) {
      metrics.add(
          SessionMetrics.gauge(
              "quorate.budget.state",
              "",
              "1 for the state that the error budget is in, 0 for the others.",
              Map.of("table", table, "state", SessionMetrics.lowerCase(state)),
              found.filter(budget -> budget.state() == state).isPresent() ? 1 : 0));
    }
    return metrics;
  }

  private static Metric burn(String table, String window, double value) {
    return SessionMetrics.gauge(
        "quorate.budget.burn.rate",
        "",
        "Share of the error budget spent over its share of time, in a 25th and a 5th of its window.",
        Map.of("table", table, "window", window),
        value);
  }

  private static double value(Optional<BudgetStatus> of, ToDoubleFunction<BudgetStatus> value) {
    return of.isPresent() ? value.applyAsDouble(of.get()) : Double.NaN;
  }
}
