package org.quorate.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.quorate.report.chart.Chart;
import org.quorate.report.chart.FaultChart;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.summary.CellFault;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.WindowVerdict;

/** Faults and what became of them, and in how many windows of time a tolerance was kept. */
final class WindowSection implements PageSection {
  private static final String STARTED = " started";
  private static final Set<String> POLICIES = Set.of("policy", "read-level");

  private final Context context;
  private final List<CellSummary> harmed;
  private final List<CellSummary> judged;

  WindowSection(Context context) {
    this.context = context;
    harmed = context.cells().stream().filter(cell -> !faults(cell).isEmpty()).toList();
    judged =
        context.cells().stream()
            .filter(cell -> cell.windows() != null && !cell.windows().verdicts().isEmpty())
            .toList();
  }

  private static List<CellFault> faults(CellSummary cell) {
    CellWindows windows = cell.windows();
    return windows == null ? List.of() : windows.faults();
  }

  /** Whether there is neither a fault nor a tolerance. */
  boolean isEmpty() {
    return harmed.isEmpty() && judged.isEmpty();
  }

  @Override
  public String id() {
    return "windows";
  }

  @Override
  public String title() {
    return harmed.isEmpty() ? "Windows of time" : "What became of faults";
  }

  /** One for the cells that differ in their policy alone. */
  @Override
  public List<Chart> charts() {
    Map<Map<String, String>, List<CellSummary>> settings = new LinkedHashMap<>();
    for (CellSummary cell : harmed) {
      Map<String, String> setting = new LinkedHashMap<>(cell.cell());
      setting.keySet().removeAll(POLICIES);
      settings.computeIfAbsent(setting, any -> new ArrayList<>()).add(cell);
    }
    List<Chart> charts = new ArrayList<>();
    settings.forEach((setting, cells) -> charts.add(chart(setting, cells, charts.size() + 1)));
    return charts;
  }

  private Chart chart(Map<String, String> setting, List<CellSummary> cells, int number) {
    List<FaultChart.Panel> panels = new ArrayList<>();
    Set<Double> tolerances = new LinkedHashSet<>();
    double length = 1;
    for (CellSummary cell : cells) {
      CellWindows windows = Objects.requireNonNull(cell.windows());
      Double tolerance = windows.tolerance();
      if (tolerance != null) {
        tolerances.add(tolerance);
      }
      length = Math.max(length, windows.length());
      Map<String, String> policy = new LinkedHashMap<>(cell.cell());
      policy.keySet().retainAll(POLICIES);
      panels.add(
          new FaultChart.Panel(
              policy.isEmpty() ? cell.label() : String.join(", ", policy.values()),
              context.look(cell),
              summary(cell, windows),
              windows.seconds(),
              windows.readP99(),
              window -> tolerance != null && WindowVerdict.isBroken(window, tolerance),
              windows.faults().stream().flatMap(fault -> marks(fault, windows.length())).toList()));
    }
    List<FaultChart.Mark> marks =
        faults(cells.get(0)).stream()
            .map(each -> new FaultChart.Mark(each.words(), each.begun(), 0, 0))
            .toList();
    String faults = String.join(", ", faults(cells.get(0)).stream().map(CellFault::words).toList());
    return new FaultChart(
        "faults-" + number,
        "Stale reads, second by second: "
            + faults
            + (setting.isEmpty() ? "" : " \u00b7 " + new Cell(setting).label()),
        "For each policy the exact share of stale reads in every second of the runs, the levels"
            + " that reads were sent at and the replicas that a read asked"
            + (isTimed(cells) ? ", and how long reads that succeeded took (p99)" : "")
            + ", with the faults drawn in: "
            + faults
            + ". "
            + String.join(
                " ",
                panels.stream().map(each -> each.label() + ": " + each.summary() + ".").toList()),
        tolerances.size() == 1 ? tolerances.iterator().next() : null,
        length,
        marks,
        panels);
  }

  /** Whether it is known how long reads took in each second. */
  private static boolean isTimed(List<CellSummary> cells) {
    return cells.stream()
        .anyMatch(cell -> !Objects.requireNonNull(cell.windows()).readP99().isEmpty());
  }

  /** What was done, and when a server that was started served again. */
  private static Stream<FaultChart.Mark> marks(CellFault fault, double length) {
    double until = fault.until() > fault.done() ? Math.min(fault.until(), length) : fault.begun();
    FaultChart.Mark begun = new FaultChart.Mark(fault.words(), fault.begun(), fault.begun(), until);
    return fault.words().endsWith(STARTED) && fault.done() <= length
        ? Stream.of(
            begun,
            new FaultChart.Mark(
                fault.words().replace(STARTED, " back"), fault.done(), fault.done(), fault.done()))
        : Stream.of(begun);
  }

