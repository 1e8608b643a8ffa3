package org.quorate.power.kwollect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;
import org.quorate.power.metric.MetricUnit;

/**
 * What one of Grid'5000's metrics of power is.
 *
 * @param metric its name there
 * @param averaging the time that a point is the mean of, stamped with its start; zero for an
 *     instant
 * @param resolution in watts or joules; 0 where it is not known
 */
record KnownMetric(
    String metric, MetricUnit unit, Scope scope, Duration averaging, double resolution) {
  private static final List<KnownMetric> ALL =
      List.of(
          new KnownMetric(
              "wattmetre_power_watt", MetricUnit.WATT, Scope.WALL, Duration.ofSeconds(1), 0.1),
          new KnownMetric("pdu_outlet_power_watt", MetricUnit.WATT, Scope.WALL, Duration.ZERO, 1),
          new KnownMetric("bmc_node_power_watt", MetricUnit.WATT, Scope.HOST, Duration.ZERO, 1),
          new KnownMetric(
              "bmc_node_power_watthour_total",
              MetricUnit.WATT_HOUR,
              Scope.HOST,
              Duration.ZERO,
              3600));

  static Optional<KnownMetric> named(String metric) {
    return ALL.stream().filter(known -> known.metric().equals(metric)).findFirst();
  }

  Channel channel(String name) {
    Channel plain = unit.channel(name, scope);
    Channel stepped =
        new Channel(
            name,
            plain.quantity(),
            scope,
            plain.origin(),
            true,
            resolution,
            plain.wrapsAt(),
            plain.stamp(),
            plain.averaging());
    return averaging.isZero() ? stepped : stepped.averagedOver(averaging, Stamp.START);
  }
}
