package org.quorate.cli.estimate;

import java.util.List;
import org.quorate.core.forecast.Forecast;
import org.quorate.core.forecast.LevelForecast;
import org.quorate.study.export.CsvTable;

/** Estimates as CSV: a row for each cell or table, load or delay, and level. Stateless. */
final class EstimateRows {
  private EstimateRows() {}

  static CsvTable table(List<Estimated> estimates) {
    CsvTable table = new CsvTable();
    for (Estimated each : estimates) {
      List<Forecast> forecasts = each.swept().isEmpty() ? List.of(each.forecast()) : each.swept();
      for (Forecast forecast : forecasts) {
        forecast.levels().forEach(level -> table.add(row(each.situation(), forecast, level)));
      }
    }
    return table;
  }

  private static CsvTable.Row row(Situation situation, Forecast forecast, LevelForecast level) {
    return new CsvTable.Row()
        .put("label", situation.label())
        .put("replicas", situation.replicas())
        .put("write_level", situation.writeLevel())
        .put("reads_per_second", forecast.readsPerSecond())
        .put("writes_per_second", forecast.writesPerSecond())
        .put("delay_factor", forecast.delayFactor())
        .put("read_level", level.level())
        .put("estimated_stale_rate", level.stale().rate())
        .put("standard_error", level.stale().standardError())
        .put("estimated_stale_rate_low", level.staleInterval().low())
        .put("estimated_stale_rate_high", level.staleInterval().high())
        .put("median_age_seconds", level.medianAgeSeconds())
        .put("age_99_seconds", level.slowAgeSeconds())
        .put("replica_reads_per_read", level.replicas())
        .put("replica_reads_per_second", level.replicaReadsPerSecond());
  }
}
