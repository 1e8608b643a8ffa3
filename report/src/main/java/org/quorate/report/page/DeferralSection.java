package org.quorate.report.page;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Shares;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/**
 * Writes that clients keep back: until they are accepted, acknowledged and visible, and which of
 * them missed the bound or were lost.
 */
record DeferralSection(Context context) implements PageSection {
  private static final int MOST_MISSES = 200;

  /** Whether no cell deferred a write. */
  boolean isEmpty() {
    return deferred().isEmpty();
  }

  @Override
  public String id() {
    return "deferral";
  }

  @Override
  public String title() {
    return "Deferred writes";
  }

  private Map<CellSummary, CellDeferral> deferred() {
    Map<CellSummary, CellDeferral> deferred = new LinkedHashMap<>();
    for (CellSummary cell : context.cells()) {
      CellDeferral deferral = cell.deferral();
      if (deferral != null) {
        deferred.put(cell, deferral);
      }
    }
    return deferred;
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "A deferred write has three latencies: until its call returns (accepted), and from then"
            + " until a server has it (acknowledged) and until another client sees it (visible, of"
            + " a sample that a client of its own looks for). Throughput counts a write when it is"
            + " acknowledged, the flush at the end of the run included. In cells that are not here"
            + " a call returns when the server has the write. Of fewer than "
            + Latencies.FEWEST_FOR_P99
            + " writes that were looked for there is no 99th percentile.",
        Source.CLIENT);
    latencies(html);
    outcomes(html);
    misses(html);
  }

  private void latencies(Html html) {
    TimeUnits unit = unit();
    Table table = new Table("Time until deferred writes are accepted and seen", "Cell", true);
    for (String column :
        List.of(
            "Accepted p50",
            "Accepted p99",
            "Acknowledged p50",
            "Acknowledged p99",
            "Acknowledged max",
            "Visible p50",
            "Visible p99")) {
      table.number(column, unit.symbol());
    }
    table.number("Looked for", "writes");
    deferred()
        .forEach(
            (cell, deferral) -> {
              Latencies accepted = deferral.all().acceptance();
              Latencies acknowledged = deferral.all().acknowledgement();
              Latencies visible = deferral.all().visibility();
              table.row(
                  cell.label(),
                  context.look(cell),
                  List.of(
                      ValueText.time(unit, accepted.p50(), accepted.count()),
                      ValueText.time(unit, accepted.p99(), accepted.count()),
                      ValueText.time(unit, acknowledged.p50(), acknowledged.count()),
                      ValueText.time(unit, acknowledged.p99(), acknowledged.count()),
                      ValueText.time(unit, acknowledged.max(), acknowledged.count()),
                      ValueText.time(unit, visible.p50(), visible.count()),
                      visible.count() < Latencies.FEWEST_FOR_P99
                          ? Table.Value.of(Numbers.UNKNOWN)
                          : ValueText.time(unit, visible.p99(), visible.count()),
                      ValueText.count(visible.count())));
            });
    table.write(html);
  }

  /** Fit for what may be seconds. */
  private TimeUnits unit() {
    double largest = 0;
    for (CellDeferral deferral : deferred().values()) {
      largest = Math.max(largest, (double) deferral.all().acknowledgement().p99());
    }
    return TimeUnits.forTable(largest);
  }

  private void outcomes(Html html) {
    Table table =
        new Table("What became of deferred writes", "Cell", true)
            .number("Accepted", "writes")
            .number("Acknowledged", "writes")
            .number("Lost", "writes")
            .number("Bound", "s")
            .number("Within the bound", "%")
            .number("Late", "writes")
            .words("Causes");
    deferred()
        .forEach(
            (cell, deferral) -> {
              DeferralResult all = deferral.all();
              Double bound = all.boundSeconds();
              double kept = deferral.keptShare();
              table.row(
                  cell.label(),
                  context.look(cell),
                  List.of(
                      ValueText.count(all.accepted()),
                      ValueText.count(all.acknowledged()),
                      ValueText.count(all.lost()),
                      bound == null
                          ? Table.Value.of("none")
                          : Table.Value.of(Numbers.of(bound), bound),
                      Double.isNaN(kept)
                          ? Table.Value.of(Numbers.UNKNOWN)
                          : new Table.Value(
                              Shares.percentDown(kept), interval(deferral.keptByRun()), kept),
                      bound == null ? Table.Value.of(Numbers.UNKNOWN) : ValueText.count(all.late()),
                      Table.Value.of(causes(all))));
            });
    table.write(html);
    PageSection.note(
        html,
        "Lost writes had been accepted, and no server acknowledged them by the end of the run; they"
            + " count as failed. Within the bound is the share of accepted writes that a server"
            + " acknowledged in time, rounded down, with its 95 % interval over runs.");
  }

  private static String interval(@Nullable Mean kept) {
    if (kept == null || Double.isNaN(kept.low()) || Double.isNaN(kept.high())) {
      return "";
    }
    String low = Shares.percentDown(kept.low());
    String high = Shares.percentDown(kept.high());
    return low.equals(high) ? "" : low + "\u2009\u2013\u2009" + high;
  }

  private static String causes(DeferralResult all) {
    List<String> words = new ArrayList<>();
    all.missed().forEach((cause, count) -> words.add(Numbers.count(count) + ": " + cause));
    all.failed().forEach((error, count) -> words.add(Numbers.count(count) + " lost: " + error));
    return String.join("; ", words);
  }

  private void misses(Html html) {
    Table table =
        new Table("Writes that missed the bound, the last of each cell", "Cell", true)
            .words("Acknowledged at")
            .number("After", "s")
            .words("Cause");
    deferred()
        .forEach(
            (cell, deferral) -> {
              List<DeferralResult.Miss> all = deferral.all().latestMisses();
              for (DeferralResult.Miss miss :
                  all.subList(Math.max(0, all.size() - MOST_MISSES), all.size())) {
                table.row(
                    cell.label(),
                    context.look(cell),
                    List.of(
                        Table.Value.of(
                            miss.acknowledgedAt().truncatedTo(ChronoUnit.MILLIS).toString()),
                        Table.Value.of(Numbers.of(miss.delaySeconds()), miss.delaySeconds()),
                        Table.Value.of(miss.cause())));
              }
            });
    if (!table.isEmpty()) {
      table.folded().write(html);
      PageSection.note(
          html,
          "Listed are the last "
              + MOST_MISSES
              + " of each cell at most, and of each run those that it kept; the table above counts"
              + " all of them by cause.");
    }
  }
}
