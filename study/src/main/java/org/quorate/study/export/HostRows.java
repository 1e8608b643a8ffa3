package org.quorate.study.export;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.Counter;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.RunResult;

/** One line of {@code hosts.csv} per host of each run whose energy is known. Stateless. */
final class HostRows {
  private HostRows() {}

  static List<CsvTable.Row> of(RunResult run) {
    List<CsvTable.Row> rows = new ArrayList<>();
    EnergyResult energy = run.energy();
    if (energy == null) {
      return rows;
    }
    for (HostResult host : energy.hosts()) {
      CsvTable.Row row = new CsvTable.Row();
      row.put("run", run.sequence()).put("repetition", run.repetition());
      run.cell().forEach(row::put);
      row.put("host", host.host())
          .put("nodes", String.join(" ", host.nodes()))
          .put("from", energy.from())
          .put("to", energy.to())
          .put("origin", host.origin())
          .put("relative_error", host.relativeError())
          .put("comparison_error", host.comparisonError())
          .put("dynamic_error", host.dynamicError())
          .put("joules", host.joules())
          .put("resolution_joules", host.resolutionJoules())
          .put("idle_watts", energy.idleWatts().get(host.host()))
          .put("processor_seconds", host.processorSeconds())
          .put("effective_samples", host.effectiveSamples())
          .put("refresh_seconds", host.refreshSeconds())
          .put("imputed_seconds", host.imputedSeconds());
      AfterResult after = energy.after();
      if (after != null) {
        row.put("joules_after", joules(after.energy(), host.host()));
      }
      range("watts", host.wattsBySecond(), row);
      range("utilisation", host.utilisationBySecond(), row);
      row.put("coordinated", run.total(Counter.COORDINATED, host.nodes()::contains));
      rows.add(row);
    }
    return rows;
  }

  private static double joules(EnergyResult energy, String name) {
    return energy.hosts().stream()
        .filter(host -> host.host().equals(name))
        .mapToDouble(HostResult::joules)
        .sum();
  }

  private static void range(String name, List<Double> seconds, CsvTable.Row row) {
    DoubleSummaryStatistics all =
        seconds.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    boolean any = all.getCount() > 0;
    row.put(name + "_smallest_second", any ? all.getMin() : null)
        .put(name + "_mean_second", any ? all.getAverage() : null)
        .put(name + "_largest_second", any ? all.getMax() : null);
  }
}
