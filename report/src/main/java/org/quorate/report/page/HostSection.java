package org.quorate.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.SpreadChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Counter;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;

/**
 * Power and processor use of hosts: smallest, mean and largest over all hosts and seconds of each
 * cell, as figure 3 of the 2015 paper has them, and host by host in a table, with the requests that
 * its nodes coordinated.
 */
final class HostSection implements PageSection {
  /** As the cap of clock frequencies is called in results. */
  private static final String FREQUENCY = "cpufreq";

  private final Context context;
  private final List<CellSummary> cells;
  private final List<CapResult> caps;

  HostSection(Context context) {
    this.context = context;
    cells =
        context.cells().stream()
            .filter(cell -> cell.energy() != null && !cell.energy().hosts().isEmpty())
            .toList();
    caps =
        context.runs().stream()
            .map(RunResult::coldCap)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
  }

  @Override
  public String id() {
    return "hosts";
  }

  @Override
  public String title() {
    return "Hosts";
  }

  boolean isEmpty() {
    return cells.isEmpty() && caps.isEmpty();
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    if (cells.isEmpty()) {
      return charts;
    }
    for (CellGroup group : context.groups()) {
      add(
          charts,
          group,
          "host-power",
          "Power of hosts, " + EnergyOrigin.text(cells),
          "watts of one host in one second: smallest, mean, largest",
          CellEnergy.Host::watts,
          Numbers::tick,
          false);
    }
    for (CellGroup group : context.groups()) {
      add(
          charts,
          group,
          "host-use",
          "Use of hosts\u2019 processors",
          "share of a host\u2019s processors in one second: smallest, mean, largest",
          CellEnergy.Host::utilisation,
          Numbers::wholePercent,
          true);
    }
    return charts;
  }

  private void add(
      List<Chart> charts,
      CellGroup group,
      String name,
      String title,
      String axis,
      Function<CellEnergy.Host, CellEnergy.@Nullable Range> range,
      DoubleFunction<String> format,
      boolean fromZero) {
    List<SpreadChart.Row> rows = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      overall(cell, range)
          .ifPresent(
              all ->
                  rows.add(
                      new SpreadChart.Row(
                          group.label(cell),
                          context.look(cell),
                          all.smallest(),
                          all.mean(),
                          all.largest(),
                          format.apply(all.mean()),
                          cell.label()
                              + "\nsmallest "
                              + format.apply(all.smallest())
                              + ", mean "
                              + format.apply(all.mean())
                              + ", largest "
                              + format.apply(all.largest()))));
    }
    if (!rows.isEmpty()) {
      charts.add(
          new SpreadChart(
              group.name(name),
              group.title(title),
              "A line for each cell from the smallest to the largest second of any host, with a"
                  + " marker at the mean.",
              axis,
              format,
              fromZero,
              rows));
    }
  }

  /** Over all hosts of a cell. */
  private static Optional<CellEnergy.Range> overall(
      CellSummary cell, Function<CellEnergy.Host, CellEnergy.@Nullable Range> range) {
    CellEnergy energy = cell.energy();
    List<CellEnergy.Range> ranges =
        energy == null
            ? List.of()
            : energy.hosts().stream().map(range).filter(Objects::nonNull).toList();
    return ranges.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CellEnergy.Range(
                ranges.stream().mapToDouble(CellEnergy.Range::smallest).min().orElseThrow(),
                ranges.stream().mapToDouble(CellEnergy.Range::mean).average().orElseThrow(),
                ranges.stream().mapToDouble(CellEnergy.Range::largest).max().orElseThrow()));
  }

  @Override
  public void write(Html html) {
    caps(html);
    if (cells.isEmpty()) {
      return;
    }
    html.open("p", "class", "lead");
    html.text(
        "Whether the load lies evenly on the hosts: the wider a line, the farther apart are the"
            + " busiest and the idlest second of any host. Over all whole seconds of all runs. ");
    EnergyOrigin.badges(html, cells);
    html.text(" ");
    Source.SYSTEM.write(html);
    html.close().newline();
    Figures.write(html, context, charts());
    table(html);
  }

  /** What slowed the cold pool down, and whether it really was. */
  private void caps(Html html) {
    for (CapResult cap : caps) {
      html.open("p");
      html.text(
          "Runs with a cap of cold nodes of "
              + Numbers.wholePercent(cap.asked())
              + " were capped by a "
              + (cap.by().equals(FREQUENCY)
                  ? "clock frequency"
                  : cap.by() + ", not a clock frequency")
              + ": "
              + cap.detail()
              + "; read back: "
              + Numbers.wholePercent(cap.readBack())
              + ".");
      html.close().newline();
    }
    if (caps.stream().anyMatch(cap -> !cap.by().equals(FREQUENCY))) {
      html.open("p");
      html.text(
          "A quota makes a processor wait, a lower clock makes it slower and saves voltage too; so"
              + " these runs show what slower cold nodes do to requests, and not what they would"
              + " save.");
      html.close().newline();
    }
  }

  private void table(Html html) {
    Table table =
        new Table("Hosts of each cell, smallest, mean and largest second", "Cell", true)
            .words("Host")
            .number("Smallest", "W")
            .number("Mean", "W")
            .number("Largest", "W")
            .number("Smallest use", "%")
            .number("Mean use", "%")
            .number("Largest use", "%");
    boolean coordinated =
        context.runs().stream().anyMatch(run -> run.total(Counter.COORDINATED) != null);
    if (coordinated) {
      table.number("Coordinated least", "% of a run").number("Coordinated most", "% of a run");
    }
    for (CellSummary cell : cells) {
      for (CellEnergy.Host host : Objects.requireNonNull(cell.energy()).hosts()) {
        CellEnergy.Range use = host.utilisation();
        List<Table.Value> values = new ArrayList<>();
        Collections.addAll(
            values,
            new Table.Value(host.host(), String.join(", ", host.nodes()), Double.NaN),
            number(host.watts().smallest(), 1),
            number(host.watts().mean(), 1),
            number(host.watts().largest(), 1),
            number(use == null ? Double.NaN : use.smallest(), 100),
            number(use == null ? Double.NaN : use.mean(), 100),
            number(use == null ? Double.NaN : use.largest(), 100));
        if (coordinated) {
          DoubleSummaryStatistics shares = coordinated(cell, host);
          boolean known = shares.getCount() > 0;
          values.add(number(known ? shares.getMin() : Double.NaN, 100));
          values.add(number(known ? shares.getMax() : Double.NaN, 100));
        }
        table.row(cell.label(), context.look(cell), values);
      }
    }
    table.write(html);
  }

  /** Which shares of the requests of a run the nodes of a host coordinated, where that is known. */
  private DoubleSummaryStatistics coordinated(CellSummary cell, CellEnergy.Host host) {
    DoubleSummaryStatistics shares = new DoubleSummaryStatistics();
    for (RunResult run : context.runs(cell)) {
      Long all = run.total(Counter.COORDINATED);
      Long here = run.total(Counter.COORDINATED, host.nodes()::contains);
      if (all != null && here != null && all > 0) {
        shares.accept((double) here / all);
      }
    }
    return shares;
  }

  private static Table.Value number(double value, double factor) {
    return Table.Value.of(Numbers.of(value * factor), value);
  }
}
