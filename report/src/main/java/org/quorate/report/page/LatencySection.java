package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.NinesChart;
import org.quorate.report.format.Kinds;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellSummary;

/** Response times by kind of operation: distributions by nines, and percentiles in tables. */
record LatencySection(Context context) implements PageSection {
  private static final int MOST_CHARTS = 12;
  private static final int MOST_OPEN = 4;

  /** Distributions that one chart can tell apart. */
  private static final int MOST_LINES = 8;

  @Override
  public String id() {
    return "latency";
  }

  @Override
  public String title() {
    return "Latency";
  }

  @Override
  public List<Chart> charts() {
    return all().stream().limit(MOST_CHARTS).toList();
  }

  private List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    for (CellGroup group : context.groups(MOST_LINES)) {
      for (String kind : Kinds.all(context.cells())) {
        List<NinesChart.Series> series = series(kind, group);
        if (!series.isEmpty()) {
          charts.add(
              new NinesChart(
                  "latency-"
                      + kind.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "-")
                      + "-"
                      + (charts.size() + 1),
                  group.title(Kinds.name(kind)),
                  "Response time at each percentile, one line for each cell.",
                  series));
        }
      }
    }
    return charts;
  }

  private List<NinesChart.Series> series(String kind, CellGroup group) {
    List<NinesChart.Series> series = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      List<Long> nanos = cell.distributionByKind().get(kind);
      Latencies latencies = cell.responseByKind().getOrDefault(kind, Latencies.NONE);
      if (nanos != null && latencies.count() > 0) {
        series.add(
            new NinesChart.Series(cell.label(), context.look(cell), nanos, latencies.count()));
      }
    }
    return series;
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Lower is quicker; to the right comes the tail, each step ten times rarer than the one"
            + " before, as far as there are enough operations to say. "
            + (context.openLoop()
                ? "Response time counts from the scheduled instant, so waiting for a slow store is"
                    + " in it"
                    + (context.mixedLoops() ? " (in a closed loop, from the invocation)" : "")
                    + "; service time counts from the invocation."
                : "In a closed loop response time counts from the invocation.")
            + context.untilAccepted(),
        Source.CLIENT);
    List<Chart> charts = charts();
    boolean many = context.crowded() && charts.size() > MOST_OPEN;
    Figures.write(html, many ? charts.subList(0, MOST_OPEN) : charts);
    if (many) {
      html.open("details", "class", "fold");
      html.element(
          "summary", ValueText.plural(charts.size() - MOST_OPEN, "more chart", "more charts"));
      Figures.write(html, charts.subList(MOST_OPEN, charts.size()));
      html.close().newline();
    }
    int left = all().size() - charts.size();
    if (left > 0) {
      PageSection.note(
          html, left + " more of these charts are left out; the tables have all cells.");
    }
    for (String kind : Kinds.all(context.cells())) {
      table(html, kind);
    }
  }

  private void table(Html html, String kind) {
    TimeUnits unit = context.latencyUnit();
    Table table =
        new Table(Kinds.name(kind) + ": response time", "Cell", true).number("Operations", "");
    for (String column : List.of("Mean", "p50", "p90", "p95", "p99", "p99.9", "Max")) {
      table.number(column, unit.symbol());
    }
    if (context.openLoop()) {
      table.number("Service p50", unit.symbol()).number("Service p99", unit.symbol());
    }
    for (CellSummary cell : context.cells()) {
      Latencies response = cell.responseByKind().getOrDefault(kind, Latencies.NONE);
      long count = response.count();
      List<Table.Value> values = new ArrayList<>();
      values.add(ValueText.count(count));
      values.add(ValueText.time(unit, response.mean(), count));
      values.add(ValueText.time(unit, response.p50(), count));
      values.add(ValueText.time(unit, response.p90(), count));
      values.add(ValueText.time(unit, response.p95(), count));
      values.add(ValueText.time(unit, response.p99(), count));
      values.add(ValueText.time(unit, response.p999(), count));
      values.add(ValueText.time(unit, response.max(), count));
      if (context.openLoop()) {
        Latencies service = cell.serviceByKind().getOrDefault(kind, Latencies.NONE);
        values.add(ValueText.time(unit, service.p50(), service.count()));
        values.add(ValueText.time(unit, service.p99(), service.count()));
      }
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
  }
}
