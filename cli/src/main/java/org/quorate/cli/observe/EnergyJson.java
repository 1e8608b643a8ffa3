package org.quorate.cli.observe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.power.energy.LiveUse;

/**
 * What the hosts of a cluster drew, for programs; null is what is not known.
 *
 * @param origin {@code measured} or {@code estimated}
 * @param relativeError how far off the joules may be, as a share of them
 * @param dataCenters the parts of each; empty where it is not known which host is in which
 * @param perOperation all that the hosts drew over the reads and writes of the observed tables
 * @param gramsPerMillionOperations of CO2 equivalent
 * @param carbonUnknownSeconds in which nobody has said what electricity emits
 * @param boundary what is, and is not, part of the joules
 */
record EnergyJson(
    String origin,
    String scope,
    double joules,
    double seconds,
    double unknownSeconds,
    @Nullable Double meanWatts,
    @Nullable Double relativeError,
    Map<String, Double> joulesByHost,
    List<DataCenterJson> dataCenters,
    @Nullable PerOperationJson perOperation,
    @Nullable Double gramsPerMillionOperations,
    @Nullable String carbonSource,
    @Nullable Double carbonUnknownSeconds,
    @Nullable String boundary,
    List<String> notes) {
  /**
   * Joules per operation.
   *
   * @param highest null where nothing was done in some window
   */
  record PerOperationJson(
      double mean, double lowest, @Nullable Double highest, double operations, int windows) {}

  /**
   * A data centre; what its meters say is null where it has none.
   *
   * @param perOperation over the reads and writes that its nodes coordinated
   * @param nodesWithoutMeter their addresses
   */
  record DataCenterJson(
      String dataCenter,
      int nodes,
      List<String> nodesWithoutMeter,
      @Nullable String origin,
      @Nullable Double joules,
      @Nullable Double seconds,
      @Nullable Double unknownSeconds,
      @Nullable Double meanWatts,
      @Nullable PerOperationJson perOperation) {
    static DataCenterJson of(DataCenterEnergy center) {
      Optional<LiveUse> use = center.use();
      return new DataCenterJson(
          center.name(),
          center.nodes(),
          center.unmetered(),
          use.map(EnergyText::origin).orElse(null),
          use.map(LiveUse::joules).orElse(null),
          use.map(LiveUse::seconds).orElse(null),
          use.map(LiveUse::unknownSeconds).orElse(null),
          use.map(LiveUse::meanWatts).filter(Double::isFinite).orElse(null),
          use.flatMap(LiveUse::perOperation).map(EnergyJson::perOperation).orElse(null));
    }
  }

  static EnergyJson of(EnergyReport report) {
    LiveUse use = report.use();
    return new EnergyJson(
        EnergyText.origin(use),
        EnergyText.scope(use),
        use.joules(),
        use.seconds(),
        use.unknownSeconds(),
        finite(use.meanWatts()),
        finite(use.error().level()),
        use.joulesByHost(),
        report.dataCenters().stream().map(DataCenterJson::of).toList(),
        use.perOperation().map(EnergyJson::perOperation).orElse(null),
        report.gramsPerOperation().map(grams -> grams * 1e6).orElse(null),
        report.carbonSource().orElse(null),
        report.carbonSource().map(known -> use.emitted().unknownSeconds()).orElse(null),
        report.boundary().orElse(null),
        use.notes());
  }

  private static PerOperationJson perOperation(LiveUse.PerOperation per) {
    return new PerOperationJson(
        per.mean(), per.lowest(), finite(per.highest()), per.operations(), per.windows());
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }
}
