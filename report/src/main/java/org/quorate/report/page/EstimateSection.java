package org.quorate.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.report.chart.AgreementChart;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** What models say the stale-read rate is, beside what the oracle counted. */
final class EstimateSection implements PageSection {
  private static final int[] HUES = {5, 0, 2, 1, 4};

  private final Context context;
  private final List<CellSummary> watched;
  private final List<String> models;

  EstimateSection(Context context) {
    this.context = context;
    watched = context.cells().stream().filter(Adaptation::watched).toList();
    models = Adaptation.models(watched);
  }

  @Override
  public String id() {
    return "estimates";
  }

  @Override
  public String title() {
    return "Estimated and counted";
  }

  boolean isEmpty() {
    return watched.isEmpty();
  }

  @Override
  public List<Chart> charts() {
    List<AgreementChart.Series> series = new ArrayList<>();
    for (String model : models) {
      List<AgreementChart.Point> points = new ArrayList<>();
      for (CellSummary cell : watched) {
        Mean counted = cell.staleRate();
        Mean estimated = cell.estimatedStaleAtLevel().get(model);
        if (counted != null && estimated != null) {
          points.add(new AgreementChart.Point(counted, estimated, hover(cell, model, estimated)));
        }
      }
      Look look = new Look(HUES[series.size() % HUES.length], series.size());
      series.add(new AgreementChart.Series(model, look, points));
    }
    return series.stream().allMatch(each -> each.points().isEmpty())
        ? List.of()
        : List.of(
            new AgreementChart(
                "estimated-and-counted",
                "Estimated against counted",
                "A point for each cell and model: the stale-read rate that the oracle counted"
                    + " across, the model's estimate for the levels in effect up, or what a policy's"
                    + " error budget counted, both on"
                    + " logarithmic axes with a place for zero.",
                "stale reads, share of reads: counted (log scale; zero has its own place)",
                "estimated by models and policies at the levels in effect (log scale)",
                series));
  }

