package org.quorate.cli.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.Metric.Kind;
import org.quorate.cli.observe.EnergyMetrics;
import org.quorate.cli.observe.EnergyReport;

/** What the agent exports, by its page and to a collector. Stateless. */
final class AgentMetrics {
  private AgentMetrics() {}

  /**
   * All metrics.
   *
   * @param seen of the keyspaces, and of levels that are published
   * @param energy of the hosts; empty where it is not known
   * @param age of the last reading in seconds; NaN before the first
   */
  static List<Metric> of(
      List<Metric> seen,
      Optional<EnergyReport> energy,
      boolean isReady,
      double age,
      History.Counts history) {
    List<Metric> all = new ArrayList<>(seen);
    energy.map(EnergyMetrics::of).ifPresent(all::addAll);
    all.add(
        gauge(
            "quorate.agent.ready",
            "",
            "1 while the last reading still counts, and levels that are to be published are.",
            isReady ? 1 : 0));
    if (!Double.isNaN(age)) {
      all.add(gauge("quorate.agent.reading.age", "seconds", "Age of the last reading.", age));
    }
    all.add(
        gauge(
            "quorate.agent.history.failing",
            "",
            "1 while the history cannot be written.",
            history.isFailing() ? 1 : 0));
    all.add(
        gauge(
            "quorate.agent.history.waiting.rows",
            "",
            "Rows in memory until the history can be written.",
            (double) history.waitingRows()));
    all.add(
        gauge(
            "quorate.agent.history.size",
            "bytes",
            "Files of the history.",
            (double) history.bytes()));
    all.add(
        new Metric(
            "quorate.agent.history.lost.rows",
            Kind.COUNTER,
            "",
            "Rows that were given up, because memory for them was used up.",
            Map.of(),
            (double) history.lostRows()));
    return List.copyOf(all);
  }

  private static Metric gauge(String name, String unit, String description, double value) {
    return new Metric(name, Kind.GAUGE, unit, description, Map.of(), value);
  }
}
