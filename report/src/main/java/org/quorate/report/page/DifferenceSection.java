package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.ForestChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.Estimate;

/** Cells against their baseline, with what can and cannot be told from chance. */
final class DifferenceSection implements Section {
  private static final int MOST_CHARTS = 8;
  private static final int MOST_ROWS = 30;

  private final Context context;
  private final Map<String, List<Difference>> byMeasure = new LinkedHashMap<>();
  private final Optional<String> baseline;

  DifferenceSection(Context context) {
    this.context = context;
    for (Difference difference : context.study().differences()) {
      byMeasure.computeIfAbsent(difference.measure(), m -> new ArrayList<>()).add(difference);
    }
    baseline = commonBaseline();
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
          if (charts.size() < MOST_CHARTS) {
            charts.add(
                new ForestChart(
                    "difference-" + (charts.size() + 1),
                    Texts.capitalised(name(measure)),
                    "The ratio of each cell to its baseline with its 95 % interval.",
                    "ratio to the baseline (log scale)",
                    differences.stream().limit(MOST_ROWS).map(this::row).toList()));
          }
        });
    return charts;
  }

  private ForestChart.Row row(Difference difference) {
    String label = label(difference);
    Estimate ratio = difference.ratio();
    boolean known = Double.isFinite(ratio.mean());
    String interval = Numbers.interval(ratio.low(), ratio.high());
    return new ForestChart.Row(
        label,
        context.looks().of(difference.cell()),
        ratio,
        difference.distinguishable(),
        known ? Numbers.ratio(ratio.mean()) : "no ratio",
        label
            + "\n"
            + (known ? Numbers.ratio(ratio.mean()) : "no ratio, because the baseline is 0")
            + (interval.isEmpty() ? "" : " (" + interval + ")")
            + "\n"
            + outcome(difference));
  }

  /**
   * What all baselines have in common that their cells have not, such as {@code read level ONE}.
   */
  private Optional<String> commonBaseline() {
    List<String> changes =
        context.study().differences().stream().map(DifferenceSection::change).distinct().toList();
    return changes.size() == 1 ? Optional.of(changes.get(0)) : Optional.empty();
  }

  private static String change(Difference difference) {
    List<String> levels = new ArrayList<>();
    difference
        .baseline()
        .forEach(
            (factor, level) -> {
              if (!level.equals(difference.cell().get(factor))) {
                levels.add(factor.replace('-', ' ') + " " + level);
              }
            });
    return String.join(", ", levels);
  }

  private String label(Difference difference) {
    String label = context.label(difference.cell());
    return baseline.isPresent()
        ? label
        : label + " against " + context.label(difference.baseline());
  }

  private static String outcome(Difference difference) {
    return difference.distinguishable() ? "distinguishable" : "not distinguishable";
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
    Section.lead(
        html,
        "Each cell against "
            + baseline.map(levels -> "the same with " + levels).orElse("the cell named beside it")
            + ", run by run within the same repetition: left of 1\u00d7 is less, right is more. A"
            + " hollow grey mark is not distinguishable from no difference (p at least 0.05 after"
            + " Holm\u2019s correction over the comparisons of that measure). Ratios of"
            + " throughputs and times are geometric means over the pairs of runs.",
        Source.COMPUTED);
    Figures.write(html, charts());
    byMeasure.forEach((measure, differences) -> table(html, measure, differences));
    if (byMeasure.values().stream().anyMatch(list -> list.size() > MOST_ROWS)) {
      Section.note(html, "Charts show the first " + MOST_ROWS + " rows of each measure.");
    }
  }

  private void table(Html html, String measure, List<Difference> differences) {
    boolean share = measure.endsWith("rate");
    int comma = measure.lastIndexOf(", ");
    String unit =
        share
            ? "percentage points"
            : comma >= 0
                ? measure.substring(comma + 2)
                : measure.equals("throughput") ? "ops/s" : "";
    double factor = share ? 100 : 1;
    Table table =
        new Table(Texts.capitalised(name(measure)), "Cell", true)
            .number("Ratio", "\u00d7")
            .number("Difference", unit)
            .number("p", "corrected")
            .words("Outcome");
    for (Difference difference : differences) {
      Estimate absolute = difference.difference();
      table.row(
          label(difference),
          context.looks().of(difference.cell()),
          List.of(
              Texts.estimate(difference.ratio()),
              Texts.estimate(
                  new Estimate(
                      absolute.mean() * factor,
                      absolute.low() * factor,
                      absolute.high() * factor,
                      absolute.runs())),
              Table.Value.of(probability(difference.pValue()), difference.pValue()),
              Table.Value.of(outcome(difference))));
    }
    table.write(html);
  }

  /** A measure without its unit, which it has after a comma. */
  private static String name(String measure) {
    int comma = measure.lastIndexOf(", ");
    return comma >= 0 ? measure.substring(0, comma) : measure;
  }

  private static String probability(double p) {
    return p < 0.001 ? "< 0.001" : Numbers.of(p);
  }
}
