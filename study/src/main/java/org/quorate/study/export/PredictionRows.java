package org.quorate.study.export;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.study.prediction.CellFeatures;
import org.quorate.study.prediction.CellPrediction;
import org.quorate.study.prediction.FixedPredictions;
import org.quorate.study.prediction.HeldOutCell;
import org.quorate.study.prediction.ModelKind;
import org.quorate.study.prediction.PredictedValue;

/** One line of a table of predictions per held-out cell. Stateless. */
final class PredictionRows {
  private static final String SECONDS = "seconds_per_operation";
  private static final String JOULES = "joules_per_operation";

  private PredictionRows() {}

  /** A cell before it is looked at. */
  static CsvTable.Row of(CellPrediction cell, FixedPredictions predictions) {
    CsvTable.Row row = new CsvTable.Row();
    CellFeatures features = cell.features();
    row.put("cell", features.cell().label());
    features.cell().levels().forEach(row::put);
    row.put("clients", features.clients())
        .put("hosts", features.hosts())
        .put("replica_operations_per_operation", features.replicaOperations())
        .put("remote_wait_seconds", features.remoteWait())
        .put("model", predictions.model().text())
        .put("fitted_cells", predictions.fittedCells())
        .put("confidence", predictions.confidence());
    value("predicted_" + SECONDS, cell.time(), row);
    value("predicted_" + JOULES, cell.energy(), row);
    cell.others()
        .forEach(
            (kind, rival) ->
                row.put(column(kind, SECONDS), rival.secondsPerOperation())
                    .put(column(kind, JOULES), rival.joulesPerOperation()));
    return row;
  }

  /** The same with what was measured. */
  static CsvTable.Row of(HeldOutCell cell, FixedPredictions predictions) {
    CsvTable.Row row =
        of(cell.prediction(), predictions)
            .put("runs", cell.measured().runs())
            .put("measured_" + SECONDS, cell.measured().secondsPerOperation())
            .put("time_error", cell.timeError())
            .put("time_covered", cell.isTimeCovered())
            .put("measured_" + JOULES, cell.measured().joulesPerOperation())
            .put("energy_error", cell.energyError())
            .put("energy_covered", cell.isEnergyCovered());
    for (ModelKind kind : cell.prediction().others().keySet()) {
      row.put(column(kind, "time_error"), cell.timeError(kind))
          .put(column(kind, "energy_error"), cell.energyError(kind));
    }
    return row;
  }

  private static void value(String name, @Nullable PredictedValue value, CsvTable.Row row) {
    row.put(name, value == null ? null : value.value())
        .put(name + "_low", value == null ? null : value.interval().low())
        .put(name + "_high", value == null ? null : value.interval().high());
  }

  private static String column(ModelKind kind, String what) {
    return kind.name().toLowerCase(Locale.ROOT) + "_" + what;
  }
}
