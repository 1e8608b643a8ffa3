package org.quorate.cli.observe;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.LevelEstimate;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.Paragraphs;
import org.quorate.cli.console.TimeText;
import org.quorate.core.level.Level;
import org.quorate.power.energy.LiveUse;
import org.quorate.report.format.Numbers;
import org.quorate.report.terminal.Style;

/**
 * The latest reading on standard error: redrawn in place where that is a terminal, else a line for
 * each table and reading. Not thread-safe.
 */
final class LiveScreen {
  private static final String CLEAR_TO_END_OF_SCREEN = "\033[J";

  /** A terminal may be as low as 24 lines, and what does not fit cannot be redrawn. */
  private static final int MOST_TABLES = 10;

  private static final int MOST_LINES = 5;
  private static final int NARROWEST = 40;

  /** Columns that the numbers of a table take with all models; its name has the rest. */
  private static final int NUMBERS = 67;

  private static final int SHORTEST_NAME = 12;

  private final PrintWriter writer;
  private final OptionalInt columns;
  private final Style style;
  private int linesDrawn;
  private int problemsTold;

  LiveScreen(Console console) {
    this.writer = console.error();
    this.columns = console.errorColumns();
    this.style = new Style(console.colour() && columns.isPresent(), console.unicode());
  }

  /** Says that something will come, before there is a reading. */
  void begin(String keyspace, int tables, int nodes, Duration interval) {
    writer.println(
        style.plain(
            "Watching "
                + Words.count(tables, "table")
                + " of keyspace "
                + keyspace
                + " on "
                + Words.count(nodes, "node")
                + "; the first rates come after "
                + TimeText.ofNanos(interval.toNanos())
                + "."));
    writer.flush();
  }

  /** Tells what went wrong where there is no reading to show. */
  void problems(ClusterReport report) {
    tell(fresh(report));
  }

  /** Tells a sentence in the place of the latest reading, which the next one then follows. */
  void tell(String sentence) {
    tell(lines(List.of(sentence)));
  }

  private void tell(List<String> lines) {
    if (!lines.isEmpty()) {
      writer.print(columns.isPresent() ? up() : "");
      lines.forEach(writer::println);
      linesDrawn = 0;
      writer.flush();
    }
  }

  /**
   * Shows a report of the latest reading.
   *
   * @param energy of the hosts; null where they have no meters
   * @param duration zero where there is no end
   */
  void show(
      ClusterReport report, @Nullable EnergyReport energy, Duration elapsed, Duration duration) {
    Duration shown = duration.isZero() || elapsed.compareTo(duration) < 0 ? elapsed : duration;
    String time = TimeText.ofNanos(shown.toNanos());
    if (columns.isEmpty()) {
      lines(report, time);
      drawn(energy).ifPresent(line -> writer.println(style.plain(time + ": " + line)));
    } else {
      block(
          report,
          energy,
          time + (duration.isZero() ? "" : " of " + TimeText.ofNanos(duration.toNanos())));
    }
    writer.flush();
  }

  private void lines(ClusterReport report, String time) {
    fresh(report).forEach(writer::println);
    for (TableReport table : report.tables().stream().limit(MOST_LINES).toList()) {
      writer.println(
          style.plain(
              time
                  + ": "
                  + table.table()
                  + ", "
                  + Numbers.of(table.reads().mean())
                  + " reads/s, "
                  + Numbers.of(table.writes().mean())
                  + " writes/s, "
                  + propagation(report)
                  + estimates(table)));
    }
    rest(report, MOST_LINES).forEach(writer::println);
  }

  private static String estimates(TableReport table) {
    LevelEstimate weakest = table.levels().get(0);
    return weakest.estimates().isEmpty()
        ? ""
        : weakest.estimates().stream()
            .map(estimate -> estimate.model() + " " + Words.value(estimate))
            .collect(
                Collectors.joining(", ", ", estimated stale at " + weakest.level() + ": ", ""));
  }

  private static String propagation(ClusterReport report) {
    return report
        .propagation()
        .map(PropagationSummary::propagation)
        .map(known -> "propagation " + Words.time(known.seconds()))
        .orElse("propagation not known yet");
  }

  /** Goes up over what was drawn last and draws again. */
  private void block(ClusterReport report, @Nullable EnergyReport energy, String time) {
    StringBuilder text = new StringBuilder(up());
    for (String problem : fresh(report)) {
      text.append(problem).append('\n');
    }
    Paragraphs block = paragraphs();
    block.sentence(
        0,
        report.keyspace()
            + " on "
            + Words.count(report.nodes(), "node")
            + (report.nodesDown() > 0 ? ", " + report.nodesDown() + " down" : "")
            + (report.nodesSilent() > 0 ? ", " + report.nodesSilent() + " silent" : "")
            + ", "
            + propagation(report)
            + "; "
            + time);
    if (!report.tables().isEmpty()) {
      LevelEstimate weakest = report.tables().get(0).levels().get(0);
      if (!weakest.estimates().isEmpty()) {
        block.sentence(
            0,
            "Last columns: estimated share of stale reads at " + weakest.level() + ", by model.");
      }
      block.table(0, rows(report));
    }
    rest(report, MOST_TABLES).forEach(line -> block.sentence(0, line));
    sampled(report).ifPresent(line -> block.sentence(0, line));
    counted(report.counts()).ifPresent(line -> block.sentence(0, line));
    levels(report.counts()).ifPresent(line -> block.sentence(0, line));
    drawn(energy).ifPresent(line -> block.sentence(0, line));
    text.append(block.text());
    linesDrawn = (int) block.text().chars().filter(c -> c == '\n').count();
    writer.print(text);
  }

