package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.RangeChart;
import org.quorate.report.chart.StackChart;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;

/** How far behind the stale reads were, in versions and in time. */
final class HowStaleSection implements PageSection {
  private static final List<String> CLASSES =
      List.of("1 version behind", "2", "3", "4\u20135", "6\u201310", "more than 10");
  private static final int[] LAST = {1, 2, 3, 5, 10, Integer.MAX_VALUE};

  private record Stale(CellSummary cell, StalenessResult result) {}

  private final Context context;
  private final List<Stale> stale = new ArrayList<>();

  HowStaleSection(Context context) {
    this.context = context;
    for (CellSummary cell : context.cells()) {
      if (cell.staleness() != null && cell.staleness().staleReads() > 0) {
        stale.add(new Stale(cell, cell.staleness()));
      }
    }
  }

  @Override
  public String id() {
    return "how-stale";
  }

  @Override
  public String title() {
    return "How stale";
  }

  @Override
  public List<Chart> charts() {
    if (context.crowded()) {
      return List.of();
    }
    List<Chart> charts = new ArrayList<>();
    for (CellGroup group : context.groups()) {
      List<Stale> some = stale.stream().filter(one -> group.cells().contains(one.cell)).toList();
      if (!some.isEmpty()) {
        charts.add(versions(group, some));
        charts.add(times(group, some));
      }
    }
    return charts;
  }

  private Chart versions(CellGroup group, List<Stale> some) {
    List<StackChart.Row> rows = new ArrayList<>();
    for (Stale one : some) {
      List<Long> counts = counts(one.result.versionsBehind());
      double total = counts.stream().mapToLong(Long::longValue).sum();
      List<Double> shares = counts.stream().map(n -> total == 0 ? 0 : n / total).toList();
      StringBuilder hover = new StringBuilder(one.cell.label());
      for (int i = 0; i < counts.size(); i++) {
        if (counts.get(i) > 0) {
          hover.append("\n").append(CLASSES.get(i)).append(": ");
          hover.append(ValueText.plural(counts.get(i), "read", "reads"));
        }
      }
      rows.add(
          new StackChart.Row(
              group.label(one.cell),
              context.look(one.cell),
              shares,
              ValueText.plural(one.result.staleReads(), "stale", "stale"),
              hover.toString()));
    }
    return new StackChart(
        group.name("versions-behind"),
        group.title("Versions behind (k)"),
        "Stale reads of each cell by the number of versions they were behind.",
        "share of stale reads",
        Numbers::wholePercent,
        CLASSES,
        "q",
        rows);
  }

  private Chart times(CellGroup group, List<Stale> some) {
    List<RangeChart.Row> rows = new ArrayList<>();
    for (Stale one : some) {
      Latencies time = one.result.timeBehind();
      rows.add(
          new RangeChart.Row(
              group.label(one.cell),
              context.look(one.cell),
              time.p50(),
              time.p90(),
              time.p99(),
              Double.NaN,
              TimeUnits.text(time.p50()),
              one.cell.label()
                  + "\nhalf of the stale reads below "
                  + TimeUnits.text(time.p50())
                  + "\n90 % below "
                  + TimeUnits.text(time.p90())
                  + "\n99 % below "
                  + TimeUnits.text(time.p99())
                  + "\nat most "
                  + TimeUnits.text(time.max())));
    }
    return new RangeChart(
        group.name("time-behind"),
        group.title("Time behind (t)"),
        "Time by which the stale reads of each cell were behind.",
        "median, 90th and 99th percentile (log scale)",
        true,
        rows);
  }

  private static List<Long> counts(Map<Integer, Long> versionsBehind) {
    Long[] counts = {0L, 0L, 0L, 0L, 0L, 0L};
    versionsBehind.forEach(
        (versions, reads) -> {
          int at = 0;
          while (versions > LAST[at]) {
            at++;
          }
          counts[at] += reads;
        });
    return List.of(counts);
  }

  @Override
  public void write(Html html) {
    if (stale.isEmpty()) {
      html.element(
          "p",
          context.hasHistory()
              ? "No cell had a stale read, so there is nothing to measure here."
              : "No history was taken.",
          "class",
          "lead");
      return;
    }
    PageSection.lead(
        html,
        "Two ways to be behind: by how many versions, and for how long the value had been"
            + " superseded when the read began"
            + (context.crowded()
                ? "."
                : " (the marker is the median, the thick line ends at the 90th percentile and the"
                    + " thin one at the 99th)."),
        Source.ORACLE);
    Figures.write(html, charts());
    TimeUnits unit =
        TimeUnits.forTable(
            stale.stream().mapToDouble(one -> one.result.timeBehind().p99()).max().orElse(0));
    Table table = new Table("How stale", "Cell", true).number("Stale reads", "");
    for (String name : CLASSES) {
      table.number(name.replace(" version behind", ""), "behind");
    }
    table
        .number("t p50", unit.symbol())
        .number("t p90", unit.symbol())
        .number("t p99", unit.symbol())
        .number("t max", unit.symbol());
    for (Stale one : stale) {
      List<Table.Value> values = new ArrayList<>();
      values.add(ValueText.count(one.result.staleReads()));
      counts(one.result.versionsBehind()).forEach(count -> values.add(ValueText.count(count)));
      Latencies time = one.result.timeBehind();
      for (long nanos : new long[] {time.p50(), time.p90(), time.p99(), time.max()}) {
        values.add(ValueText.time(unit, nanos, time.count()));
      }
      table.row(one.cell.label(), context.look(one.cell), values);
    }
    table.write(html);
    if (stale.size() < context.cells().size()) {
      PageSection.note(html, "Cells without a stale read are not listed.");
    }
  }
}