  private static String hover(CellSummary cell, String model, Mean estimated) {
    return cell.label()
        + "\n"
        + model
        + ": "
        + Numbers.percent(estimated.mean())
        + " estimated\n"
        + ValueText.staleRate(cell)
        + ", counted";
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Models estimate from what a monitor sees of the running cluster; the oracle counts in the"
            + " recorded history. On the dashed line an estimate is right, above it says more"
            + " than there was.",
        Source.MODEL,
        Source.ORACLE);
    if (models.contains("harmony")) {
      html.open("p");
      html.text(
          "Formula (6) of the Harmony paper (the model harmony) is the chance that the read that"
              + " follows a write comes before the write has reached every replica, with the"
              + " rates of the whole table as if all of it were one key. It is not the chance that"
              + " a random read is stale, which is what the oracle counts and the model random-read"
              + " estimates; nor is it held to 100 %: values above are shown as the formula gives"
              + " them.");
      html.text(" More on what each model is the rate of: ");
      html.element("code", "docs/staleness.md").text(".").close();
    }
    if (models.contains(MonitorResult.BUDGET)) {
      html.open("p");
      html.text(
          "Where a policy keeps an error budget, budget is what it counted itself as spent of it, over"
              + " the reads of the budget\u2019s window, which begins before the run: what its model"
              + " expected, beyond the tolerance only as far as the model is trusted, or what its"
              + " pairs of reads prove, where that is more.");
      html.close();
    }
    Figures.write(html, charts());
    stayed(html);
    table(html);
    sources(html);
  }

  /** Which adaptive cells never changed their level. */
  private void stayed(Html html) {
    List<CellSummary> adaptive =
        watched.stream()
            .filter(cell -> Adaptation.policy(context.study(), cell.cell()).isPresent())
            .filter(cell -> !cell.levelShares().isEmpty())
            .toList();
    if (adaptive.isEmpty()) {
      return;
    }
    Map<String, List<CellSummary>> byLevel = new LinkedHashMap<>();
    for (CellSummary cell : adaptive) {
      Adaptation.onlyLevel(cell)
          .ifPresent(level -> byLevel.computeIfAbsent(level, l -> new ArrayList<>()).add(cell));
    }
    html.element("h3", "Where the level changed, and where it did not");
    html.open("ul", "class", "stayed");
    byLevel.forEach(
        (level, cells) -> {
          html.open("li").element("strong", "Static " + level + ":");
          html.text(
              " "
                  + cells.size()
                  + " of "
                  + ValueText.plural(adaptive.size(), "adaptive cell", "adaptive cells")
                  + " stayed at "
                  + level
                  + " for the whole of every run."
                  + (level.equals("ALL") ? because(cells) : ""));
          html.open("ul");
          merged(cells).forEach(line -> html.element("li", line));
          html.close().close();
        });
    List<CellSummary> changed =
        adaptive.stream().filter(cell -> Adaptation.onlyLevel(cell).isEmpty()).toList();
    for (CellSummary cell : changed) {
      html.open("li").element("strong", "Changed:");
      html.text(" " + cell.label() + ": " + Adaptation.shares(cell) + " of its reads.").close();
    }
    html.close();
  }

  private String because(List<CellSummary> cells) {
    return cells.stream()
            .flatMap(cell -> Adaptation.policy(context.study(), cell.cell()).stream())
            .anyMatch(policy -> policy.modelName().equals(Optional.of("harmony")))
        ? " With the rates of the whole table formula (8) asks for ALL at all but the smallest"
            + " loads."
        : "";
  }

  /** The names of cells; those that differ in one factor only on one line. */
  private List<String> merged(List<CellSummary> cells) {
    String factor =
        context.study().factors().entrySet().stream()
            .filter(each -> !each.getKey().equals(context.looks().hueFactor()))
            .max(Comparator.comparingInt(each -> each.getValue().size()))
            .map(Map.Entry::getKey)
            .orElse("");
    Map<Map<String, String>, List<CellSummary>> alike = new LinkedHashMap<>();
    for (CellSummary cell : cells) {
      Map<String, String> others = new LinkedHashMap<>(cell.cell());
      others.remove(factor);
      alike.computeIfAbsent(others, o -> new ArrayList<>()).add(cell);
    }
    List<String> lines = new ArrayList<>();
    alike.forEach(
        (others, some) ->
            lines.add(
                some.size() == 1
                    ? some.get(0).label()
                    : new Cell(others).label()
                        + ": "
                        + factor.replace('-', ' ')
                        + " "
                        + some.stream()
                            .map(cell -> cell.cell().getOrDefault(factor, ""))
                            .collect(Collectors.joining(", "))));
    return lines;
  }

  private void table(Html html) {
    boolean second = watched.stream().anyMatch(cell -> cell.secondReadStaleRate() != null);
    Table table =
        new Table("Stale reads, counted and estimated, % of reads", "Cell", true)
            .number("Counted", "by the oracle");
    if (second) {
      table.number("Second read", "differs");
    }
    for (String model : models) {
      if (model.equals(MonitorResult.BUDGET)) {
        table.number(model, "est. by policy");
      } else {
        table.number(model, "est. at level").number(model, "est. at ONE");
      }
    }
    table.words("Levels of reads");
    for (CellSummary cell : watched) {
      List<Table.Value> values = new ArrayList<>();
      values.add(ValueText.share(cell.staleRate()));
      if (second) {
        values.add(ValueText.share(cell.secondReadStaleRate()));
      }
      for (String model : models) {
        values.add(ValueText.share(cell.estimatedStaleAtLevel().get(model)));
        if (!model.equals(MonitorResult.BUDGET)) {
          values.add(ValueText.share(cell.estimatedStaleAtOne().get(model)));
        }
      }
      values.add(Table.Value.of(Adaptation.shares(cell)));
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
    if (second) {
      PageSection.note(
          html,
          "Second read: counted as in the Harmony paper, by a second read right after each read; a write"
              + " between the two makes them differ as well.");
    }
  }

  /** Where the models' inputs came from. */
  private void sources(Html html) {
    List<MonitorResult> monitors =
        context.study().runs().stream().map(RunResult::monitor).filter(Objects::nonNull).toList();
    Set<String> counters = new LinkedHashSet<>();
    Map<String, String> propagation = new LinkedHashMap<>();
    for (MonitorResult monitor : monitors) {
      if (!monitor.meanEstimatesAtOne().isEmpty()) {
        counters.add(monitor.counterSource());
        propagation.putIfAbsent(monitor.propagationSource(), monitor.propagationMeaning().strip());
      }
    }
    if (!counters.isEmpty()) {
      PageSection.note(
          html, "Reads and writes were counted by: " + String.join("; ", counters) + ".");
    }
    propagation.forEach(
        (source, meaning) ->
            PageSection.note(
                html,
                "Propagation time: " + source + "." + (meaning.isEmpty() ? "" : " " + meaning)));
    long without =
        monitors.stream().filter(monitor -> monitor.meanEstimatesAtOne().isEmpty()).count();
    if (without > 0) {
      PageSection.note(
          html,
          ValueText.plural(without, "run has", "runs have")
              + " no estimate, since the monitor could not learn the rates and the propagation time"
              + " in time.");
    }
  }
}
