package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.ScatterChart;
import org.quorate.report.format.Kinds;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** The trade-off on one chart, and every cell in one table. */
record OverviewSection(Context context) implements PageSection {
  /** Where there are more cells, points are named only by what colour and marker do not tell. */
  private static final int MOST_FULL_LABELS = 10;

  @Override
  public String id() {
    return "overview";
  }

  @Override
  public String title() {
    if (context.cells().size() < 2) {
      return "At a glance";
    }
    return context.hasHistory() ? "The trade-off" : "Speed and latency";
  }

  @Override
  public List<Chart> charts() {
    return context.cells().size() < 2 ? List.of() : List.of(chart());
  }

  private Chart chart() {
    boolean stale = context.hasHistory();
    List<ScatterChart.Point> points = new ArrayList<>();
    boolean many = context.crowded();
    boolean crowded = context.cells().size() > MOST_FULL_LABELS;
    for (CellSummary cell : context.cells()) {
      String rest = context.looks().rest(cell.cell());
      Mean y = stale ? cell.staleRate() : latency(cell);
      if (y != null) {
        points.add(
            new ScatterChart.Point(
                many ? "" : crowded && !rest.isEmpty() ? rest : cell.label(),
                context.look(cell),
                cell.throughput(),
                y,
                hover(cell)));
      }
    }
    return new ScatterChart(
        "trade-off",
        stale ? "Stale reads against throughput" : "Latency against throughput",
        "Each point is one cell of the study; lines are 95 % intervals over runs.",
        "operations per second that succeeded  \u2192 faster",
        stale
            ? "stale reads, share of reads (log scale)  \u2193 fresher"
            : "99th percentile of response time (log scale)  \u2193 quicker",
        "no stale read seen",
        stale ? share -> Numbers.tick(share * 100) + "\u00a0%" : TimeUnits::tick,
        false,
        points);
  }

  private @Nullable Mean latency(CellSummary cell) {
    String kind = context.readKind() != null ? context.readKind() : context.writeKind();
    Latencies latencies = kind == null ? null : cell.responseByKind().get(kind);
    return latencies == null || latencies.count() == 0
        ? null
        : new Mean(latencies.p99(), Double.NaN, Double.NaN, cell.runs());
  }

  private static String hover(CellSummary cell) {
    String text =
        cell.label() + "\n" + ValueText.line("", cell.throughput(), "operations/s").strip();
    return cell.staleRate() == null ? text : text + "\n" + ValueText.staleRate(cell);
  }

  @Override
  public void write(Html html) {
    if (charts().isEmpty()) {
      tiles(html);
    } else {
      PageSection.lead(
          html,
          context.hasHistory()
              ? "Further right is faster, further down is fresher; cells in the band at the bottom"
                  + " returned no stale read at all. Lines are 95 % intervals over runs."
              : "Further right is faster, further down is quicker. No history was taken, so nothing"
                  + " is known here about stale reads.");
      if (context.crowded()) {
        PageSection.note(
            html, "Cells are many: their names are under the pointer and in the table.");
      }
      Figures.write(html, charts());
    }
    table(html);
    html.open("p", "class", "note");
    html.text(
        "Smaller numbers are 95 % intervals over runs (Student\u2019s t). Throughput and latency"
            + " are measured at the client; stale reads are an exact count over the recorded"
            + " history; replica reads are the servers\u2019 own counters; processor time is the"
            + " operating system\u2019s.");
    if (EnergyOrigin.isKnown(context.cells())) {
      html.text(" Energy is ");
      EnergyOrigin.badges(html, context.cells());
      html.text(".");
    }
    html.close();
  }

  private void tiles(Html html) {
    CellSummary cell = context.cells().get(0);
    html.open("ul", "class", "tiles");
    tile(html, Numbers.of(cell.throughput().mean()), "operations per second");
    String read = context.readKind();
    if (read != null) {
      Latencies latencies = cell.responseByKind().getOrDefault(read, Latencies.NONE);
      tile(html, TimeUnits.text(latencies.p50()), "median response time of reads");
      tile(html, TimeUnits.text(latencies.p99()), "99th percentile of reads");
    }
    if (cell.staleRate() != null) {
      tile(html, Numbers.percent(cell.staleRate().mean()), "of reads were stale");
    }
    html.close();
  }

  private static void tile(Html html, String value, String name) {
    html.open("li").element("strong", value).element("span", name).close();
  }

  private void table(Html html) {
    Table table = new Table("All cells", "Cell", true).wholeNames();
    boolean open = context.openLoop();
    TimeUnits unit = context.latencyUnit();
    if (open) {
      table.number("Offered", "ops/s");
    }
    table.number(open ? "Achieved" : "Throughput", "ops/s");
    String read = context.readKind();
    String write = context.writeKind();
    for (String kind : kinds(read, write)) {
      String name = Kinds.name(kind);
      table.number(name + " p50", unit.symbol()).number(name + " p99", unit.symbol());
    }
    if (context.hasHistory()) {
      table.number("Stale reads", "% of reads");
    }
    table.number("Replica reads", "per read").number("Processor", "\u00b5s/op");
    boolean energy = EnergyOrigin.isKnown(context.cells());
    if (energy) {
      table.number("Energy", "J/op" + (EnergyOrigin.isEstimated(context.cells()) ? ", est." : ""));
    }
    for (CellSummary cell : context.cells()) {
      List<Table.Value> values = new ArrayList<>();
      if (open) {
        values.add(
            cell.offered() == null
                ? Table.Value.of(Numbers.UNKNOWN)
                : Table.Value.of(Numbers.of(cell.offered().mean()), cell.offered().mean()));
      }
      values.add(ValueText.estimate(cell.throughput()));
      for (String kind : kinds(read, write)) {
        Latencies latencies = cell.responseByKind().getOrDefault(kind, Latencies.NONE);
        values.add(ValueText.time(unit, latencies.p50(), latencies.count()));
        values.add(ValueText.time(unit, latencies.p99(), latencies.count()));
      }
      if (context.hasHistory()) {
        values.add(ValueText.share(cell.staleRate()));
      }
      values.add(
          Table.Value.of(
              Numbers.of(cell.replicaReadsPerRead().mean()), cell.replicaReadsPerRead().mean()));
      values.add(
          Table.Value.of(
              Numbers.of(cell.processorMicrosPerOperation().mean()),
              cell.processorMicrosPerOperation().mean()));
      if (energy) {
        values.add(
            cell.energy() == null
                ? Table.Value.of(Numbers.UNKNOWN)
                : ValueText.estimate(cell.energy().joulesPerOperation()));
      }
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
  }

  private static List<String> kinds(@Nullable String read, @Nullable String write) {
    List<String> kinds = new ArrayList<>();
    if (read != null) {
      kinds.add(read);
    }
    if (write != null) {
      kinds.add(write);
    }
    return kinds;
  }
}
