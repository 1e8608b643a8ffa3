package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.ScatterChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** Joules of every cell, and what told them. */
final class EnergySection implements PageSection {
  private static final int MOST_LABELS = 8;
  private static final int MOST_NOTES = 20;

  /** Runs are of a fixed number of operations where their numbers differ by no more than this. */
  private static final double SAME_NUMBER = 1.02;

  private static final Mean NOTHING = new Mean(Double.NaN, Double.NaN, Double.NaN, 0);

  private final Context context;
  private final List<CellSummary> cells;

  EnergySection(Context context) {
    this.context = context;
    cells = context.cells().stream().filter(cell -> cell.energy() != null).toList();
  }

  @Override
  public String id() {
    return "energy";
  }

  @Override
  public String title() {
    return "Energy";
  }

  boolean isEmpty() {
    return cells.isEmpty();
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    if (cells.size() > 1) {
      charts.add(againstTime());
    }
    charts.addAll(bars());
    return charts;
  }

  private List<Chart> bars() {
    if (context.crowded()) {
      return List.of();
    }
    List<Chart> bars =
        new ArrayList<>(
            Bars.of(
                context,
                "energy",
                "Energy per operation, " + EnergyOrigin.text(cells),
                "joules of all hosts per operation that succeeded",
                cell -> energy(cell).map(CellEnergy::joulesPerOperation).orElse(NOTHING),
                Measure.ENERGY_PER_OPERATION));
    if (cells.stream()
        .anyMatch(
            cell ->
                energy(cell)
                    .filter(energy -> energy.dynamicJoulesPerOperation().runs() > 0)
                    .isPresent())) {
      bars.addAll(
          Bars.of(
              context,
              "energy-above-idle",
              "Energy above idle per operation, " + EnergyOrigin.text(cells),
              "joules beyond those of waiting, per operation that succeeded",
              cell -> energy(cell).map(CellEnergy::dynamicJoulesPerOperation).orElse(NOTHING),
              Measure.DYNAMIC_ENERGY_PER_OPERATION));
    }
    return bars;
  }

  private static Optional<CellEnergy> energy(CellSummary cell) {
    return Optional.ofNullable(cell.energy());
  }

  /** As figure 1 of the 2015 paper where runs have a fixed number of operations. */
  private Chart againstTime() {
    boolean fixed = isNumberFixed();
    List<ScatterChart.Point> points = new ArrayList<>();
    for (CellSummary cell : cells) {
      CellEnergy energy = Objects.requireNonNull(cell.energy());
      Mean time = fixed ? energy.seconds() : perOperation(cell.throughput());
      Mean joules = fixed ? energy.joules() : energy.joulesPerOperation();
      String rest = context.looks().rest(cell.cell());
      points.add(
          new ScatterChart.Point(
              cells.size() <= MOST_LABELS ? cell.label() : cells.size() <= 30 ? rest : "",
              context.look(cell),
              time,
              joules,
              cell.label()
                  + "\n"
                  + ValueText.line("", joules, fixed ? "J" : "J per operation").strip()
                  + ", "
                  + EnergyOrigin.text(energy)
                  + "\n"
                  + ValueText.line("", time, fixed ? "s" : "ms per operation").strip()));
    }
    return new ScatterChart(
        "energy-and-time",
        (fixed ? "Energy of a run against its time, " : "Energy against time per operation, ")
            + EnergyOrigin.text(cells),
        "Each point is one cell of the study; lines are 95 % intervals over runs.",
        fixed ? "seconds of a run  \u2192 slower" : "milliseconds per operation  \u2192 slower",
        fixed ? "joules of a run  \u2191 dearer" : "joules per operation  \u2191 dearer",
        "nothing drawn",
        Numbers::tick,
        true,
        points);
  }

  private boolean isNumberFixed() {
    LongSummaryStatistics operations =
        context.runs().stream()
            .filter(run -> run.energy() != null)
            .mapToLong(run -> run.succeeded() + run.failed())
            .summaryStatistics();
    return operations.getMin() > 0
        && operations.getMax() <= SAME_NUMBER * (double) operations.getMin();
  }

  /** The time that the cluster spends on one operation, milliseconds. */
  private static Mean perOperation(Mean throughput) {
    return new Mean(
        1e3 / throughput.mean(),
        1e3 / throughput.high(),
        throughput.low() > 0 ? 1e3 / throughput.low() : Double.NaN,
        throughput.runs());
  }

