package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.Mean;
import org.quorate.study.testing.Results;

final class CellDeferralTest {
  private static final Map<String, String> BOUNDED = Map.of("buffering", "bounded 1s");

  @Test
  void aCellThatDefersNothingHasNone() {
    CellTally tally = new CellTally(new Cell(BOUNDED));
    tally.add(Results.run(1, 1, BOUNDED, 1000), Map.of());

    assertThat(tally.summary().deferral()).isNull();
  }

  @Test
  void theWritesOfAllRunsAreAddedUpAndTheirLatenciesMerged() {
    CellTally tally = new CellTally(new Cell(BOUNDED));
    tally.add(
        Results.deferred(Results.run(1, 1, BOUNDED, 1000)),
        Map.of(
            LatencyLog.service("UPDATE"),
            histogram(10, 100),
            LatencyLog.ACKNOWLEDGED,
            histogram(49, 400_000),
            LatencyLog.VISIBLE,
            histogram(2, 500_000)));
    tally.add(
        Results.deferred(Results.run(2, 2, BOUNDED, 1000)),
        Map.of(
            LatencyLog.service("INSERT"),
            histogram(10, 300),
            LatencyLog.ACKNOWLEDGED,
            histogram(49, 800_000)));
    CellDeferral deferral = Objects.requireNonNull(tally.summary().deferral());
    DeferralResult all = deferral.all();

    assertThat(all.accepted()).isEqualTo(100);
    assertThat(all.acknowledged()).isEqualTo(98);
    assertThat(all.lost()).isEqualTo(2);
    assertThat(all.failed()).isEqualTo(Map.of("NotServing", 2L));
    assertThat(all.late()).isEqualTo(2);
    assertThat(deferral.keptShare()).as("two late, two lost").isEqualTo(0.96, within(1e-12));
    Mean kept = Objects.requireNonNull(deferral.keptByRun());
    assertThat(kept.mean()).isEqualTo(0.96, within(1e-12));
    assertThat(kept.runs()).isEqualTo(2);
    assertThat(all.boundSeconds()).isEqualTo(1.0);
    assertThat(all.latestMisses()).hasSize(2);
    assertThat(all.acceptance().count()).isEqualTo(20);
    assertThat(all.acknowledgement().count()).isEqualTo(98);
    assertThat(all.acknowledgement().max()).isBetween(800_000L, 801_000L);
    assertThat(all.visibility().count()).isEqualTo(2);
  }

  @Test
  void whereNoRunMissedTheBoundTheIntervalIsThatOfTheRuleOfThree() {
    CellTally tally = new CellTally(new Cell(BOUNDED));
    tally.add(Results.deferred(Results.run(1, 1, BOUNDED, 1000), 1000, 0, "", 100), Map.of());
    tally.add(Results.deferred(Results.run(2, 2, BOUNDED, 1000), 2000, 0, "", 100), Map.of());
    CellDeferral deferral = Objects.requireNonNull(tally.summary().deferral());

    assertThat(deferral.keptShare()).isEqualTo(1);
    assertThat(deferral.keptByRun()).isEqualTo(new Mean(1, 1 - 3.0 / 3000, 1, 2));
  }

  @Test
  void whereNothingWasPromisedNothingIsKept() {
    RunResult run = Results.run(1, 1, Map.of("buffering", "stock"), 1000);
    CellTally tally = new CellTally(new Cell(run.cell()));
    tally.add(
        run.with(
            draft ->
                draft.deferral =
                    new DeferralResult(
                        50,
                        50,
                        Map.of(),
                        Results.p99(1),
                        Results.p99(1),
                        Results.p99(1),
                        null,
                        Map.of(),
                        List.of())),
        Map.of());
    CellDeferral deferral = Objects.requireNonNull(tally.summary().deferral());

    assertThat(deferral.keptShare()).isNaN();
    assertThat(deferral.keptByRun()).isNull();
  }

  @Test
  void of99WritesThatWereLookedForThereIsAMedianAndNo99thPercentile() {
    RunResult few = Results.deferred(Results.run(1, 1, BOUNDED, 1000), 1000, 0, "", 99);

    assertThat(Measure.VISIBLE_P50.of(few)).isCloseTo(450, within(1.0));
    assertThat(Measure.VISIBLE_P99.of(few)).isNull();
  }

  @Test
  void figuresShowWhatARunsDeferredWritesTook() {
    RunResult run = Results.run(1, 1, BOUNDED, 1000);

    assertThat(Measure.ACKNOWLEDGED_P99.of(run)).isNull();
    assertThat(Measure.VISIBLE_P50.of(run)).isNull();
    assertThat(Measure.VISIBLE_P99.of(run)).isNull();
    assertThat(Measure.ACKNOWLEDGED_P99.of(Results.deferred(run))).isCloseTo(400, within(1.0));
    assertThat(Measure.VISIBLE_P99.of(Results.deferred(run))).isCloseTo(450, within(1.0));
  }

  @Test
  void sentencesNameBufferings() {
    assertThat(Phrases.at(Map.of("buffering", "none"))).isEqualTo("without a buffer");
    assertThat(Phrases.at(Map.of("buffering", "stock flush 1s")))
        .isEqualTo("with the stock buffer flush 1s");
    assertThat(Phrases.at(BOUNDED)).isEqualTo("with deferral bounded 1s");
    assertThat(Phrases.thing(Map.of("buffering", "none"))).isEqualTo("no buffer");
    assertThat(Phrases.thing(Map.of("buffering", "stock"))).isEqualTo("the stock buffer");
    assertThat(Phrases.at(Map.of("durability", "process-crash")))
        .isEqualTo("with durability process-crash");
  }

  private static Histogram histogram(int count, long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }
}
