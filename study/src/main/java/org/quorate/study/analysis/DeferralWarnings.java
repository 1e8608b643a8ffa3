package org.quorate.study.analysis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Shares;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Expectation;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.NumberText;

/**
 * Sentences of a verdict that say what a reader must hold against cells whose clients keep writes
 * back: a bound that was missed, and runs too short for their bound to matter. Stateless.
 */
final class DeferralWarnings {
  /** Runs of fewer bounds or flush periods are hardly shaped by them. */
  private static final int FEWEST_PERIODS = 3;

  /** Cells that a warning names. */
  private static final int MOST_NAMED = 6;

  private DeferralWarnings() {}

  /**
   * @param settings of the study's cells
   * @param cells summed up
   * @param runs that they are of
   */
  static List<String> of(
      Map<Cell, RunSettings> settings, List<CellSummary> cells, List<RunResult> runs) {
    List<String> sentences = new ArrayList<>();
    missed(cells).ifPresent(sentences::add);
    shortRuns(settings, runs).ifPresent(sentences::add);
    return sentences;
  }

  /** A cell is named after its bound, whether it was kept or not. */
  private static Optional<String> missed(List<CellSummary> cells) {
    Map<String, Long> causes = new TreeMap<>();
    Map<CellSummary, Double> missed = new LinkedHashMap<>();
    for (CellSummary cell : cells) {
      CellDeferral deferral = cell.deferral();
      if (deferral != null && deferral.keptShare() < Expectation.BoundKept.SHARE) {
        missed.put(cell, deferral.keptShare());
        deferral.all().missed().forEach((cause, count) -> causes.merge(cause, count, Long::sum));
        deferral.all().failed().forEach((error, count) -> causes.merge(error, count, Long::sum));
      }
    }
    if (missed.isEmpty()) {
      return Optional.empty();
    }
    List<String> names =
        missed.entrySet().stream()
            .sorted(Map.Entry.comparingByValue())
            .map(cell -> cell.getKey().label() + ": " + Shares.percentDown(cell.getValue()) + " %")
            .toList();
    return Optional.of(
        "The bound was missed in "
            + (names.size() == 1 ? "a cell" : names.size() + " cells")
            + ", where fewer than 99.99 % of accepted writes were acknowledged within it ("
            + named(names)
            + ")"
            + commonest(causes)
            + ".");
  }

  private static String commonest(Map<String, Long> causes) {
    long all = causes.values().stream().mapToLong(Long::longValue).sum();
    return causes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(
            cause ->
                "; the commonest cause, of "
                    + NumberText.count(cause.getValue())
                    + " of "
                    + NumberText.count(all)
                    + " such writes: "
                    + cause.getKey())
        .orElse("");
  }

  /** What a bound or a period makes of a load is not seen before several of them have passed. */
  private static Optional<String> shortRuns(Map<Cell, RunSettings> settings, List<RunResult> runs) {
    List<String> names = new ArrayList<>();
    settings.forEach(
        (cell, setting) -> {
          Duration period = period(setting.buffering());
          double seconds =
              runs.stream()
                  .filter(run -> run.cell().equals(cell.levels()))
                  .mapToDouble(RunResult::seconds)
                  .average()
                  .orElse(Double.NaN);
          if (period != null && seconds < FEWEST_PERIODS * period.toNanos() / 1e9) {
            names.add(String.format(Locale.ROOT, "%s: %.2f s", cell.label(), seconds));
          }
        });
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Runs of "
                + (names.size() == 1 ? "a cell" : names.size() + " cells")
                + " are on average shorter than three of the bounds or flush periods that they are"
                + " named after, which therefore hardly came into play ("
                + named(names)
                + ").");
  }

  private static @Nullable Duration period(Buffering buffering) {
    if (buffering instanceof Buffering.BoundedDeferral bounded) {
      return bounded.time();
    }
    return buffering instanceof Buffering.StockBuffer stock ? stock.flushPeriod() : null;
  }

  private static String named(List<String> names) {
    int more = names.size() - MOST_NAMED;
    return String.join("; ", names.subList(0, Math.min(MOST_NAMED, names.size())))
        + (more > 0 ? "; and " + more + " more" : "");
  }
}
