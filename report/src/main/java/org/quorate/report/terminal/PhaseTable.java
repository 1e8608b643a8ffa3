package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.Mean;
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
    List<String> labels =
        lines.stream()
            .map(line -> style.plain(line.cell().label() + ": " + line.phase().name()))
            .toList();
    List<TextTable.Column> columns = new ArrayList<>();
    add(columns, "stale", "%", 100, phase -> percent(phase.staleRate()));
    add(columns, "replica", "asked/rd", 95, phase -> mean(phase.replicaReadsPerRead()));
    add(columns, "failed", "ops", 90, phase -> Numbers.count(phase.counts().failed()));
    add(columns, "succeeded", "ops/s", 80, phase -> mean(phase.succeededPerSecond()));
    add(columns, "read", "p99 ms", 70, phase -> mean(phase.readP99()));
    add(columns, "write", "p99 ms", 60, phase -> mean(phase.writeP99()));
    return "\n" + new TextTable("phase", labels, columns, style).render(width);
  }

  private void add(
      List<TextTable.Column> columns,
      String name,
      String unit,
      int weight,
      Function<FaultPhase, String> value) {
    columns.add(
        new TextTable.Column(
            style.plain(name),
            style.plain(unit),
            weight,
            lines.stream().map(line -> style.plain(value.apply(line.phase()))).toList()));
  }

  private static String mean(@Nullable Mean estimate) {
    return estimate == null ? Numbers.UNKNOWN : Numbers.of(estimate.mean());
  }

  private static String percent(@Nullable Mean share) {
    return share == null ? Numbers.UNKNOWN : Numbers.of(share.mean() * 100);
  }
}
