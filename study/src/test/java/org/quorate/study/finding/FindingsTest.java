package org.quorate.study.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.quorate.study.finding.Finding.Outcome;
import org.quorate.study.finding.Findings.Basis;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Expectation;

final class FindingsTest {
  private static final Expectation FALLS =
      new Expectation.ThroughputFalls("read-level", List.of("ONE", "QUORUM", "ALL"), Map.of());

  @Test
  void staleReadsHoldWhereEveryCellHasOne() {
    Expectation expectation = new Expectation.StaleReads(Map.of("read-level", "ONE"));

    assertThat(find(expectation, Basis.STUDY, cell("ONE", 1000, 3), cell("ALL", 1000, 0)))
        .isEqualTo(
            new Finding(
                "stale reads with reads at ONE", Outcome.HOLDS, "3 of 1,000 reads were stale"));
    assertThat(find(expectation, Basis.STUDY, cell("ONE", 1000, 0)).outcome())
        .isEqualTo(Outcome.DOES_NOT_HOLD);
  }

  @Test
  void noStaleReadsHoldWhereNoCellHasOne() {
    Expectation expectation = new Expectation.NoStaleReads(Map.of());

    assertThat(find(expectation, Basis.STUDY, cell("ONE", 1000, 0), cell("ALL", 2000, 0)))
        .isEqualTo(
            new Finding(
                "no stale read",
                Outcome.HOLDS,
                "0 of 1,000 reads were stale at ONE; 0 of 2,000 reads were stale at ALL"));
    assertThat(find(expectation, Basis.STUDY, cell("ONE", 1000, 1), cell("ALL", 2000, 0)).outcome())
        .isEqualTo(Outcome.DOES_NOT_HOLD);
  }

