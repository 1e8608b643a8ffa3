package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class DeferralWarningsTest {
  private static final String SLOW = "its region server took longer than flushes of late";
  private static final String WAITED = "earlier flushes to its region server were not answered";

  private final List<RunResult> runs = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Map<Cell, RunSettings> settings;

  @BeforeEach
  void readTheStudy() throws Exception {
    settings =
        Studies.load(
                folder,
                """
                title: x
                workload: {properties: {recordcount: 10}}
                cluster: {engine: hbase}
                factors: {buffering: [none, stock, stock flush 2s, bounded 100ms, bounded 1s]}
                """)
            .study()
            .cells();
  }

  @Test
  void aBoundThatWasMissedIsToldWithItsShareAndItsCommonestCause() {
    add("bounded 100ms", 10, 10_000, 5_000, WAITED);
    add("bounded 100ms", 10, 10_000, 6_234, SLOW);
    add("bounded 1s", 10, 10_000, 2, WAITED);
    add("bounded 1s", 10, 10_000, 0, "");

    assertThat(warnings())
        .containsExactly(
            "The bound was missed in a cell, where fewer than 99.99 % of accepted writes were"
                + " acknowledged within it (bounded 100ms: 43.830 %); the commonest cause, of 6,234"
                + " of 11,234 such writes: its region server took longer than flushes of late.");
  }

  @Test
  void theWorstOfSeveralCellsIsNamedFirst() {
    add("bounded 1s", 10, 10_000, 2, WAITED);
    add("bounded 100ms", 10, 10_000, 9_000, WAITED);

    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("The bound was missed in 2 cells, where")
        .contains("(bounded 100ms: 10.000 %; bounded 1s: 99.980 %)");
  }

  @Test
  void anAcceptedWriteThatWasLostDidNotKeepItsBound() {
    runs.add(
        Results.deferred(
            Results.lasting(Results.run(1, 1, Map.of("buffering", "bounded 1s"), 1000), 9)));

    assertThat(warnings()).singleElement().asString().contains("bounded 1s: 96.000 %");
  }

  @Test
  void oneWriteOfTenThousandMayBeLate() {
    add("bounded 1s", 10, 10_000, 1, WAITED);

    assertThat(warnings()).isEmpty();
  }

  @Test
  void runsThatAreShorterThanThreeOfTheirPeriodsAreTold() {
    add("bounded 1s", 2, 1000, 0, "");
    add("bounded 1s", 3.5, 1000, 0, "");
    add("bounded 100ms", 0.3, 1000, 0, "");
    runs.add(run("stock flush 2s", 1.25));
    runs.add(run("stock", 0.1));
    runs.add(run("none", 0.1));

    assertThat(warnings())
        .containsExactly(
            "Runs of 2 cells are on average shorter than three of the bounds or flush periods that"
                + " they are named after, which therefore hardly came into play (stock buffer flush"
                + " 2s: 1.25 s; bounded 1s: 2.75 s).");
  }

  private void add(String buffering, double seconds, long writes, long late, String cause) {
    runs.add(Results.deferred(run(buffering, seconds), writes, late, cause, 100));
  }

  /** As long as it is said to be. */
  private RunResult run(String buffering, double seconds) {
    int sequence = runs.size() + 1;
    return Results.lasting(
        Results.run(sequence, sequence, Map.of("buffering", buffering), 1000), seconds);
  }

  private List<String> warnings() {
    List<CellSummary> cells = new ArrayList<>();
    for (Cell cell : settings.keySet()) {
      List<RunResult> own = runs.stream().filter(run -> run.cell().equals(cell.levels())).toList();
      if (!own.isEmpty()) {
        CellTally tally = new CellTally(cell);
        own.forEach(run -> tally.add(run, Map.of()));
        cells.add(tally.summary());
      }
    }
    return DeferralWarnings.of(settings, cells, runs);
  }
}
