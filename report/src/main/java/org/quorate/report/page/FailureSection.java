package org.quorate.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.StackChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;

/** Operations that failed, by kind of error. */
final class FailureSection implements PageSection {
  private static final int MOST_KINDS = 6;

  private final Context context;
  private final List<String> kinds;

  FailureSection(Context context) {
    this.context = context;
    TreeMap<String, Long> totals = new TreeMap<>();
    context
        .cells()
        .forEach(cell -> cell.failures().forEach((k, n) -> totals.merge(k, n, Long::sum)));
    kinds =
        totals.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
            .map(Map.Entry::getKey)
            .toList();
  }

  @Override
  public String id() {
    return "failures";
  }

  @Override
  public String title() {
    return "Failures";
  }

  @Override
  public List<Chart> charts() {
    if (context.crowded()) {
      return List.of();
    }
    if (kinds.isEmpty()) {
      return List.of();
    }
    List<String> parts = new ArrayList<>(kinds.subList(0, Math.min(kinds.size(), MOST_KINDS - 1)));
    if (kinds.size() >= MOST_KINDS) {
      parts.add("others");
    }
    return context.groups().stream().map(group -> chart(group, parts)).toList();
  }

  private Chart chart(CellGroup group, List<String> parts) {
    List<StackChart.Row> rows = new ArrayList<>();
    for (CellSummary cell : group.cells()) {
      Double[] sizes = new Double[parts.size()];
      Arrays.fill(sizes, 0.0);
      StringBuilder hover = new StringBuilder(cell.label());
      for (int i = 0; i < kinds.size(); i++) {
        long count = cell.failures().getOrDefault(kinds.get(i), 0L);
        sizes[Math.min(i, parts.size() - 1)] += count;
        if (count > 0) {
          hover.append("\n").append(kinds.get(i)).append(": ").append(Numbers.count(count));
        }
      }
      rows.add(
          new StackChart.Row(
              group.label(cell),
              context.look(cell),
              List.of(sizes),
              Numbers.count(cell.failed()),
              hover.toString()));
    }
    return new StackChart(
        group.name("failures"),
        group.title("Operations that failed, by kind of error"),
        "A bar for each cell, divided by kind of error.",
        "operations that failed, all runs together",
        Numbers::tick,
        parts,
        "p",
        rows);
  }

  @Override
  public void write(Html html) {
    if (kinds.isEmpty()) {
      PageSection.lead(html, "No operation failed in any run.", Source.CLIENT);
      return;
    }
    PageSection.lead(
        html,
        "Operations that did not succeed, by the error that the client got. A write that timed out"
            + " may still have taken effect.",
        Source.CLIENT);
    Figures.write(html, charts());
    Table table =
        new Table("Failures", "Cell", true).number("Failed", "operations").number("Share", "%");
    kinds.forEach(kind -> table.number(kind, ""));
    for (CellSummary cell : context.cells()) {
      long failed = cell.failed();
      long ok = context.runs(cell).stream().mapToLong(RunResult::succeeded).sum();
      double share = failed + ok == 0 ? 0 : (double) failed / (failed + ok);
      List<Table.Value> values = new ArrayList<>();
      values.add(ValueText.count(failed));
      values.add(Table.Value.of(Numbers.of(share * 100), share));
      kinds.forEach(kind -> values.add(ValueText.count(cell.failures().getOrDefault(kind, 0L))));
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
  }
}
