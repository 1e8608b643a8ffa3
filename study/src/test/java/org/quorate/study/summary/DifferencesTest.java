package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;

final class DifferencesTest {
  private static final Map<String, String> ONE = Map.of("read-level", "ONE");
  private static final Map<String, String> ALL = Map.of("read-level", "ALL");

  @Test
  void pairsRunsOfTheSameRepetitionInWhateverOrderTheyRan() {
    List<RunResult> runs = new ArrayList<>();
    runs.add(Results.run(1, 1, ALL, 700));
    runs.add(Results.run(2, 1, ONE, 1000));
    runs.add(Results.run(3, 2, ONE, 1100));
    runs.add(Results.run(4, 2, ALL, 790));
    runs.add(Results.run(5, 3, ONE, 1200));
    runs.add(Results.run(6, 3, ALL, 910));
    Difference throughput =
        Differences.of(cells(), ONE, runs).stream()
            .filter(difference -> difference.measure().equals("throughput"))
            .findFirst()
            .orElseThrow();

    // differences -300, -310, -290: mean -300, s 10, t = 300 / (10 / sqrt 3) = 51.96, p = 0.00037
    assertThat(throughput.cell()).isEqualTo(ALL);
    assertThat(throughput.baseline()).isEqualTo(ONE);
    assertThat(throughput.difference().mean()).isEqualTo(-300);
    assertThat(throughput.difference().low()).isEqualTo(-300 - 24.8414, within(0.001));
    assertThat(throughput.ratio().mean()).isEqualTo(2400.0 / 3300, within(1e-12));
    assertThat(throughput.ratio().low()).isLessThan(throughput.ratio().mean());
    assertThat(throughput.ratio().high()).isLessThan(1);
    // three measures of one pair: throughput, p99 and processor time; Holm takes the smallest times
    // 3
    assertThat(throughput.pValue()).isEqualTo(3 * 0.000370, within(0.00001));
    assertThat(throughput.distinguishable()).isTrue();
  }

  @Test
  void equalValuesAreNotDistinguishable() {
    List<RunResult> runs =
        List.of(
            Results.run(1, 1, ONE, 1000),
            Results.run(2, 1, ALL, 1000),
            Results.run(3, 2, ALL, 1100),
            Results.run(4, 2, ONE, 1100));

    assertThat(Differences.of(cells(), ONE, runs))
        .isNotEmpty()
        .allMatch(difference -> !difference.distinguishable() && difference.pValue() == 1);
  }

  @Test
  void eachCellIsComparedWithTheBaselineAtItsOwnOtherLevels() {
    List<Cell> cells = new ArrayList<>();
    List<RunResult> runs = new ArrayList<>();
    for (String write : List.of("ONE", "QUORUM")) {
      for (String read : List.of("ONE", "ALL")) {
        Cell cell = new Cell(Map.of("write-level", write, "read-level", read));
        cells.add(cell);
        runs.add(Results.run(runs.size() + 1, 1, cell.levels(), 100));
        runs.add(Results.run(runs.size() + 1, 2, cell.levels(), 110));
      }
    }

    assertThat(Differences.of(cells, ONE, runs))
        .filteredOn(difference -> difference.measure().equals("throughput"))
        .extracting(Difference::baseline)
        .containsExactly(
            Map.of("write-level", "ONE", "read-level", "ONE"),
            Map.of("write-level", "QUORUM", "read-level", "ONE"));
  }

  @Test
  void staleRatesAreComparedWhereBothWereJudged() {
    List<RunResult> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      runs.add(
          Results.judged(
              Results.run(runs.size() + 1, repetition, ONE, 1000), 1000, 50 + repetition));
      runs.add(Results.judged(Results.run(runs.size() + 1, repetition, ALL, 1000), 1000, 0));
    }
    Difference stale =
        Differences.of(cells(), ONE, runs).stream()
            .filter(difference -> difference.measure().equals("stale rate"))
            .findFirst()
            .orElseThrow();

    assertThat(stale.difference().mean()).isEqualTo(-0.052, within(1e-12));
    assertThat(stale.ratio().mean()).isZero();
    assertThat(stale.distinguishable()).isTrue();
  }

  @Test
  void nothingIsComparedWithoutABaselineOrASecondRepetition() {
    List<RunResult> once = List.of(Results.run(1, 1, ONE, 1), Results.run(2, 1, ALL, 2));

    assertThat(Differences.of(cells(), Map.of(), once)).isEmpty();
    assertThat(Differences.of(cells(), ONE, once)).isEmpty();
  }

  @Test
  void responseTimesAreOfReadsWhereThereAreAny() {
    assertThat(Differences.mainKind(List.of(Results.run(1, 1, ONE, 1)))).isEqualTo("READ");
  }

  private static List<Cell> cells() {
    return List.of(new Cell(ONE), new Cell(ALL));
  }
}
