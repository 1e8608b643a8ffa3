package org.quorate.cli.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.cassandra.metric.Metric;
import org.quorate.power.energy.LiveUse;

/** What the hosts of a cluster draw, for dashboards; what is not known is left out. Stateless. */
public final class EnergyMetrics {
  private EnergyMetrics() {}

  /** What is known; counters are since the meters were opened. */
  public static List<Metric> of(EnergyReport report) {
    LiveUse use = report.use();
    List<Metric> metrics = new ArrayList<>();
    use.joulesByHost()
        .forEach(
            (host, joules) ->
                metrics.add(
                    new Metric(
                        "quorate.host.energy",
                        Metric.Kind.COUNTER,
                        "joules",
                        "Energy of a host, over the time in which that of all hosts is known.",
                        Map.of("host", host, "origin", EnergyText.origin(use)),
                        joules)));
    add(metrics, use, "quorate.", "all hosts", "on the observed tables", Map.of());
    report.dataCenters().forEach(center -> add(metrics, center));
    return List.copyOf(metrics);
  }

  private static void add(List<Metric> metrics, DataCenterEnergy center) {
    Map<String, String> tags = Map.of("data_center", center.name());
    gauge(
        metrics,
        "quorate.data.center.nodes.unmetered",
        "",
        "Nodes of a data centre that are on no host with a meter, so that no number has them.",
        tags,
        center.unmetered().size());
    center
        .use()
        .ifPresent(
            use -> {
              metrics.add(
                  new Metric(
                      "quorate.data.center.hosts.energy",
                      Metric.Kind.COUNTER,
                      "joules",
                      "Energy of a data centre's hosts with meters, over the time in which that of"
                          + " all these is known.",
                      Map.of("data_center", center.name(), "origin", EnergyText.origin(use)),
                      use.joules()));
              add(
                  metrics,
                  use,
                  "quorate.data.center.",
                  "a data centre's hosts with meters",
                  "that its nodes coordinated",
                  tags);
            });
  }

  private static void add(
      List<Metric> metrics,
      LiveUse use,
      String prefix,
      String hosts,
      String operations,
      Map<String, String> tags) {
    metrics.add(
        seconds(
            prefix + "energy.known",
            "Time in which the energy of " + hosts + " is known.",
            tags,
            use.seconds()));
    metrics.add(
        seconds(
            prefix + "energy.unknown",
            "Time in which the energy of " + hosts + " is not known, since that of one is not.",
            tags,
            use.unknownSeconds()));
    gauge(
        metrics,
        prefix + "power",
        "watts",
        "Of " + hosts + ", over the latest window.",
        tags,
        use.latestWatts());
    gauge(
        metrics,
        prefix + "operation.energy",
        "joules",
        "Of " + hosts + ", for each operation " + operations + ", over the latest window.",
        tags,
        use.latestJoulesPerOperation());
  }

  private static Metric seconds(
      String name, String description, Map<String, String> tags, double value) {
    return new Metric(name, Metric.Kind.COUNTER, "seconds", description, tags, value);
  }

  private static void gauge(
      List<Metric> metrics,
      String name,
      String unit,
      String description,
      Map<String, String> tags,
      double value) {
    if (!Double.isNaN(value)) {
      metrics.add(new Metric(name, Metric.Kind.GAUGE, unit, description, tags, value));
    }
  }
}
