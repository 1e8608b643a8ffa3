package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.ForestChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.Difference;
import org.quorate.study.summary.JointVerdict;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;

/** Cells against their baseline, with what can and cannot be told from chance. */
final class DifferenceSection implements PageSection {
  private static final int MOST_CHARTS = 8;
  private static final int MOST_ROWS = 30;

  /** Differences of one measure from cells that have the same levels of the baseline's factors. */
  private record Family(String measure, String against, List<Difference> differences) {}

  private final Context context;
  private final List<Family> families = new ArrayList<>();
  private final Optional<String> baseline;

  DifferenceSection(Context context) {
    this.context = context;
    baseline = commonBaseline();
    Map<String, Map<String, List<Difference>>> sorted = new LinkedHashMap<>();
    for (Difference difference : context.study().differences()) {
      sorted
          .computeIfAbsent(difference.measure(), m -> new LinkedHashMap<>())
          .computeIfAbsent(change(difference), c -> new ArrayList<>())
          .add(difference);
    }
    sorted.forEach(
        (measure, changes) ->
            changes.forEach(
                (change, list) ->
                    families.add(new Family(measure, baseline.isPresent() ? "" : change, list))));
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
    return all().stream().limit(MOST_CHARTS).toList();
  }

  private List<Chart> all() {
    List<Chart> charts = new ArrayList<>();
    for (Family family : families) {
      for (CellGroup group : context.groups()) {
        List<ForestChart.Row> rows =
            family.differences.stream()
                .flatMap(
                    difference ->
                        group.cells().stream()
                            .filter(cell -> cell.cell().equals(difference.cell()))
                            .map(cell -> row(difference, group.label(cell))))
                .limit(MOST_ROWS)
                .toList();
        if (!rows.isEmpty()) {
          charts.add(
              new ForestChart(
                  "difference-" + (charts.size() + 1),
                  group.title(title(family)),
                  "The ratio of each cell to its baseline with its 95 % interval.",
                  "ratio to the baseline (log scale)",
                  rows));
        }
      }
    }
    return charts;
  }

  private static String title(Family family) {
    String measure = ValueText.capitalised(name(family.measure));
    return family.against.isEmpty() ? measure : measure + " against " + family.against;
  }

  private ForestChart.Row row(Difference difference, String label) {
    Mean ratio = difference.ratio();
    boolean known = Double.isFinite(ratio.mean());
    String interval = Numbers.interval(ratio.low(), ratio.high());
    return new ForestChart.Row(
        label,
        context.looks().of(difference.cell()),
        ratio,
        difference.distinguishable(),
        known ? Numbers.ratio(ratio.mean()) : "no ratio",
        context.label(difference.cell())
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

  private static String outcome(Difference difference) {
    String energy = difference.energyVerdict();
    Integer starts = difference.starts();
    return energy != null
        ? energy
        : difference.distinguishable()
            ? "distinguishable"
            : starts != null && starts == 1
                ? "not distinguishable (one start of each cluster)"
                : "not distinguishable";
  }

  /** The outcome, with the reason and what would help on a smaller line. */
  private static Table.Value outcomeValue(Difference difference) {
    String outcome = outcome(difference);
    JointVerdict joint = difference.joint();
    if (joint != null) {
      return new Table.Value(outcome, joint.text(), Double.NaN);
    }
    int reason = outcome.indexOf(" (");
    if (reason < 0) {
      return Table.Value.of(outcome);
    }
    RunsNeeded needed = difference.runsNeeded();
    return new Table.Value(
        outcome.substring(0, reason),
        outcome.substring(reason + 2, outcome.length() - 1)
            + (needed == null
                ? ""
                : "; about "
                    + Numbers.count(needed.runs())
                    + " per cell would show "
                    + Numbers.wholePercent(needed.effect())),
        Double.NaN);
  }

  @Override
  public void write(Html html) {
    if (families.isEmpty()) {
      html.element(
          "p",
          "There is nothing to compare: differences need at least two cells and two repetitions.",
          "class",
          "lead");
      return;
    }
    PageSection.lead(
        html,
        "Each cell against "
            + baseline.map(levels -> "the same with " + levels).orElse("each of its baselines")
            + ", run by run within the same repetition: left of 1\u00d7 is less, right is more. A"
            + " hollow grey mark is not distinguishable from no difference (p at least 0.05 after"
            + " Holm\u2019s correction over the comparisons of that measure). Ratios of"
            + " throughputs, response times and energy are geometric means over the pairs of runs;"
            + " rates and the time of a run are tested by their differences. Where the two need"
            + " clusters of their own, chance is reckoned over starts of these and not over"
            + " repetitions: one start of each shows nothing.",
        Source.COMPUTED);
    energy(html);
    Figures.write(html, context, charts());
    families.forEach(family -> table(html, family));
    if (families.stream().anyMatch(family -> family.differences.size() > MOST_ROWS)) {
      PageSection.note(html, "Charts show the first " + MOST_ROWS + " rows of each measure.");
    }
    int left = all().size() - MOST_CHARTS;
    if (left > 0) {
      PageSection.note(html, left + " more of these charts are left out; the tables have all.");
    }
  }

  private void energy(Html html) {
    if (families.stream()
        .flatMap(family -> family.differences.stream())
        .noneMatch(difference -> difference.energyVerdict() != null)) {
      return;
    }
    html.open("p", "class", "note");
    html.text("Energy is ");
    EnergyOrigin.badges(html, context.cells());
    html.text(
        ". It saves or costs only where the interval excludes no change even when it is widened by"
            + " what meter or model may err by; changes smaller than that error are not"
            + " distinguishable however many runs there are.");
    html.close().newline();
  }

  private void table(Html html, Family family) {
    String measure = family.measure;
    boolean share = measure.endsWith("rate");
    int comma = measure.lastIndexOf(", ");
    String unit =
        share
            ? "percentage points"
            : comma >= 0
                ? measure.substring(comma + 2)
                : measure.equals("throughput") ? "ops/s" : "";
    double factor = share ? 100 : 1;
    boolean energy =
        family.differences.stream().anyMatch(difference -> difference.withError() != null);
    Table table = new Table(title(family), "Cell", true).number("Ratio", "\u00d7");
    if (energy) {
      table.number("With the error", "\u00d7");
    }
    table.number("Difference", unit).number("p", "corrected").words("Outcome");
    for (Difference difference : family.differences) {
      Mean absolute = difference.difference();
      List<Table.Value> values = new ArrayList<>();
      values.add(ValueText.estimate(difference.ratio()));
      if (energy) {
        values.add(withError(difference));
      }
      values.add(
          ValueText.estimate(
              new Mean(
                  absolute.mean() * factor,
                  absolute.low() * factor,
                  absolute.high() * factor,
                  absolute.runs())));
      values.add(Table.Value.of(probability(difference.pValue()), difference.pValue()));
      values.add(outcomeValue(difference));
      table.row(context.label(difference.cell()), context.looks().of(difference.cell()), values);
    }
    table.write(html);
  }

  /** The interval with the error in it, and what published servers made of the ratio. */
  private static Table.Value withError(Difference difference) {
    Mean wide = difference.withError();
    if (wide == null) {
      return Table.Value.of(Numbers.UNKNOWN);
    }
    String interval = Numbers.interval(wide.low(), wide.high());
    ServerRange servers = difference.servers();
    return new Table.Value(
        interval.isEmpty() ? Numbers.UNKNOWN : interval,
        servers == null
            ? ""
            : ValueText.plural(servers.servers(), "server", "servers")
                + ": "
                + Numbers.interval(servers.low(), servers.high()),
        wide.mean());
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
