package org.quorate.report.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Kinds;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.format.VerdictSentences;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellEnergy;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;

/** The verdict of a study and a line for each cell. */
public final class ResultTable {
  private static final String ABOVE_ONE =
      "estimate: what formula (6) of the Harmony paper expects of reads at ONE, a model's number;"
          + " it is not held to 100 %.";

  private final StudySummary study;
  private final Style style;

  public ResultTable(StudySummary study, Style style) {
    this.study = study;
    this.style = style;
  }

  /**
   * Verdict and table, each line at most so wide, ending with a line end. Sentences of the verdict
   * that only repeat a row of the table are left out.
   */
  public String render(int width) {
    StringBuilder out = new StringBuilder();
    VerdictSentences verdict = VerdictSentences.of(study);
    paragraph(out, verdict.headline(), width, true);
    study.verdict().stream()
        .skip(1)
        .filter(sentence -> !verdict.cells().contains(sentence))
        .forEach(sentence -> paragraph(out, sentence, width, false));
    if (!study.complete()) {
      out.append(style.yellow("Not complete: " + study.runs().size() + " runs measured so far."));
      out.append('\n');
    }
    if (study.cells().isEmpty()) {
      return out.append("No run has been measured.\n").toString();
    }
    if (out.length() > 0) {
      out.append('\n');
    }
    List<String> labels = study.cells().stream().map(c -> style.plain(c.label())).toList();
    out.append(new TextTable("cell", labels, columns(), style).render(width));
    out.append(new PhaseTable(study, style).render(width));
    out.append(new DistanceTable(study.distances(), style).render(width));
    if (study.cells().stream().map(ResultTable::estimate).anyMatch(ResultTable::isAboveOne)) {
      out.append('\n');
      paragraph(out, ABOVE_ONE, width, false);
    }
    if (!ofJoules().isEmpty()) {
      out.append('\n');
      paragraph(out, ofJoules(), width, false);
    }
    return out.toString();
  }

  private static boolean isAboveOne(@Nullable Mean estimate) {
    return estimate != null && estimate.mean() > 1;
  }

  private void paragraph(StringBuilder out, String text, int width, boolean bold) {
    for (String line : Wrapping.wrap(style.plain(text), width)) {
      out.append(bold ? style.bold(line) : line).append('\n');
    }
  }

  private List<TextTable.Column> columns() {
    List<TextTable.Column> columns = new ArrayList<>();
    boolean open = study.cells().stream().anyMatch(cell -> cell.offered() != null);
    if (open) {
      add(columns, "offered", "ops/s", 70, cell -> mean(cell.offered()));
    }
    add(
        columns,
        open ? "achieved" : "ops/s",
        open ? "ops/s" : "",
        100,
        cell -> mean(cell.throughput()));
    add(columns, "95 % of", "runs", 20, cell -> interval(cell.throughput(), 1));
    latencies(columns, Kinds.read(study.cells()), 80);
    latencies(columns, Kinds.write(study.cells()), 50);
    if (study.cells().stream().anyMatch(cell -> cell.staleRate() != null)) {
      add(columns, "stale", "%", 95, cell -> percent(cell.staleRate()));
      add(columns, "95 % of", "runs", 30, cell -> interval(cell.staleRate(), 100));
    }
    if (study.cells().stream().anyMatch(cell -> !cell.estimatedStaleAtOne().isEmpty())) {
      add(columns, "estimate", "% at ONE", 85, cell -> percent(estimate(cell)));
    }
    if (study.cells().stream().anyMatch(cell -> cell.failed() > 0)) {
      add(columns, "failed", "ops", 75, cell -> Numbers.count(cell.failed()));
    }
    add(columns, "replica", "rd/read", 60, cell -> mean(cell.replicaReadsPerRead()));
    if (study.cells().stream().anyMatch(cell -> cell.energy() != null)) {
      add(columns, "energy", "J/op", 68, ResultTable::joules);
    }
    add(columns, "CPU", "\u00b5s/op", 65, cell -> mean(cell.processorMicrosPerOperation()));
    return columns;
  }

  private void latencies(List<TextTable.Column> columns, @Nullable String kind, int weight) {
    if (kind == null) {
      return;
    }
    double largest =
        study.cells().stream().mapToDouble(cell -> of(cell, kind).p99()).max().orElse(0);
    TimeUnits unit = TimeUnits.forTable(largest);
    String name = Kinds.name(kind).toLowerCase(Locale.ROOT);
    add(
        columns,
        name,
        "p50 " + unit.symbol(),
        weight - 5,
        c -> time(unit, c, kind, Latencies::p50));
    add(columns, name, "p99 " + unit.symbol(), weight, c -> time(unit, c, kind, Latencies::p99));
  }

  private void add(
      List<TextTable.Column> columns,
      String name,
      String unit,
      int weight,
      Function<CellSummary, String> value) {
    List<String> values =
        study.cells().stream().map(cell -> style.plain(value.apply(cell))).toList();
    columns.add(new TextTable.Column(style.plain(name), style.plain(unit), weight, values));
  }

  private static Latencies of(CellSummary cell, String kind) {
    return cell.responseByKind().getOrDefault(kind, Latencies.NONE);
  }

  private static String time(
      TimeUnits unit, CellSummary cell, String kind, ToLongFunction<Latencies> quantile) {
    Latencies latencies = of(cell, kind);
    return latencies.count() == 0
        ? Numbers.UNKNOWN
        : unit.number((double) quantile.applyAsLong(latencies));
  }

  private static String mean(@Nullable Mean estimate) {
    return estimate == null ? Numbers.UNKNOWN : Numbers.of(estimate.mean());
  }

  private static String joules(CellSummary cell) {
    CellEnergy energy = cell.energy();
    return energy == null ? Numbers.UNKNOWN : Numbers.of(energy.joulesPerOperation().mean());
  }

  /** What a reader must know of the column of joules; empty where all are measured. */
  private String ofJoules() {
    double error =
        study.cells().stream()
            .map(CellSummary::energy)
            .filter(Objects::nonNull)
            .filter(CellEnergy::estimated)
            .mapToDouble(CellEnergy::relativeError)
            .max()
            .orElse(Double.NaN);
    return Double.isNaN(error)
        ? ""
        : "energy: joules of all hosts per operation, estimated by a power model "
            + (Double.isInfinite(error)
                ? "whose error nobody states."
                : "with " + Numbers.wholePercent(error).replace('\u00a0', ' ') + " error.");
  }

  private static String percent(@Nullable Mean share) {
    return share == null ? Numbers.UNKNOWN : Numbers.of(share.mean() * 100);
  }

  private static String interval(@Nullable Mean estimate, double factor) {
    String text =
        estimate == null ? "" : Numbers.interval(estimate.low() * factor, estimate.high() * factor);
    return text.isEmpty() ? Numbers.UNKNOWN : text.replace("\u2009", "");
  }

  /** Of formula (6), the one that the papers are about; else of the first model there is. */
  private static @Nullable Mean estimate(CellSummary cell) {
    Mean harmony = cell.estimatedStaleAtOne().get("harmony");
    return harmony != null
        ? harmony
        : cell.estimatedStaleAtOne().values().stream().findFirst().orElse(null);
  }
}
