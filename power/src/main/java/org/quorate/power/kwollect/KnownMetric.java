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
 *     instant at which the device was asked
 * @param resolution in watts or joules; 0 where it is not known
 * @param spacing how far apart its points lie; zero where that is not known
 */
record KnownMetric(
    String metric,
    MetricUnit unit,
    Scope scope,
    Duration averaging,
    double resolution,
    Duration spacing) {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration BMC = Duration.ofSeconds(5);

  private static final List<KnownMetric> ALL =
      List.of(
          new KnownMetric("wattmetre_power_watt", MetricUnit.WATT, Scope.WALL, SECOND, 0.1, SECOND),
          new KnownMetric(
              "pdu_outlet_power_watt", MetricUnit.WATT, Scope.WALL, Duration.ZERO, 1, SECOND),
          new KnownMetric(
              "bmc_node_power_watt", MetricUnit.WATT, Scope.HOST, Duration.ZERO, 1, BMC),
          new KnownMetric(
              "bmc_node_power_watthour_total",
              MetricUnit.WATT_HOUR,
              Scope.HOST,
              Duration.ZERO,
              3600,
              BMC));

  static Optional<KnownMetric> named(String metric) {
    return ALL.stream().filter(known -> known.metric().equals(metric)).findFirst();
  }

  /** The same, whose points lie so far apart where that is not known. */
  KnownMetric orSpaced(Duration distance) {
    return spacing.isZero()
        ? new KnownMetric(metric, unit, scope, averaging, resolution, distance)
        : this;
  }

  Channel channel(String name) {
    Channel stepped = unit.channel(name, scope).inStepsOf(resolution);
    return averaging.isZero()
        ? stepped.sampledEvery(spacing)
        : stepped.averagedOver(averaging, Stamp.START).spaced(spacing);
  }
}
