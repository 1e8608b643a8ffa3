package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.StudySummary;

/** A line for each cell and phase of a study with faults: from each fault to the next. */
final class PhaseTable {
  private record Line(CellSummary cell, FaultPhase phase) {}

  private final List<Line> lines = new ArrayList<>();
  private final Style style;

  PhaseTable(StudySummary study, Style style) {
    this.style = style;
    for (CellSummary cell : study.cells()) {
      CellWindows windows = cell.windows();
      if (windows != null) {
        windows.phases().forEach(phase -> lines.add(new Line(cell, phase)));
      }
    }
  }

  /** The table with an empty line before it; nothing for a study without faults. */
  String render(int width) {
    if (lines.isEmpty()) {
      return "";
    }
    TextTable<Line> table =
        new TextTable<>(
            "phase", lines, line -> line.cell().label() + ": " + line.phase().name(), style);
    table.percent("stale", "%", 100, line -> line.phase().staleRate());
    table.mean("replica", "asked/rd", 95, line -> line.phase().replicaReadsPerRead());
    table.add("failed", "ops", 90, line -> Numbers.count(line.phase().counts().failed()));
    table.mean("succeeded", "ops/s", 80, line -> line.phase().succeededPerSecond());
    table.mean("read", "p99 ms", 70, line -> line.phase().readP99());
    table.mean("write", "p99 ms", 60, line -> line.phase().writeP99());
    return "\n" + table.render(width);
  }
}