  @Test
  void nothingIsDecidedWithoutJudgedReads() {
    assertThat(
            find(new Expectation.NoStaleReads(Map.of()), Basis.STUDY, cell("ONE", 0, 0)).outcome())
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(
            find(
                    new Expectation.StaleReads(Map.of("read-level", "TWO")),
                    Basis.STUDY,
                    cell("ONE", 10, 1))
                .outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void aBoundIsKeptWhereNoCellMissesItForMoreThanOneWriteInTenThousand() {
    Expectation expectation = new Expectation.BoundKept(Map.of("buffering", "bounded 1s"));

    assertThat(find(expectation, Basis.STUDY, bounded("1", 63_936, 63_935)))
        .isEqualTo(
            new Finding(
                "at least 99.99 % of writes acknowledged within the bound with bounded 1s",
                Outcome.HOLDS, "63,935 of 63,936 writes were, 99.998 %"));
    assertThat(
            find(
                expectation,
                Basis.STUDY,
                bounded("1", 10_000, 9_999),
                bounded("64", 512_000, 511_948)))
        .isEqualTo(
            new Finding(
                "at least 99.99 % of writes acknowledged within the bound with bounded 1s",
                Outcome.DOES_NOT_HOLD,
                "9,999 of 10,000 writes were, 99.990 %, at bounded 1s, 1 thread; 511,948 of"
                    + " 512,000 writes were, 99.989 %, at bounded 1s, 64 threads"));
  }

  @Test
  void manyCellsWithABoundAreCountedTogether() {
    CellEvidence kept = bounded("1", 1000, 1000);

    assertThat(
            find(
                    new Expectation.BoundKept(Map.of()),
                    Basis.STUDY,
                    kept,
                    kept,
                    kept,
                    kept,
                    bounded("64", 1000, 900))
                .evidence())
        .isEqualTo("4,900 of 5,000 writes were in 5 cells, 1 of which had fewer");
  }

  @Test
  void nothingIsDecidedOfABoundThatNothingWasKeptBackWith() {
    Expectation expectation = new Expectation.BoundKept(Map.of());

    assertThat(
            find(expectation, Basis.STUDY, bounded("1", 1000, 1000), cell("ONE", 10, 1)).outcome())
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(find(expectation, Basis.STUDY).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void throughputFallsInAStudyWhereEveryStepIsDistinguishable() {
    assertThat(
            find(
                FALLS,
                Basis.STUDY,
                rates("ONE", 2000, 2010, 1990),
                rates("QUORUM", 1500, 1505, 1495),
                rates("ALL", 1200, 1210, 1190)))
        .isEqualTo(
            new Finding(
                "throughput falls from ONE to QUORUM to ALL",
                Outcome.HOLDS,
                "2,000, 1,500, 1,200 operations/s"));
  }

  @Test
  void aFallWithinTheNoiseIsUndecided() {
    Finding finding =
        find(
            FALLS,
            Basis.STUDY,
            rates("ONE", 2000, 2010, 1990),
            rates("QUORUM", 1500, 1505, 1495),
            rates("ALL", 1200, 1700, 1400));

    assertThat(finding.outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(finding.evidence()).endsWith("not distinguishable: QUORUM to ALL");
  }

  @Test
  void aRiseDoesNotHold() {
    assertThat(
            find(
                    FALLS,
                    Basis.STUDY,
                    rates("ONE", 2000, 2010),
                    rates("QUORUM", 2100, 2105),
                    rates("ALL", 1200, 1210))
                .outcome())
        .isEqualTo(Outcome.DOES_NOT_HOLD);
  }

  @Test
  void aTrialWantsAFallOfTenPerCentAtEachStep() {
    assertThat(
            find(FALLS, Basis.TRIAL, rates("ONE", 2000), rates("QUORUM", 1800), rates("ALL", 1200))
                .outcome())
        .isEqualTo(Outcome.HOLDS);
    assertThat(
            find(FALLS, Basis.TRIAL, rates("ONE", 2000), rates("QUORUM", 1801), rates("ALL", 1200))
                .outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void oneRunOfEachInAStudyDecidesNothing() {
    assertThat(
            find(FALLS, Basis.STUDY, rates("ONE", 2000), rates("QUORUM", 1500), rates("ALL", 1200))
                .outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void missingLevelsAreUndecided() {
    assertThat(
            find(FALLS, Basis.STUDY, rates("ONE", 2000, 2001), rates("ALL", 1500, 1501)).outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void stepsAreTakenWithinTheOtherFactorsOnly() {
    Expectation falls =
        new Expectation.ThroughputFalls(
            "read-level", List.of("ONE", "ALL"), Map.of("write-level", "ONE"));
    List<CellEvidence> observations =
        List.of(
            observation(Map.of("read-level", "ONE", "write-level", "ONE"), 2000, 2010, 1990),
            observation(Map.of("read-level", "ALL", "write-level", "ONE"), 1000, 1010, 990),
            observation(Map.of("read-level", "ONE", "write-level", "ALL"), 1, 2, 3),
            observation(Map.of("read-level", "ALL", "write-level", "ALL"), 7, 8, 9));
    Finding finding = Findings.of(List.of(falls), observations, Basis.STUDY).get(0);

    assertThat(finding.expectation())
        .isEqualTo("throughput falls from ONE to ALL with writes at ONE");
    assertThat(finding.outcome()).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void expectationsConcernTheCellsTheySpeakOf() {
    assertThat(Findings.concerns(FALLS, new Cell(Map.of("read-level", "ALL")))).isTrue();
    assertThat(Findings.concerns(FALLS, new Cell(Map.of("read-level", "TWO")))).isFalse();
    assertThat(
            Findings.concerns(
                new Expectation.StaleReads(Map.of("write-level", "ONE")),
                new Cell(Map.of("read-level", "ALL", "write-level", "QUORUM"))))
        .isFalse();
  }

  private static Finding find(Expectation expectation, Basis basis, CellEvidence... cells) {
    return Findings.of(List.of(expectation), List.of(cells), basis).get(0);
  }

  private static CellEvidence cell(String level, long reads, long staleReads) {
    return new CellEvidence(
        new Cell(Map.of("read-level", level)), new TreeMap<>(), true, reads, staleReads);
  }

  private static CellEvidence bounded(String threads, long promised, long inTime) {
    Map<String, String> levels = new LinkedHashMap<>();
    levels.put("buffering", "bounded 1s");
    levels.put("threads", threads);
    return new CellEvidence(new Cell(levels), new TreeMap<>(), true, 0, 0, promised, inTime);
  }

  private static CellEvidence rates(String level, double... throughputs) {
    return observation(Map.of("read-level", level), throughputs);
  }

  private static CellEvidence observation(Map<String, String> cell, double... throughputs) {
    TreeMap<Integer, Double> byRepetition = new TreeMap<>();
    for (double throughput : throughputs) {
      byRepetition.put(byRepetition.size() + 1, throughput);
    }
    return new CellEvidence(new Cell(cell), byRepetition, false, 0, 0);
  }
}
