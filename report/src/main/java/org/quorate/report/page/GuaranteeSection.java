package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.MeasureChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** Session guarantees: what one client saw of its own writes and of its own earlier reads. */
record GuaranteeSection(Context context) implements PageSection {
  @Override
  public String id() {
    return "sessions";
  }

  @Override
  public String title() {
    return "Session guarantees";
  }

  @Override
  public List<Chart> charts() {
    if (context.crowded()) {
      return List.of();
    }
    List<Chart> charts = new ArrayList<>();
    if (any(StalenessResult::readYourWritesViolations)) {
      charts.addAll(
          charts(
              "read-your-writes",
              "Reads that missed the same client\u2019s own write",
              StalenessResult::readYourWritesViolations));
    }
    if (any(StalenessResult::monotonicReadsViolations)) {
      charts.addAll(
          charts(
              "monotonic-reads",
              "Reads older than what the same client had read",
              StalenessResult::monotonicReadsViolations));
    }
    return charts;
  }

  private boolean any(ToLongFunction<StalenessResult> count) {
    return context.cells().stream()
        .anyMatch(cell -> cell.staleness() != null && count.applyAsLong(cell.staleness()) > 0);
  }

  private List<Chart> charts(String name, String title, ToLongFunction<StalenessResult> count) {
    return context.groups().stream()
        .filter(
            group ->
                group.cells().stream()
                    .map(CellSummary::staleness)
                    .anyMatch(GuaranteeSection::judged))
        .map(group -> chart(group, name, title, count))
        .toList();
  }

  private static boolean judged(@Nullable StalenessResult result) {
    return result != null && result.reads() > 0;
  }

  private Chart chart(
      CellGroup group, String name, String title, ToLongFunction<StalenessResult> count) {
    List<MeasureChart.Row> rows = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      StalenessResult result = cell.staleness();
      if (result == null || result.reads() == 0) {
        continue;
      }
      long violations = count.applyAsLong(result);
      double share = (double) violations / result.reads();
      rows.add(
          new MeasureChart.Row(
              group.label(cell),
              context.look(cell),
              new Mean(share, Double.NaN, Double.NaN, cell.runs()),
              List.of(),
              Double.NaN,
              Numbers.count(violations),
              cell.label()
                  + "\n"
                  + Numbers.count(violations)
                  + " of "
                  + Numbers.count(result.reads())
                  + " reads ("
                  + Numbers.percent(share)
                  + ")"));
    }
    return new MeasureChart(
        group.name(name),
        group.title(title),
        "A point for each cell; cells without a violation stand at zero.",
        "share of reads (log scale; zero has its own place)",
        MeasureChart.Style.LOG_POINTS,
        share -> Numbers.tick(share * 100) + "\u00a0%",
        rows);
  }

  @Override
  public void write(Html html) {
    if (!context.hasHistory()) {
      html.element("p", "No history was taken, so nothing is known here.", "class", "lead");
      return;
    }
    PageSection.lead(
        html,
        "Read your writes: a client\u2019s read missed its own earlier write. Monotonic reads: a"
            + " read returned something older than the same client had already seen.",
        Source.ORACLE);
    if (!any(StalenessResult::readYourWritesViolations)
        && !any(StalenessResult::monotonicReadsViolations)) {
      PageSection.note(html, "No client saw either of the two in any run.");
    } else {
      Figures.write(html, charts());
    }
    Table table =
        new Table("Session guarantees", "Cell", true)
            .number("Reads judged", "")
            .number("Missed own write", "reads")
            .number("Missed own write", "% of reads")
            .number("Went back in time", "reads")
            .number("Went back in time", "% of reads");
    for (CellSummary cell : context.cells()) {
      StalenessResult result = cell.staleness();
      if (result == null) {
        continue;
      }
      double reads = Math.max(1, result.reads());
      double own = result.readYourWritesViolations() / reads;
      double back = result.monotonicReadsViolations() / reads;
      table.row(
          cell.label(),
          context.look(cell),
          List.of(
              ValueText.count(result.reads()),
              ValueText.count(result.readYourWritesViolations()),
              Table.Value.of(Numbers.of(own * 100), own),
              ValueText.count(result.monotonicReadsViolations()),
              Table.Value.of(Numbers.of(back * 100), back)));
    }
    table.write(html);
  }
}
