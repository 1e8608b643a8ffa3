package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Difference;
import org.quorate.study.testing.Results;

/** Three blocks of two settings, of which one serves a hundred times as much as the other. */
final class IndependentSamplesTest {
  private final List<RunResult> runs = new ArrayList<>();

  private static Map<String, String> cell(String policy, String threads) {
    return Map.of("policy", policy, "threads", threads);
  }

  private void runs(double small) {
    for (int block = 1; block <= 3; block++) {
      add(block, "ONE", "100", 1000);
      add(block, "ALL", "100", 500);
      add(block, "ONE", "1", block == 2 ? small : 10);
      add(block, "ALL", "1", 5);
    }
  }

  private void add(int block, String policy, String threads, double throughput) {
    runs.add(Results.run(runs.size() + 1, block, cell(policy, threads), throughput));
  }

  private PairedRuns pairs() {
    return PairedRuns.of(
        List.of(
            Map.entry(new Cell(cell("ONE", "100")), new Cell(cell("ALL", "100"))),
            Map.entry(new Cell(cell("ONE", "1")), new Cell(cell("ALL", "1")))),
        runs,
        Measure.THROUGHPUT);
  }

  @Test
  void aBlockIsTheGeometricMeanOfItsSettings() {
    runs(40);

    assertThat(pairs().logRatio()).isPresent();
    // The ratios of the blocks are 2, sqrt(2 * 8) and 2.
    assertThat(pairs().ratio().mean()).isCloseTo(Math.cbrt(2 * 4 * 2), within(1e-12));
  }

  @Test
  void oneRunThatDidNothingLeavesNoGeometricMeanOfAnyBlock() {
    runs(0);

    assertThat(pairs().logRatio()).isEmpty();
    assertThat(pairs().ratio().mean())
        .as("the ratio of the means")
        .isCloseTo((1010 + 1000 + 1010) / (3 * 505.0), within(1e-12));
  }

  @Test
  void whatIsComparedByItsDifferencesHasNoLogRatio() {
    runs(40);
    IndependentSamples samples = IndependentSamples.of(pairs().runPairs());

    assertThat(samples.sides(RunResult::achievedPerSecond).logRatio()).isPresent();
    assertThat(samples.means(RunResult::achievedPerSecond).logRatio()).isEmpty();
  }

  @Test
  void aStartOfAClusterInWhichARunDidNothingIsNotComparedByItsLogarithm() {
    Map<String, String> three = Map.of("nodes", "3");
    Map<String, String> four = Map.of("nodes", "4");
    for (int block = 1; block <= 4; block++) {
      int start = (block + 1) / 2;
      double throughput = block == 2 ? 0 : 100;
      runs.add(Results.ofSession(Results.run(2 * block, block, three, throughput), 2 * start));
      runs.add(Results.ofSession(Results.run(2 * block + 1, block, four, 100), 2 * start + 1));
    }

    Difference difference =
        Differences.of(List.of(new Cell(three), new Cell(four)), List.of(four), Set.of(), runs)
            .stream()
            .filter(each -> each.measure().equals("throughput"))
            .findFirst()
            .orElseThrow();
    assertThat(difference.ratio().mean())
        .as("the ratio of the means of both starts, 50 and 100")
        .isCloseTo(0.75, within(1e-12));
    assertThat(difference.difference().low()).as("of the difference").isFinite();
  }
}