  @Override
  public void write(Html html) {
    html.open("p", "class", "lead");
    html.text(
        "Joules of all hosts of the cluster over a run: "
            + Meters.scopes(context.runs())
            + ". All joules are what is paid for; those above idle are what the load added to"
            + " servers that would have waited otherwise. ");
    EnergyOrigin.badges(html, cells);
    html.close().newline();
    if (EnergyOrigin.isEstimated(cells)) {
      PageSection.note(
          html,
          "Estimated numbers may be off by as much as their badge says. That error is common to all"
              + " cells of one model, so ratios of cells are better known than their joules; all"
              + " the same a ratio within the error is called not distinguishable.");
    }
    List<Chart> bars = bars();
    if (cells.size() > 1) {
      Figures.write(html, List.of(againstTime()));
    }
    Figures.write(html, bars);
    table(html);
    definitions(html);
    Meters.write(html, context.runs());
    notes(html);
  }

  private void table(Html html) {
    boolean cost = cells.stream().anyMatch(cell -> cost(cell) != null);
    boolean carbon = cells.stream().anyMatch(cell -> grams(cell) != null);
    String currency =
        cells.stream()
            .map(cell -> Objects.requireNonNull(cell.energy()).currency())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("");
    Table table =
        new Table("Energy of each cell, " + EnergyOrigin.text(cells), "Cell", true)
            .number("Energy", "J/op")
            .number("Above idle", "J/op")
            .number("Fresh read", "J each")
            .number("SLA/budget", "fresh ops/J")
            .number("Mean power", "W")
            .number("Idle", "W")
            .number("Processor", "\u00b5s/op");
    if (cost) {
      table.number("Cost", currency + " per million ops");
    }
    if (carbon) {
      table.number("Carbon", "g CO\u2082e per million ops");
    }
    table.words("Origin");
    for (CellSummary cell : cells) {
      CellEnergy energy = Objects.requireNonNull(cell.energy());
      List<Table.Value> values =
          new ArrayList<>(
              List.of(
                  ValueText.estimate(energy.joulesPerOperation()),
                  ValueText.estimate(energy.dynamicJoulesPerOperation()),
                  ValueText.estimate(energy.joulesPerFreshRead()),
                  ValueText.estimate(energy.freshOperationsPerJoule()),
                  ValueText.estimate(energy.meanWatts()),
                  ValueText.estimate(energy.idleWatts()),
                  ValueText.estimate(cell.processorMicrosPerOperation())));
      if (cost) {
        values.add(ValueText.estimate(cost(cell)));
      }
      if (carbon) {
        values.add(ValueText.estimate(grams(cell)));
      }
      values.add(Table.Value.of(EnergyOrigin.text(energy)));
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
  }

  private static @Nullable Mean cost(CellSummary cell) {
    return energy(cell).map(CellEnergy::costPerMillionOperations).orElse(null);
  }

  private static @Nullable Mean grams(CellSummary cell) {
    return energy(cell).map(CellEnergy::gramsPerMillionOperations).orElse(null);
  }

  private void definitions(Html html) {
    html.open("p", "class", "note");
    html.text(
        "Per operation: over operations that succeeded. Fresh read: all joules over reads that"
            + " succeeded and were not stale. SLA/budget: ConsistencySLA over EnergyBudget"
            + " (Garc\u00eda-Recuero, 2014), operations without a stale read per joule. Processor"
            + " time is the operating system\u2019s, measured whatever the joules are. Every"
            + " column is defined in ");
    html.element("code", "docs/energy.md").text(".").close().newline();
  }

  private void notes(Html html) {
    Set<String> notes =
        cells.stream()
            .flatMap(cell -> energy(cell).stream())
            .flatMap(energy -> energy.notes().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    if (notes.isEmpty()) {
      return;
    }
    html.element("h3", "Notes on energy");
    html.open("ul", "class", "caveats");
    notes.stream().limit(MOST_NOTES).forEach(note -> html.element("li", note));
    html.close();
    if (notes.size() > MOST_NOTES) {
      PageSection.note(html, "And " + (notes.size() - MOST_NOTES) + " more; see the raw data.");
    }
  }

  /** Hosts of a run, for others that look at them. */
  static List<HostResult> hosts(RunResult run) {
    EnergyResult energy = run.energy();
    return energy == null ? List.of() : energy.hosts();
  }
}
