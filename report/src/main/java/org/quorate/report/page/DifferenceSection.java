package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.ForestChart;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Difference;

/** Cells against their baseline, with what can and cannot be told from chance. */
final class DifferenceSection implements Section {
  private static final int MOST_CHARTS = 8;
  private static final int MOST_ROWS = 30;

  private final Context context;
  private final Map<String, List<Difference>> byMeasure = new LinkedHashMap<>();
  private final boolean oneBaseline;

  DifferenceSection(Context context) {
    this.context = context;
    for (Difference difference : context.study().differences()) {
      byMeasure.computeIfAbsent(difference.measure(), m -> new ArrayList<>()).add(difference);
    }
    oneBaseline =
        context.study().differences().stream().map(Difference::baseline).distinct().count() <= 1;
  }

  @Override
  public String id() {
    return "differences";
  }

  @Override
  public String title() {
    return "Differences";
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    byMeasure.forEach(
        (measure, differences) -> {
          List<ForestChart.Row> rows =
              differences.stream()
                  .filter(d -> Double.isFinite(d.ratio().mean()) && d.ratio().mean() > 0)
                  .limit(MOST_ROWS)
                  .map(this::row)
                  .toList();
          if (!rows.isEmpty() && charts.size() < MOST_CHARTS) {
            charts.add(
                new ForestChart(
                    "difference-" + (charts.size() + 1),
                    measureName(measure),
                    "The ratio of each cell to its baseline with its 95 % interval.",
                    "ratio to the baseline (log scale)",
                    rows));
          }
        });
    return charts;
  }

  private ForestChart.Row row(Difference difference) {
    String label = label(difference);
    return new ForestChart.Row(
        label,
        context.looks().of(difference.cell()),
        difference.ratio(),
        difference.distinguishable(),
        Numbers.ratio(difference.ratio().mean()),
        label
            + "\n"
            + Numbers.ratio(difference.ratio().mean())
            + " ("
            + Numbers.interval(difference.ratio().low(), difference.ratio().high())
            + ")\n"
            + outcome(difference));
  }

  private String label(Difference difference) {
    String label = context.label(difference.cell());
    return oneBaseline ? label : label + " vs " + context.label(difference.baseline());
  }

  private static String outcome(Difference difference) {
    return difference.distinguishable() ? "distinguishable" : "not distinguishable";
  }

  private static String measureName(String measure) {
    String words =
        measure
            .replaceAll("([a-z])([A-Z])", "$1 $2")
            .replace('_', ' ')
            .replace('-', ' ')
            .toLowerCase(Locale.ROOT);
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  @Override
  public void write(Html html) {
    if (byMeasure.isEmpty()) {
      html.element(
          "p",
          "There is nothing to compare: differences need at least two cells and two repetitions.",
          "class",
          "lead");
      return;
    }
    String against =
        oneBaseline
            ? context.label(context.study().differences().get(0).baseline())
            : "the baseline named in its row";
    Section.lead(
        html,
        "Each cell against "
            + against
            + ", run by run within the same repetition: left of 1\u00d7 is less, right is more. A"
            + " hollow grey mark is not distinguishable from no difference (p at least 0.05 after"
            + " Holm\u2019s correction over all differences).",
        Source.COMPUTED);
    if (!charts().isEmpty()) {
      Figures.write(html, charts());
    }
    Table table =
        new Table("All differences", "Cell", true)
            .words("Measure")
            .number("Ratio", "\u00d7")
            .number("Difference", "")
            .number("p", "corrected")
            .words("Outcome");
    for (Difference difference : context.study().differences()) {
      Look look = context.looks().of(difference.cell());
      table.row(
          label(difference),
          look,
          List.of(
              Table.Value.of(measureName(difference.measure())),
              Texts.estimate(difference.ratio()),
              Texts.estimate(difference.difference()),
              Table.Value.of(probability(difference.pValue()), difference.pValue()),
              Table.Value.of(outcome(difference))));
    }
    table.write(html);
    if (byMeasure.values().stream().anyMatch(list -> list.size() > MOST_ROWS)) {
      Section.note(html, "Charts show the first " + MOST_ROWS + " rows of each measure.");
    }
  }

  private static String probability(double p) {
    return p < 0.001 ? "< 0.001" : Numbers.of(p);
  }
}
