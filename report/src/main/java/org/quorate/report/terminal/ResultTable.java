package org.quorate.report.terminal;

import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
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
    out.append(cells().render(width));
    out.append(new PhaseTable(study, style).render(width));
    out.append(new DistanceTable(study.distances(), style).render(width));
    out.append(new AccuracyTable(study.predictions().models(), style).render(width));
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

  private TextTable<CellSummary> cells() {
    var table = new TextTable<>("cell", study.cells(), CellSummary::label, style);
    boolean open = any(cell -> cell.offered() != null);
    if (open) {
      table.mean("offered", "ops/s", 70, CellSummary::offered);
    }
    table.mean(open ? "achieved" : "ops/s", open ? "ops/s" : "", 100, CellSummary::throughput);
    table.interval(20, CellSummary::throughput, 1);
    latencies(table, Kinds.read(study.cells()), 80);
    latencies(table, Kinds.write(study.cells()), 50);
    if (any(cell -> cell.staleRate() != null)) {
      table.percent("stale", "%", 95, CellSummary::staleRate);
      table.interval(30, CellSummary::staleRate, 100);
    }
    if (any(cell -> !cell.estimatedStaleAtOne().isEmpty())) {
      table.percent("estimate", "% at ONE", 85, ResultTable::estimate);
    }
    if (any(cell -> cell.failed() > 0)) {
      table.add("failed", "ops", 75, cell -> Numbers.count(cell.failed()));
    }
    table.mean("replica", "rd/read", 60, CellSummary::replicaReadsPerRead);
    if (any(cell -> cell.energy() != null)) {
      table.mean("energy", "J/op", 68, ResultTable::joules);
    }
    table.mean("CPU", "\u00b5s/op", 65, CellSummary::processorMicrosPerOperation);
    return table;
  }

  private boolean any(Predicate<CellSummary> condition) {
    return study.cells().stream().anyMatch(condition);
  }

  private void latencies(TextTable<CellSummary> table, @Nullable String kind, int weight) {
    if (kind == null) {
      return;
    }
    double largest =
        study.cells().stream().mapToDouble(cell -> of(cell, kind).p99()).max().orElse(0);
    TimeUnits unit = TimeUnits.forTable(largest);
    String name = Kinds.name(kind).toLowerCase(Locale.ROOT);
    String symbol = unit.symbol();
    table.add(name, "p50 " + symbol, weight - 5, c -> time(unit, c, kind, Latencies::p50));
    table.add(name, "p99 " + symbol, weight, c -> time(unit, c, kind, Latencies::p99));
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

  private static @Nullable Mean joules(CellSummary cell) {
    CellEnergy energy = cell.energy();
    return energy == null ? null : energy.joulesPerOperation();
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

  /** Of formula (6), the one that the papers are about; else of the first model there is. */
  private static @Nullable Mean estimate(CellSummary cell) {
    Mean harmony = cell.estimatedStaleAtOne().get("harmony");
    return harmony != null
        ? harmony
        : cell.estimatedStaleAtOne().values().stream().findFirst().orElse(null);
  }
}
