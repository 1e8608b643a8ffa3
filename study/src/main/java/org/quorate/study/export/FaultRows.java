package org.quorate.study.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.WindowVerdict;

/**
 * One line of {@code faults.csv} per cell and phase, and the windows in a cell's line of {@code
 * cells.csv}. Stateless.
 */
final class FaultRows {
  private FaultRows() {}

  static List<CsvTable.Row> of(CellSummary cell) {
    List<CsvTable.Row> rows = new ArrayList<>();
    CellWindows windows = cell.windows();
    if (windows == null) {
      return rows;
    }
    for (FaultPhase phase : windows.phases()) {
      CsvTable.Row row = new CsvTable.Row();
      row.put("cell", cell.label());
      cell.cell().forEach(row::put);
      row.put("phase", phase.number())
          .put("begins_with", phase.name())
          .put("from_second", phase.from())
          .put("to_second", phase.to());
      WindowCounts counts = phase.counts();
      row.put("reads_judged", counts.reads()).put("stale_reads", counts.staleReads());
      CellRows.estimate("stale_rate", phase.staleRate(), row);
      row.put("failed_reads", counts.failedReads())
          .put("writes", counts.writes())
          .put("failed_writes", counts.failedWrites());
      CellRows.estimate("succeeded_per_second", phase.succeededPerSecond(), row);
      CellRows.estimate("replica_reads_asked_per_read", phase.replicaReadsPerRead(), row);
      counts
          .sentReads()
          .forEach(
              (level, sent) ->
                  row.put("reads_sent_at_" + level.name().toLowerCase(Locale.ROOT), sent));
      CellRows.estimate("read_service_p99_ms", phase.readP99(), row);
      CellRows.estimate("write_service_p99_ms", phase.writeP99(), row);
      rows.add(row);
    }
    return rows;
  }

  static void windows(@Nullable CellWindows windows, CsvTable.Row row) {
    if (windows == null) {
      return;
    }
    CellRows.estimate("replica_reads_asked_per_read", windows.replicaReadsPerRead(), row);
    if (windows.tolerance() != null) {
      row.put("tolerance", windows.tolerance());
    }
    for (WindowVerdict verdict : windows.verdicts()) {
      String of = "windows_of_" + verdict.seconds() + "_s";
      row.put(of, verdict.windows()).put("broken_" + of, verdict.broken());
      CellRows.estimate("kept_share_of_" + of, verdict.kept(), row);
    }
  }
}
