package org.quorate.study.export;

import org.quorate.core.statistics.RateAccuracy;
import org.quorate.core.statistics.RateCheck;
import org.quorate.study.plan.Cell;
import org.quorate.study.summary.StaleCheck;

/** One line of {@code predictions.csv} per window of a run and model. Stateless. */
final class StaleCheckRows {
  private StaleCheckRows() {}

  static CsvTable.Row of(StaleCheck check) {
    RateCheck rate = check.rate();
    CsvTable.Row row = new CsvTable.Row();
    row.put("cell", new Cell(check.cell()).label());
    check.cell().forEach(row::put);
    return row.put("run", check.sequence())
        .put("repetition", check.repetition())
        .put("from_second", check.fromSecond())
        .put("to_second", check.toSecond())
        .put("reads_judged", rate.trials())
        .put("stale_reads", rate.events())
        .put("model", check.model())
        .put("readings", check.readings())
        .put("predicted", rate.predicted())
        .put("predicted_low", rate.low())
        .put("predicted_high", rate.high())
        .put("held", rate.held(RateAccuracy.NOMINAL));
  }
}
