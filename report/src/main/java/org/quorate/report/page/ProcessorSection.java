package org.quorate.report.page;

import java.util.List;
import org.quorate.report.chart.Chart;
import org.quorate.report.format.Numbers;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;

/** Processor time of the servers for each operation. */
record ProcessorSection(Context context) implements PageSection {
  @Override
  public String id() {
    return "processor";
  }

  @Override
  public String title() {
    return "Processor time";
  }

  @Override
  public List<Chart> charts() {
    if (context.crowded()) {
      return List.of();
    }
    return Bars.of(
        context,
        "processor",
        "Processor time of all servers per operation",
        "microseconds per operation that succeeded",
        CellSummary::processorMicrosPerOperation,
        Measure.PROCESSOR_TIME);
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        (context.crowded() ? "" : "Shorter bars cost less. ")
            + "User and system time of all server processes together, divided by"
            + " the operations that succeeded; background work of the servers is in it.",
        Source.SYSTEM);
    Figures.write(html, charts());
    Table table =
        new Table("Processor time", "Cell", true)
            .number("Processor time", "\u00b5s per operation")
            .number("Operations", "per processor second");
    for (CellSummary cell : context.cells()) {
      double micros = cell.processorMicrosPerOperation().mean();
      table.row(
          cell.label(),
          context.look(cell),
          List.of(
              ValueText.estimate(cell.processorMicrosPerOperation()),
              Table.Value.of(Numbers.of(micros > 0 ? 1e6 / micros : Double.NaN), 1e6 / micros)));
    }
    table.write(html);
    List<RunResult> runs = context.study().runs();
    int unknown = runs.size() - Measure.PROCESSOR_TIME.of(runs).size();
    if (unknown > 0) {
      PageSection.note(
          html,
          ValueText.plural(unknown, "run is", "runs are")
              + " left out, because a server ended or was started anew in the middle and its"
              + " processor time is lost, or because nothing succeeded.");
    }
  }
}
