package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.report.chart.Chart;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.Counter;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.summary.CellSummary;

/** What an operation costs the servers in reads and writes of their own, by their own counters. */
record ServerSection(Context context) implements PageSection {
  private static final Map<Counter, String> NAMES = names();
  private static final Map<String, String> ADDED =
      Map.of(
          MonitorResult.PAIRED, "Of these pairs",
          MonitorResult.REREAD, "Of these rereads",
          MonitorResult.MEASURING, "Of these measuring",
          MonitorResult.EVIDENCE, "Of these evidence",
          MonitorResult.STUDY, "Beside these the study\u2019s");

  private static Map<Counter, String> names() {
    Map<Counter, String> names = new LinkedHashMap<>();
    names.put(Counter.REPLICA_SCANS, "Replica scans");
    names.put(Counter.DIGEST_MISMATCHES, "Digest mismatches");
    names.put(Counter.READ_REPAIRS, "Read repairs");
    names.put(Counter.SPECULATIVE_RETRIES, "Speculative reads");
    names.put(Counter.HINTS, "Hints");
    names.put(Counter.TIMEOUTS, "Timeouts");
    names.put(Counter.UNAVAILABLES, "Unavailable");
    names.put(Counter.DROPPED_MESSAGES, "Dropped messages");
    return names;
  }

  @Override
  public String id() {
    return "servers";
  }

  @Override
  public String title() {
    return "Work at the replicas";
  }

  @Override
  public List<Chart> charts() {
    if (context.crowded()) {
      return List.of();
    }
    List<Chart> charts = new ArrayList<>();
    if (context.cells().stream().anyMatch(c -> Double.isFinite(c.replicaReadsPerRead().mean()))) {
      charts.addAll(
          Bars.of(
              context,
              "replica-reads",
              "Replica reads per read",
              "reads at a replica for each read that succeeded",
              CellSummary::replicaReadsPerRead));
    }
    if (context.cells().stream().anyMatch(c -> Double.isFinite(c.replicaWritesPerWrite().mean()))) {
      charts.addAll(
          Bars.of(
              context,
              "replica-writes",
              "Replica writes per write",
              "writes at a replica for each write that succeeded",
              CellSummary::replicaWritesPerWrite));
    }
    return charts;
  }

  private static boolean counted(CellSummary cell) {
    return Double.isFinite(cell.replicaReadsPerRead().mean())
        || Double.isFinite(cell.replicaWritesPerWrite().mean());
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "How often one operation of a client made a replica read or write its own storage. The"
            + " servers counted this themselves; nothing is inferred from the level. What"
            + " measured the propagation time at a fixed level, for the study alone, is taken away, as it was"
            + " counted where it was sent; what a policy measures is its own cost.",
        Source.SERVERS);
    if (context.cells().stream().noneMatch(ServerSection::counted)) {
      PageSection.note(html, "The servers\u2019 counters could not be read.");
      return;
    }
    Figures.write(html, charts());
    List<Counter> shown =
        NAMES.keySet().stream()
            .filter(
                counter ->
                    counter != Counter.REPLICA_SCANS
                        || context.cells().stream()
                            .anyMatch(cell -> cell.counters().getOrDefault(counter, 0L) > 0))
            .toList();
    List<String> added =
        context.cells().stream()
            .flatMap(cell -> cell.addedReplicaReadsPerRead().keySet().stream())
            .distinct()
            .toList();
    Table table =
        new Table("Server counters, all runs and nodes together", "Cell", true)
            .number("Replica reads", "per read")
            .number("Replica writes", "per write");
    added.forEach(why -> table.number(ADDED.getOrDefault(why, why), "per read"));
    shown.forEach(counter -> table.number(NAMES.getOrDefault(counter, counter.name()), ""));
    for (CellSummary cell : context.cells()) {
      List<Table.Value> values = new ArrayList<>();
      values.add(ValueText.estimate(cell.replicaReadsPerRead()));
      values.add(ValueText.estimate(cell.replicaWritesPerWrite()));
      for (String why : added) {
        values.add(ValueText.estimate(cell.addedReplicaReadsPerRead().get(why)));
      }
      for (Counter counter : shown) {
        Long count = cell.counters().get(counter);
        values.add(
            count == null
                ? Table.Value.of(Numbers.UNKNOWN)
                : cell.incompleteCounters().contains(counter)
                    ? Table.Value.of("\u2265 " + Numbers.count(count), count)
                    : ValueText.count(count));
      }
      table.row(cell.label(), context.look(cell), values);
    }
    table.write(html);
    PageSection.note(html, "A dash is a counter that could not be read; it is not zero.");
    if (!added.isEmpty()) {
      PageSection.note(
          html,
          "Pairs, rereads and measuring are replica reads that the library asked for beside those"
              + " of the reads themselves, counted by it as they ended, and computed from their"
              + " levels. The first two are among the replica reads, measuring is not.");
    }
    if (added.contains(MonitorResult.EVIDENCE)) {
      PageSection.note(
          html,
          "Evidence is what the processes of a run told one another, all of them together: each"
              + " query of its table is one replica read, each write as many as there are"
              + " replicas. Servers count that table apart, so it is added to their sum.");
    }
    if (context.cells().stream().anyMatch(cell -> !cell.incompleteCounters().isEmpty())) {
      PageSection.note(
          html,
          "\u2265 stands before a sum that lacks a node in some run, because its counters could not"
              + " be read or were lost when it died. Replica reads and writes leave such runs out.");
    }
  }
}
