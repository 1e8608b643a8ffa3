package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.Look;
import org.quorate.report.chart.RangeChart;
import org.quorate.report.chart.StackChart;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;

/** How busy the machine was, with what, and what delay the links really had. */
final class MachineSection implements PageSection {
  private static final int MOST_LINKS = 40;
  private static final List<String> PARTS =
      List.of("servers", "load generator", "links", "others", "idle");

  private final Context context;
  private final List<LinkTotals> links;

  MachineSection(Context context) {
    this.context = context;
    links = LinkTotals.of(context.study().runs());
  }

  @Override
  public String id() {
    return "machine";
  }

  @Override
  public String title() {
    return "The machine";
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>(shareCharts());
    if (!links.isEmpty()) {
      charts.add(delays());
    }
    return charts;
  }

  private List<Chart> shareCharts() {
    if (context.crowded()) {
      return List.of();
    }
    List<Chart> charts = new ArrayList<>();
    for (CellGroup group : context.groups()) {
      if (group.cells().stream().anyMatch(cell -> shares(cell).length > 0)) {
        charts.add(shares(group));
      }
    }
    return charts;
  }

  private Chart shares(CellGroup group) {
    List<StackChart.Row> rows = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      double[] shares = shares(cell);
      if (shares.length == 0) {
        continue;
      }
      StringBuilder hover = new StringBuilder(cell.label());
      List<Double> sizes = new ArrayList<>();
      for (int i = 0; i < shares.length; i++) {
        sizes.add(shares[i]);
        hover.append("\n").append(PARTS.get(i)).append(" ");
        hover.append(Numbers.wholePercent(shares[i]));
      }
      rows.add(
          new StackChart.Row(
              group.label(cell),
              context.look(cell),
              sizes,
              Numbers.wholePercent(1 - shares[4]) + " busy",
              hover.toString()));
    }
    return new StackChart(
        group.name("machine"),
        group.title("Where processor time went"),
        "A bar for each cell, divided into servers, load generator, links, others and idle.",
        "share of all processor time, mean over runs",
        Numbers::wholePercent,
        PARTS,
        "p",
        rows);
  }

  /**
   * Shares of servers, generator, links, others and idle, over the runs in which all are known;
   * empty without one.
   */
  private double[] shares(CellSummary cell) {
    double[] shares = new double[5];
    int known = 0;
    for (RunResult run : context.runs(cell)) {
      MachineResult machine = run.machine();
      Double servers = machine.serversShare();
      if (servers == null) {
        continue;
      }
      known++;
      double named = servers + machine.generatorShare() + machine.linksShare();
      shares[0] += servers;
      shares[1] += machine.generatorShare();
      shares[2] += machine.linksShare();
      shares[3] += Math.max(0, machine.busyShare() - named);
      shares[4] += Math.max(0, 1 - Math.max(machine.busyShare(), named));
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= Math.max(1, known);
    }
    return known == 0 ? new double[0] : shares;
  }

  private Chart delays() {
    List<RangeChart.Row> rows = new ArrayList<>();
    for (LinkTotals link : links.subList(0, Math.min(links.size(), MOST_LINKS))) {
      String label = link.from() + " \u2192 " + link.to();
      rows.add(
          new RangeChart.Row(
              links.stream().map(LinkTotals::configured).distinct().count() > 1
                  ? label + " (" + link.configured() + ")"
                  : label,
              Look.NEUTRAL,
              link.p50(),
              link.p90(),
              link.p99(),
              constant(link.configured()),
              TimeUnits.text(link.p50()),
              label
                  + "\nconfigured "
                  + link.configured()
                  + "\np50 "
                  + TimeUnits.text(link.p50())
                  + ", p90 "
                  + TimeUnits.text(link.p90())
                  + ", p99 "
                  + TimeUnits.text(link.p99())));
    }
    return new RangeChart(
        "links",
        "Delay that messages really had in each link",
        "Median, 90th and 99th percentile of the achieved one-way delay of each link.",
        "one way: median, 90th, 99th percentile; dashed: configured",
        false,
        rows);
  }

  /** The configured delay where it is one duration, otherwise NaN. */
  private static double constant(String configured) {
    try {
      return Durations.parse(configured).toNanos();
    } catch (IllegalArgumentException e) {
      return Double.NaN;
    }
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "A machine near 100 % busy measures itself as much as the store. Shares are of all"
            + " processor time; links are the relays that delay messages between nodes.",
        Source.SYSTEM,
        Source.LINKS);
    Figures.write(html, shareCharts());
    if (!links.isEmpty()) {
      Figures.write(html, List.of(delays()));
    }
    if (links.size() > MOST_LINKS) {
      PageSection.note(
          html,
          "The chart shows the first "
              + MOST_LINKS
              + " of "
              + links.size()
              + " links; the table has them all.");
    }
    shareTable(html);
    if (links.isEmpty()) {
      PageSection.note(
          html, "Messages between nodes were not relayed, so link delays are not known.");
    } else {
      linkTable(html);
    }
  }

  private void shareTable(Html html) {
    Table table = new Table("Processor time", "Cell", true).number("Busy", "%");
    for (String part : PARTS.subList(0, 4)) {
      table.number(Character.toUpperCase(part.charAt(0)) + part.substring(1), "%");
    }
    for (CellSummary cell : context.cells()) {
      double[] shares = shares(cell);
      List<Table.Value> values = new ArrayList<>();
      values.add(Table.Value.of(Numbers.of(cell.busyShare() * 100), cell.busyShare()));
      for (int i = 0; i < 4; i++) {
        values.add(
            shares.length == 0
                ? Table.Value.of(Numbers.UNKNOWN)
                : Table.Value.of(Numbers.of(shares[i] * 100), shares[i]));
      }
      table.row(cell.label(), context.look(cell), values);
    }
    if (!table.isEmpty()) {
      table.write(html);
    }
  }

  private void linkTable(Html html) {
    TimeUnits unit =
        TimeUnits.forTable(links.stream().mapToDouble(LinkTotals::p99).max().orElse(0));
    Table table =
        new Table("Links, all runs together", "Link", false)
            .words("Configured")
            .number("Messages", "")
            .number("Mean", unit.symbol())
            .number("p50", unit.symbol())
            .number("p90", unit.symbol())
            .number("p99", unit.symbol())
            .number("Max", unit.symbol())
            .number("Carried", "bytes");
    for (LinkTotals link : links) {
      table.row(
          link.from() + " \u2192 " + link.to(),
          Look.NEUTRAL,
          List.of(
              Table.Value.of(link.configured()),
              ValueText.count(link.messages()),
              ValueText.time(unit, link.mean(), link.messages()),
              ValueText.time(unit, link.p50(), link.messages()),
              ValueText.time(unit, link.p90(), link.messages()),
              ValueText.time(unit, link.p99(), link.messages()),
              ValueText.time(unit, link.max(), link.messages()),
              Table.Value.of(ByteSizes.format(link.bytes()), link.bytes())));
    }
    table.write(html);
    PageSection.note(
        html,
        "Percentiles are those of the single runs, averaged by messages; mean and maximum are of"
            + " all messages.");
  }
}
