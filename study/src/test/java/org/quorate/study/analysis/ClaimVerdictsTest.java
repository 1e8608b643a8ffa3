package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.ClaimVerdict.Outcome;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

/** What others claim against what was measured. */
final class ClaimVerdictsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final List<RunResult> runs = new ArrayList<>();

  /** ONE has twice the throughput of ALL, between 1.9 and 2.1 times in single pairs. */
  @ParameterizedTest
  @CsvSource({
    "ONE, ALL, +100%, AGREES_WITHIN_INTERVAL",
    "ONE, ALL, +300%, AGREES_IN_DIRECTION",
    "ONE, ALL, higher, AGREES_IN_DIRECTION",
    "ONE, ALL, lower, DIFFERS",
    "ONE, ALL, -20%, DIFFERS",
    "ONE, ALL, within 5%, DIFFERS",
    "ALL, ONE, -50%, AGREES_WITHIN_INTERVAL",
    "QUORUM, ONE, -5%, NOT_DISTINGUISHABLE",
    "QUORUM, ONE, lower, NOT_DISTINGUISHABLE",
    "QUORUM, ONE, within 10%, AGREES_WITHIN_INTERVAL",
    "QUORUM, ONE, within 1%, NOT_DISTINGUISHABLE",
  })
  void isJudgedByTheIntervalOfTheRatio(String of, String against, String change, Outcome expected)
      throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      double noise = (repetition - 3) * 0.025;
      run(repetition, "ALL", 1000 * repetition);
      run(repetition, "ONE", 2000 * repetition * (1 + noise));
      run(repetition, "QUORUM", 2000 * repetition * (1 - noise * 0.2));
    }

    ClaimVerdict verdict = verdict("throughput", of, against, change);

    assertThat(verdict.outcome()).isEqualTo(expected);
    assertThat(verdict.pairs()).isEqualTo(5);
    assertThat(verdict.settings()).isEqualTo(1);
    assertThat(verdict.reason().isEmpty()).isEqualTo(expected != Outcome.NOT_DISTINGUISHABLE);
  }

  @Test
  void anEstimatedChangeSmallerThanTheModelsErrorAgreesWithNothing() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      powered(repetition, "ALL", 100, 0.25);
      powered(repetition, "ONE", 80 + repetition * 0.1, 0.25);
      powered(repetition, "QUORUM", 40 + repetition * 0.1, 0.25);
    }

    ClaimVerdict small = verdict("energy-per-operation", "ONE", "ALL", "-20%");
    assertThat(small.outcome()).isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(small.reason()).startsWith("too coarse a meter");
    assertThat(small.relativeError()).isEqualTo(0.25);
    assertThat(verdict("energy-per-operation", "QUORUM", "ALL", "lower").outcome())
        .isEqualTo(Outcome.AGREES_IN_DIRECTION);
    assertThat(verdict("host-power", "ONE", "ALL", "within 22%").outcome())
        .as("a model that may err by more cannot show it")
        .isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(verdict("host-power", "ONE", "ALL", "within 30%").outcome())
        .as("0.8 may be 0.6 to 1.07")
        .isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(verdict("host-power", "ONE", "ALL", "within 41%").outcome())
        .isEqualTo(Outcome.AGREES_WITHIN_INTERVAL);
  }

  @Test
  void aQuotedChangeAgreesWhereverItLiesWithinChanceAndTheModelsError() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      powered(repetition, "ALL", 100, 0.2);
      powered(repetition, "ONE", 60 + (repetition - 3) * 0.1, 0.2);
    }

    // By chance 59.8 to 60.2 %; a model that errs by 20 % makes that 47.9 to 75.3 %.
    ClaimVerdict near = verdict("energy-per-operation", "ONE", "ALL", "-50%");
    assertThat(near.outcome()).isEqualTo(Outcome.AGREES_WITHIN_INTERVAL);
    assertThat(near.ratio().low()).isEqualTo(0.598, within(0.001));
    assertThat(near.withError().low()).isEqualTo(0.598 * 0.8, within(0.001));
    assertThat(near.withError().high()).isEqualTo(0.602 / 0.8, within(0.001));
    assertThat(verdict("energy-per-operation", "ONE", "ALL", "-60%").outcome())
        .isEqualTo(Outcome.AGREES_IN_DIRECTION);
  }

  @Test
  void aChangeThatChanceAndTheModelsErrorTogetherMayMakeAgreesWithNothing() throws Exception {
    double[] watts = {66, 92, 74, 70, 88};
    for (int repetition = 1; repetition <= 5; repetition++) {
      powered(repetition, "ALL", 100, 0.2);
      powered(repetition, "ONE", watts[repetition - 1], 0.2);
    }

    ClaimVerdict forward = verdict("energy-per-operation", "ONE", "ALL", "lower");
    assertThat(forward.ratio().mean()).as("farther from 1 than the error").isLessThan(0.8);
    assertThat(forward.ratio().high()).isLessThan(1);
    assertThat(forward.outcome()).isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(forward.reason()).contains("with the error of the meter or model");
    ClaimVerdict backward = verdict("energy-per-operation", "ALL", "ONE", "higher");
    assertThat(backward.outcome()).isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(backward.reason()).isEqualTo(forward.reason());
  }

  @Test
  void settingsOfOneBlockAreOneSample() throws Exception {
    for (String threads : List.of("20", "70", "90")) {
      for (int repetition = 1; repetition <= 2; repetition++) {
        run(repetition, Map.of("policy", "ALL", "threads", threads), 1000);
        run(repetition, Map.of("policy", "ONE", "threads", threads), repetition == 1 ? 1200 : 1300);
      }
    }
    Study study =
        Studies.load(
                folder,
                """
                title: x
                workload: {properties: {recordcount: 10}}
                factors: {policy: [ONE, ALL], threads: [20, 70, 90]}
                claims:
                  - text: A claim.
                    source: A paper
                    expects: {measure: throughput, of: {policy: ONE}, against: {policy: ALL}, change: higher}
                """)
            .study();
    ClaimVerdict verdict = ClaimVerdicts.of(study, runs).get(0);

    assertThat(verdict.pairs()).isEqualTo(6);
    assertThat(verdict.settings()).isEqualTo(3);
    assertThat(verdict.ratio().runs()).as("blocks").isEqualTo(2);
    // Six samples of 1.2 and 1.3 would exclude no change by far; two blocks do not.
    assertThat(verdict.ratio().low()).isLessThan(1);
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_DISTINGUISHABLE);
  }

  @Test
  void manyBlocksOnOneStartOfEachClusterAreOneSample() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      run(repetition, "ALL", 1000 + repetition);
      runs.add(
          Results.ofSession(
              Results.run(runs.size() + 1, repetition, cell("ONE"), 2000 + repetition), 2));
    }

    ClaimVerdict verdict = verdict("throughput", "ONE", "ALL", "higher");
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(verdict.reason()).startsWith("one start of each cluster");
    assertThat(verdict.pairs()).isEqualTo(5);
  }

  @Test
  void aMeasuredChangeOfThatSizeCounts() throws Exception {
    for (int repetition = 1; repetition <= 5; repetition++) {
      powered(repetition, "ALL", 100, 0);
      powered(repetition, "ONE", 80 + (repetition - 3) * 0.1, 0);
    }

    ClaimVerdict verdict = verdict("energy", "ONE", "ALL", "-20%");

    assertThat(verdict.outcome()).isEqualTo(Outcome.AGREES_WITHIN_INTERVAL);
    assertThat(verdict.ratio().mean()).isEqualTo(0.8, within(1e-4));
  }

  @Test
  void whatHasNoCellsOrNoNumbersCannotBeTested() throws Exception {
    run(1, "ONE", 100);
    run(1, "ALL", 50);

    assertThat(verdict("energy", "ONE", "ALL", "lower"))
        .satisfies(
            verdict -> {
              assertThat(verdict.outcome()).isEqualTo(Outcome.CANNOT_BE_TESTED);
              assertThat(verdict.reason()).contains("have this number");
              assertThat(verdict.ratio()).isNull();
            });
    Study study = study("throughput", "ONE", "ALL", "lower, where: {threads: 70}");
    assertThat(ClaimVerdicts.of(study, runs).get(0).reason()).contains("no such cells");
    assertThat(verdict("throughput", "ONE", "ALL", "higher").reason()).startsWith("one pair");
  }

  @Test
  void ratesThatMayBeZeroAreComparedByTheirMeans() throws Exception {
    for (int repetition = 1; repetition <= 4; repetition++) {
      judged(repetition, "ONE", 60 + repetition);
      judged(repetition, "QUORUM", repetition == 1 ? 0 : 10);
      judged(repetition, "ALL", 0);
    }

    assertThat(verdict("stale-rate", "QUORUM", "ONE", "-88%").outcome())
        .isEqualTo(Outcome.AGREES_WITHIN_INTERVAL);
    assertThat(verdict("stale-rate", "ALL", "ONE", "lower").outcome())
        .isEqualTo(Outcome.AGREES_IN_DIRECTION);
    ClaimVerdict nothing = verdict("stale-rate", "ONE", "ALL", "higher");
    assertThat(nothing.outcome()).isEqualTo(Outcome.NOT_DISTINGUISHABLE);
    assertThat(nothing.reason()).contains("cannot be told from zero");
  }

  @Test
  void whatIsSaidInWordsAloneCannotBeTested() throws Exception {
    run(1, "ONE", 100);
    Study study =
        Studies.load(
                folder,
                """
                title: x
                workload: {properties: {recordcount: 10}}
                factors: {policy: [ONE, ALL], threads: [20]}
                claims: {text: In words., source: A paper}
                figures:
                  title: A
                  measure: throughput
                  x: policy
                  claims: {text: Also in words., source: A paper}
                """)
            .study();

    assertThat(ClaimVerdicts.of(study, runs))
        .extracting(verdict -> verdict.claim().text())
        .containsExactly("In words.", "Also in words.");
    assertThat(ClaimVerdicts.of(study, runs))
        .allSatisfy(
            verdict -> {
              assertThat(verdict.outcome()).isEqualTo(Outcome.CANNOT_BE_TESTED);
              assertThat(verdict.reason()).contains("gives no change in numbers");
              assertThat(verdict.ratio()).isNull();
            });
  }

  @Test
  void anIntervalAcrossTheEdgeOfTheBandIsNotSaidToIncludeNoChange() throws Exception {
    double[] ratios = {0.93, 0.95, 0.97, 0.94, 0.96};
    for (int repetition = 1; repetition <= 5; repetition++) {
      run(repetition, "ALL", 1000);
      run(repetition, "ONE", 1000 * ratios[repetition - 1]);
    }

    assertThat(verdict("throughput", "ONE", "ALL", "within 5%").reason())
        .contains("partly within and partly beyond")
        .doesNotContain("no change");
  }

  private void run(int repetition, Map<String, String> cell, double throughput) {
    runs.add(Results.run(runs.size() + 1, repetition, cell, throughput));
  }

  private void run(int repetition, String policy, double throughput) {
    runs.add(Results.run(runs.size() + 1, repetition, cell(policy), throughput));
  }

  private void powered(int repetition, String policy, double watts, double error) {
    runs.add(
        Results.powered(Results.run(runs.size() + 1, repetition, cell(policy), 100), watts, error));
  }

  private void judged(int repetition, String policy, long stale) {
    runs.add(
        Results.judged(Results.run(runs.size() + 1, repetition, cell(policy), 100), 1000, stale));
  }

  private static Map<String, String> cell(String policy) {
    return Map.of("policy", policy, "threads", "20");
  }

  private ClaimVerdict verdict(String measure, String of, String against, String change)
      throws Exception {
    return ClaimVerdicts.of(study(measure, of, against, change), runs).get(0);
  }

  private Study study(String measure, String of, String against, String change) throws Exception {
    return Studies.load(
            folder,
            """
            title: x
            workload: {properties: {recordcount: 10}}
            factors: {policy: [ONE, QUORUM, ALL], threads: [20]}
            scales: {full: {factors: {threads: [70]}}}
            claims:
              - text: A claim.
                source: A paper
                expects: {measure: %s, of: {policy: %s}, against: {policy: %s}, change: %s}
            """
                .formatted(measure, of, against, change))
        .study();
  }
}