  private static String summary(CellSummary cell, CellWindows windows) {
    List<String> words = new ArrayList<>();
    Mean rate = cell.staleRate();
    if (rate != null) {
      words.add(Numbers.percent(rate.mean()) + " stale");
    }
    List<WindowVerdict> verdicts = windows.verdicts();
    if (!verdicts.isEmpty()) {
      WindowVerdict widest = verdicts.get(verdicts.size() - 1);
      words.add(
          Numbers.count(widest.broken())
              + " of "
              + Numbers.count(widest.windows())
              + " windows of "
              + widest.seconds()
              + "\u00a0s broken");
    }
    return String.join(", ", words);
  }

  @Override
  public void write(Html html) {
    if (!harmed.isEmpty()) {
      PageSection.lead(
          html,
          "The same faults met every policy at the same instants of its runs. Bars are the exact"
              + " share of stale reads among those sent in that second; red ones break the"
              + " tolerance. Below them: the levels that reads were sent at, and how many replicas"
              + " these ask"
              + (isTimed(harmed)
                  ? "; and, on a logarithmic axis, how long reads took that succeeded: the 99th"
                      + " percentile from the instant they were sent, mean over runs."
                  : "."),
          Source.ORACLE,
          Source.CLIENT);
      for (Chart chart : charts()) {
        Figures.write(html, List.of(chart));
      }
      phases(html);
    } else {
      PageSection.lead(
          html,
          "A rate over a whole run hides what happens in some of its seconds; so each window of"
              + " time is judged by itself.",
          Source.ORACLE);
    }
    windows(html);
  }

  private void phases(Html html) {
    Table table = new Table("From each fault to the next", "Cell", true).wholeNames();
    table.words("Phase").number("From", "s").number("Stale reads", "% of reads");
    table.number("Replica reads", "by levels, per read").number("Succeeded", "ops/s");
    table.number("Failed reads", "").number("Failed writes", "");
    table.number("Reads p99", "ms").number("Writes p99", "ms");
    for (CellSummary cell : harmed) {
      for (FaultPhase phase : Objects.requireNonNull(cell.windows()).phases()) {
        table.row(cell.label(), context.look(cell), values(phase));
      }
    }
    table.write(html);
    PageSection.note(
        html,
        "A phase begins in the second in which its fault was begun. Times are service times, from"
            + " the instant an operation was sent; the 99th percentile is the mean over runs."
            + " Replica reads are those that the levels sent ask for, without the policy\u2019s pairs,"
            + " rereads, measuring and evidence: these are known of whole runs alone.");
  }

  private static List<Table.Value> values(FaultPhase phase) {
    WindowCounts counts = phase.counts();
    return List.of(
        new Table.Value(phase.name(), "", phase.number()),
        Table.Value.of(Numbers.of(phase.from()), phase.from()),
        ValueText.share(phase.staleRate()),
        ValueText.estimate(phase.replicaReadsPerRead()),
        ValueText.estimate(phase.succeededPerSecond()),
        ValueText.count(counts.failedReads()),
        ValueText.count(counts.failedWrites()),
        ValueText.estimate(phase.readP99()),
        ValueText.estimate(phase.writeP99()));
  }

  private void windows(Html html) {
    if (judged.isEmpty()) {
      return;
    }
    Table table = new Table("Windows in which the tolerance was kept", "Cell", true).wholeNames();
    table.number("Tolerance", "% of reads").number("Stale reads", "% of reads");
    List<WindowVerdict> widths =
        judged.stream()
            .map(WindowSection::verdicts)
            .max(Comparator.comparingInt(List::size))
            .orElseThrow();
    for (WindowVerdict verdict : widths) {
      table.number(verdict.seconds() + "\u00a0s windows broken", "");
      table.number("Kept", "% of windows");
    }
    table.number("Replica reads", "all asked, per read");
    for (CellSummary cell : judged) {
      CellWindows windows = Objects.requireNonNull(cell.windows());
      List<Table.Value> values = new ArrayList<>();
      double tolerance = windows.verdicts().get(0).tolerance();
      values.add(Table.Value.of(Numbers.tick(tolerance * 100), tolerance));
      values.add(ValueText.share(cell.staleRate()));
      for (int i = 0; i < widths.size(); i++) {
        if (i < windows.verdicts().size()) {
          WindowVerdict verdict = windows.verdicts().get(i);
          values.add(
              Table.Value.of(
                  Numbers.count(verdict.broken()) + " of " + Numbers.count(verdict.windows()),
                  verdict.broken()));
          values.add(ValueText.share(verdict.kept()));
        } else {
          values.add(Table.Value.of(Numbers.UNKNOWN));
          values.add(Table.Value.of(Numbers.UNKNOWN));
        }
      }
      values.add(ValueText.estimate(windows.replicaReadsPerRead()));
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
    PageSection.note(
        html,
        "A window is broken when the one-sided 99 % exact lower bound (Clopper and Pearson) of its"
            + " stale-read rate is above the tolerance; one that holds no read is none. Replica"
            + " reads are those that the levels sent, the policy\u2019s pairs, rereads, measuring and"
            + " evidence ask for; what servers read beyond that, for repair, is in their counters"
            + " above.");
  }

  private static List<WindowVerdict> verdicts(CellSummary cell) {
    return Objects.requireNonNull(cell.windows()).verdicts();
  }
}
