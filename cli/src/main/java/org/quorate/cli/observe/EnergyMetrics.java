package org.quorate.cli.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.cassandra.metric.Metric;
import org.quorate.power.energy.LiveUse;

/** What the hosts of a cluster draw, for dashboards; what is not known is left out. Stateless. */
final class EnergyMetrics {
  private EnergyMetrics() {}

  static List<Metric> of(EnergyReport report) {
    LiveUse use = report.use();
    List<Metric> metrics = new ArrayList<>();
    use.joulesByHost()
        .forEach(
            (host, joules) ->
                metrics.add(
                    new Metric(
                        "quorate",
                        Metric.Kind.COUNTER,
                        "joules",
                        "Energy of a host, over the time in which that of all hosts is known.",
                        Map.of("host", host, "origin", EnergyText.origin(use)),
                        joules)));
    metrics.add(
        seconds(
            "quorate.energy.known",
            "Time in which the energy of all hosts is known.",
            use.seconds()));
    metrics.add(
        seconds(
            "quorate.energy.unknown",
            "Time in which the energy of some host is not known.",
            use.unknownSeconds()));
    gauge(
        metrics,
        "quorate.power",
        "watts",
        "Of all hosts, over the latest window.",
        use.latestWatts());
    gauge(
        metrics,
        "quorate.operation.energy",
        "joules",
        "Of all hosts, for each operation on the observed tables, over the latest window.",
        use.latestJoulesPerOperation());
    return List.copyOf(metrics);
  }

  private static Metric seconds(String name, String description, double value) {
    return new Metric(name, Metric.Kind.COUNTER, "seconds", description, Map.of(), value);
  }

  private static void gauge(
      List<Metric> metrics, String name, String unit, String description, double value) {
    if (!Double.isNaN(value)) {
      metrics.add(new Metric(name, Metric.Kind.GAUGE, unit, description, Map.of(), value));
    }
  }
}
