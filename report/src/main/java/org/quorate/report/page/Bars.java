package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.MeasureChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.measure.Measure;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** Makes the charts that show one measure of every cell as bars from zero. */
final class Bars {
  private Bars() {}

  /** One bar for each cell, without single runs; a chart for each group of cells. */
  static List<Chart> of(
      Context context,
      String name,
      String title,
      String axisTitle,
      Function<CellSummary, Mean> measure) {
    return of(context, name, title, axisTitle, measure, null);
  }

  /**
   * One bar for each cell; a chart for each group of cells.
   *
   * @param ofRuns what each run is shown by, or null for none
   */
  static List<Chart> of(
      Context context,
      String name,
      String title,
      String axisTitle,
      Function<CellSummary, Mean> measure,
      @Nullable Measure ofRuns) {
    List<Chart> charts = new ArrayList<>();
    for (CellGroup group : context.groups()) {
      List<MeasureChart.Row> rows = new ArrayList<>();
      for (CellSummary cell : group.cells()) {
        Mean estimate = measure.apply(cell);
        rows.add(
            new MeasureChart.Row(
                group.label(cell),
                context.look(cell),
                estimate,
                ofRuns == null ? List.of() : ofRuns.of(context.runs(cell)),
                Double.NaN,
                Numbers.of(estimate.mean()),
                cell.label() + "\n" + ValueText.line("", estimate, "").strip()));
      }
      charts.add(
          new MeasureChart(
              group.name(name),
              group.title(title),
              "A bar for each cell with its 95 % interval over runs; the table below has the"
                  + " numbers.",
              axisTitle,
              MeasureChart.Style.BARS,
              Numbers::tick,
              rows));
    }
    return charts;
  }
}
