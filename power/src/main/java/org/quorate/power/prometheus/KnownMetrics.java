package org.quorate.power.prometheus;

import java.util.List;
import java.util.Optional;
import org.quorate.power.Scope;
import org.quorate.power.metric.MetricUnit;

/**
 * Metrics of power or energy of a whole host, as common exporters name them. Where an exporter has
 * several of the same scope, the better one comes first.
 *
 * <p>Sources: the documentation of metrics of Kepler 0.9 and 0.10 and later, of Scaphandre 1.0, of
 * ipmi_exporter, and node_exporter's collectors rapl and hwmon.
 */
final class KnownMetrics {
  static final List<KnownMetric> ALL =
      List.of(
          // Zones contain one another (core is in package), so that one alone is taken.
          KnownMetric.of(
                  "Kepler from 0.10",
                  "kepler_node_cpu_joules_total",
                  MetricUnit.JOULE,
                  Scope.PROCESSOR)
              .taking("zone", "package(-[0-9]+)?")
              .adding(),
          // What a management controller told Kepler; several of its numbers may overlap.
          KnownMetric.of("Kepler from 0.10", "kepler_platform_watts", MetricUnit.WATT, Scope.HOST),
          // One series per package and mode, idle and dynamic, which together are the package.
          KnownMetric.of(
                  "Kepler to 0.9",
                  "kepler_node_package_joules_total",
                  MetricUnit.JOULE,
                  Scope.PROCESSOR)
              .adding()
              .estimatedWhere("kepler_node_info", "components_power_source", ".*estimator.*"),
          // From RAPL: the counter of the platform where there is one, else processors and memory.
          KnownMetric.of(
              "Scaphandre",
              "scaph_host_energy_microjoules",
              MetricUnit.MICROJOULE,
              Scope.PROCESSOR),
          KnownMetric.of(
              "Scaphandre", "scaph_host_power_microwatts", MetricUnit.MICROWATT, Scope.PROCESSOR),
          // The same counters, once by registers and once by memory-mapped input and output.
          KnownMetric.of(
                  "node_exporter",
                  "node_rapl_package_joules_total",
                  MetricUnit.JOULE,
                  Scope.PROCESSOR)
              .repeating("path", ".*mmio.*")
              .adding(),
          // ACPI's power meter; the same metric also has graphics cards.
          KnownMetric.of(
                  "node_exporter", "node_hwmon_power_average_watt", MetricUnit.WATT, Scope.HOST)
              .taking("chip", ".*(acpi000d|power_meter).*"),
          KnownMetric.of(
              "ipmi_exporter",
              "ipmi_dcmi_power_consumption_current_watts",
              MetricUnit.WATT,
              Scope.HOST));

  private KnownMetrics() {}

  static Optional<KnownMetric> named(String metric) {
    return ALL.stream().filter(row -> row.metric().equals(metric)).findFirst();
  }
}
