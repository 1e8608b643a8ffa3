package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.MeasureChart;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;

/** Operations per second, and what was offered where load came on a schedule. */
record ThroughputSection(Context context) implements PageSection {
  @Override
  public String id() {
    return "throughput";
  }

  @Override
  public String title() {
    return "Throughput";
  }

  @Override
  public List<Chart> charts() {
    return context.groups().stream().map(this::chart).toList();
  }

  private Chart chart(CellGroup group) {
    List<MeasureChart.Row> rows = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      double offered = cell.offered() == null ? Double.NaN : cell.offered().mean();
      String hover =
          cell.label() + "\n" + ValueText.line("", cell.throughput(), "operations/s").strip();
      rows.add(
          new MeasureChart.Row(
              group.label(cell),
              context.look(cell),
              cell.throughput(),
              context.runs(cell).stream().map(RunResult::achievedPerSecond).toList(),
              offered,
              Numbers.of(cell.throughput().mean()),
              Double.isNaN(offered) ? hover : hover + "\noffered " + Numbers.of(offered) + "/s"));
    }
    return new MeasureChart(
        group.name("throughput"),
        group.title("Operations that succeeded per second"),
        "A bar for each cell with its 95 % interval over runs, each run as a small tick.",
        context.openLoop()
            ? "operations per second; dashed line: offered"
            : "operations per second",
        MeasureChart.Style.BARS,
        Numbers::tick,
        rows);
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Longer bars are faster; the marker is the mean over runs, the line through it the 95 %"
            + " interval, and each small tick below is one run."
            + (context.openLoop()
                ? " The dashed line is the rate that was offered"
                    + (context.mixedLoops() ? ", where load came on a schedule." : ".")
                : " Load came in a closed loop: each client sent its next operation when the one"
                    + " before was done."),
        Source.CLIENT);
    Figures.write(html, context, charts());
    boolean open = context.openLoop();
    Table table = new Table("Throughput", "Cell", true).number("Runs", "");
    if (open) {
      table.number("Offered", "ops/s");
    }
    table.number("Achieved", "ops/s").number("Slowest run", "ops/s").number("Fastest run", "ops/s");
    if (open) {
      table.number("Schedule lag p50", context.latencyUnit().symbol());
      table.number("Schedule lag p99", context.latencyUnit().symbol());
    }
    for (CellSummary cell : context.cells()) {
      table.row(cell.label(), context.look(cell), row(cell, open));
    }
    table.write(html);
  }

  private List<Table.Value> row(CellSummary cell, boolean open) {
    var range =
        context.runs(cell).stream().mapToDouble(RunResult::achievedPerSecond).summaryStatistics();
    boolean none = range.getCount() == 0;
    double slowest = none ? Double.NaN : range.getMin();
    double fastest = none ? Double.NaN : range.getMax();
    List<Table.Value> values = new ArrayList<>();
    values.add(ValueText.count(cell.runs()));
    if (open) {
      values.add(ValueText.estimate(cell.offered()));
    }
    values.add(ValueText.estimate(cell.throughput()));
    values.add(Table.Value.of(Numbers.of(slowest), slowest));
    values.add(Table.Value.of(Numbers.of(fastest), fastest));
    if (open) {
      TimeUnits unit = context.latencyUnit();
      values.add(ValueText.time(unit, cell.lag().p50(), cell.lag().count()));
      values.add(ValueText.time(unit, cell.lag().p99(), cell.lag().count()));
    }
    return values;
  }
}
