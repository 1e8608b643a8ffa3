package org.quorate.report.page;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.MeasureChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** The exact stale-read rate of every cell. */
record StaleRateSection(Context context) implements PageSection {
  @Override
  public String id() {
    return "stale-reads";
  }

  @Override
  public String title() {
    return "Stale reads";
  }

  private List<Double> rates(CellSummary cell) {
    return Measure.STALE_RATE.of(context.runs(cell));
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (CellGroup group : context.groups()) {
      List<MeasureChart.Row> rows = rows(group);
      if (!rows.isEmpty()) {
        charts.add(
            new MeasureChart(
                group.name("stale-reads"),
                group.title("Stale reads, share of reads"),
                "A point for each cell with its 95 % interval over runs, each run as a small tick;"
                    + " cells without a stale read stand at zero.",
                "share of reads (log scale; zero has its own place on the left)",
                MeasureChart.Style.LOG_POINTS,
                share -> Numbers.tick(share * 100) + "\u00a0%",
                rows));
      }
    }
    return charts;
  }

  private List<MeasureChart.Row> rows(CellGroup group) {
    List<MeasureChart.Row> rows = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      StalenessResult staleness = cell.staleness();
      Mean rate = cell.staleRate();
      if (staleness != null && rate != null && staleness.reads() > 0) {
        rows.add(
            new MeasureChart.Row(
                group.label(cell),
                context.look(cell),
                rate,
                rates(cell),
                Double.NaN,
                Numbers.percent(rate.mean()),
                cell.label() + "\n" + ValueText.staleRate(cell)));
      }
    }
    return rows;
  }

  @Override
  public void write(Html html) {
    if (charts().isEmpty()) {
      boolean history = context.cells().stream().anyMatch(cell -> cell.staleness() != null);
      html.element(
          "p",
          history
              ? "No read of a single row was judged, so nothing is known about stale reads."
              : "No history was taken in this study, so nothing is known about stale reads.",
          "class",
          "lead");
      return;
    }
    PageSection.lead(
        html,
        "A read is stale when it returns a version older than the newest write that had completed"
            + " before the read began. Points further left are fresher; zero means that not one"
            + " of the judged reads was stale, and the line beside it ends at the rate that so"
            + " many reads could still have hidden (rule of three).",
        Source.ORACLE);
    Figures.write(html, context, charts());
    Table table =
        new Table("Stale reads", "Cell", true)
            .number("Reads judged", "")
            .number("Stale", "reads")
            .number("Rate", "% of reads")
            .number("Lowest run", "%")
            .number("Highest run", "%")
            .number("Empty reads", "no row")
            .number("Unknown versions", "reads");
    for (CellSummary cell : context.cells()) {
      StalenessResult staleness = cell.staleness();
      if (staleness == null || cell.staleRate() == null) {
        continue;
      }
      DoubleSummaryStatistics rates =
          rates(cell).stream().mapToDouble(Double::doubleValue).summaryStatistics();
      double lowest = rates.getCount() == 0 ? Double.NaN : rates.getMin();
      double highest = rates.getCount() == 0 ? Double.NaN : rates.getMax();
      table.row(
          cell.label(),
          context.look(cell),
          List.of(
              ValueText.count(staleness.reads()),
              ValueText.count(staleness.staleReads()),
              ValueText.share(cell.staleRate()),
              Table.Value.of(Numbers.of(lowest * 100), lowest),
              Table.Value.of(Numbers.of(highest * 100), highest),
              ValueText.count(staleness.emptyReads()),
              ValueText.count(staleness.unknownVersions())));
    }
    table.write(html);
  }
}