  private String up() {
    return (linesDrawn > 0 ? "\033[" + linesDrawn + "A" : "") + '\r' + CLEAR_TO_END_OF_SCREEN;
  }

  /** A line that wraps would break the redrawing. */
  private Paragraphs paragraphs() {
    return new Paragraphs(style, width());
  }

  private int width() {
    return Math.max(NARROWEST, columns.orElse(NARROWEST) - 1);
  }

  private List<List<String>> rows(ClusterReport report) {
    List<List<String>> rows = new ArrayList<>();
    LevelEstimate weakest = report.tables().get(0).levels().get(0);
    List<String> head = new ArrayList<>(List.of("table", "reads/s", "writes/s"));
    weakest.estimates().forEach(estimate -> head.add(estimate.model()));
    rows.add(head);
    for (TableReport table : report.tables().stream().limit(MOST_TABLES).toList()) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  shortened(table.table().table()),
                  Numbers.of(table.reads().mean()),
                  Numbers.of(table.writes().mean())));
      List<RateEstimate> estimates = table.levels().get(0).estimates();
      for (int i = 0; i < weakest.estimates().size(); i++) {
        row.add(i < estimates.size() ? Words.value(estimates.get(i)) : Numbers.UNKNOWN);
      }
      rows.add(row);
    }
    return rows;
  }

  private String shortened(String name) {
    int most = Math.max(SHORTEST_NAME, width() - NUMBERS);
    return name.length() <= most ? name : name.substring(0, most - 1) + '\u2026';
  }

  private static Optional<String> sampled(ClusterReport report) {
    List<PairResult> results =
        report.tables().stream().flatMap(table -> table.sampled().stream()).toList();
    return results.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Sampled rows: "
                + Numbers.count(results.stream().mapToLong(PairResult::stale).sum())
                + " of "
                + Words.count(results.stream().mapToLong(PairResult::pairs).sum(), "pair")
                + " stale at "
                + results.get(0).weak()
                + ".");
  }

  /** What the hosts drew in the latest window, all together and by data centre. */
  private static Optional<String> drawn(@Nullable EnergyReport energy) {
    if (energy == null) {
      return Optional.empty();
    }
    List<String> known = new ArrayList<>();
    drawn("hosts", energy.use()).ifPresent(known::add);
    if (energy.dataCenters().size() > 1) {
      for (DataCenterEnergy center : energy.dataCenters().stream().limit(MOST_LINES).toList()) {
        center.use().flatMap(use -> drawn(center.name(), use)).ifPresent(known::add);
      }
    }
    return known.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", known));
  }

  private static Optional<String> drawn(String whose, LiveUse use) {
    if (Double.isNaN(use.latestWatts())) {
      return Optional.empty();
    }
    double each = use.latestJoulesPerOperation();
    return Optional.of(
        whose
            + " "
            + Numbers.of(use.latestWatts())
            + " W ("
            + EnergyText.origin(use)
            + ")"
            + (Double.isNaN(each) ? "" : ", " + Numbers.of(each) + " J per operation"));
  }

  /** What the nodes have counted since the start, as far as the source knows it. */
  private static Optional<String> counted(ClusterCounts counts) {
    List<String> known = new ArrayList<>();
    add(known, counts.digestMismatches(), "digest mismatch", "digest mismatches");
    add(known, counts.droppedMutations(), "dropped write", "dropped writes");
    add(known, counts.pendingHints(), "hint file", "hint files");
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of("All keyspaces: " + String.join(", ", known) + ".");
  }

  private static void add(List<String> known, @Nullable Long count, String one, String many) {
    if (count != null) {
      known.add(Numbers.count(count) + " " + (count == 1 ? one : many));
    }
  }

  private static Optional<String> levels(ClusterCounts counts) {
    List<String> known = new ArrayList<>();
    levels("reads", counts.readsByLevel()).ifPresent(known::add);
    levels("writes", counts.writesByLevel()).ifPresent(known::add);
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of("Levels in use: " + String.join("; ", known) + ".");
  }

  private static Optional<String> levels(String what, Map<Level, Long> counts) {
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return all == 0
        ? Optional.empty()
        : Optional.of(
            what
                + " "
                + counts.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .map(
                        entry ->
                            entry.getKey()
                                + " "
                                + Numbers.wholePercent((double) entry.getValue() / all))
                    .collect(Collectors.joining(", ")));
  }

  private static List<String> rest(ClusterReport report, int shown) {
    int more = report.tables().size() - shown;
    return more > 0 ? List.of("and " + Words.count(more, "more table")) : List.of();
  }

  /** Lines of what has not been told yet. */
  private List<String> fresh(ClusterReport report) {
    List<String> fresh = report.problems().stream().skip(problemsTold).toList();
    problemsTold = report.problems().size();
    return lines(fresh);
  }

  private List<String> lines(List<String> sentences) {
    if (columns.isEmpty()) {
      return sentences.stream().map(style::plain).toList();
    }
    Paragraphs wrapped = paragraphs();
    sentences.forEach(sentence -> wrapped.sentence(0, sentence));
    return wrapped.text().lines().toList();
  }
}
