package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.JointVerdict;
import org.quorate.study.testing.Results;

/** Five pairs of runs: what saves beside its baseline, of which reads take 100 ms. */
final class JointVerdictsTest {
  private static final Map<String, String> SAVING = Map.of("policy", "ONE");
  private static final Map<String, String> BASELINE = Map.of("policy", "ALL");

  /** Of 10,000 reads in each run. */
  private static List<RunPair> pairs(long[] millis, long[] stale, long staleAgainst) {
    List<RunPair> pairs = new ArrayList<>();
    for (int i = 0; i < millis.length; i++) {
      pairs.add(
          new RunPair(
              run(2 * i + 1, i + 1, SAVING, millis[i], stale[i]),
              run(2 * i + 2, i + 1, BASELINE, 100, staleAgainst)));
    }
    return pairs;
  }

  private static RunResult run(
      int sequence, int repetition, Map<String, String> cell, long millis, long stale) {
    return Results.judged(
        Results.answering(Results.run(sequence, repetition, cell, 100), millis), 10_000, stale);
  }

  private static JointVerdict verdict(long[] millis, long[] stale, long staleAgainst) {
    return JointVerdicts.of(
        pairs(millis, stale, staleAgainst), PowerSettings.Margins.USUAL, "READ");
  }

  private static final long[] AS_FAST = {100, 104, 108, 102, 106};
  private static final long[] FRESH = {0, 0, 0, 0, 0};

  @Test
  void whatIsShownToBeWorseByLessThanTheMarginsIsEqual() {
    JointVerdict verdict = verdict(AS_FAST, new long[] {12, 10, 11, 12, 10}, 10);

    assertThat(verdict.holds()).isTrue();
    // Logarithms have mean 0.0388 and s 0.0304; t(4) is 2.7764.
    assertThat(verdict.p99().high()).isEqualTo(1.0396 * Math.exp(0.0378), within(0.002));
    assertThat(verdict.staleDifference().mean()).isEqualTo(0.0001, within(1e-9));
    assertThat(verdict.text())
        .isEqualTo(
            "at equal p99 and staleness (p99 at most 1.2 times, stale reads at most 0.1 points"
                + " more)");
  }

  @Test
  void whatCannotBeToldFromItIsNotEqualForThat() {
    JointVerdict verdict = verdict(new long[] {70, 150, 90, 140, 80}, FRESH, 0);

    assertThat(verdict.p99().low()).isLessThan(1);
    assertThat(verdict.p99().high()).isGreaterThan(1.2);
    assertThat(verdict.equalP99()).isFalse();
    assertThat(verdict.equalStaleness()).isTrue();
    assertThat(verdict.text()).startsWith("but not shown to be at equal p99 (0.");
  }

  @Test
  void moreStaleReadsThanTheMarginAreNotEqual() {
    JointVerdict verdict = verdict(AS_FAST, new long[] {60, 61, 59, 62, 58}, 0);

    assertThat(verdict.equalP99()).isTrue();
    assertThat(verdict.equalStaleness()).isFalse();
    assertThat(verdict.text())
        .startsWith("but not shown to be at equal staleness (0.58")
        .endsWith("points, at most 0.1 allowed)");
  }

  @Test
  void noneStaleIsBoundedByTheRuleOfThree() {
    JointVerdict verdict = verdict(AS_FAST, FRESH, 0);
    assertThat(verdict.staleDifference().high()).isEqualTo(3.0 / 50_000);
    assertThat(verdict.holds()).isTrue();
    assertThat(
            JointVerdicts.of(
                    pairs(AS_FAST, FRESH, 0), new PowerSettings.Margins(1.2, 0.00005), "READ")
                .equalStaleness())
        .as("too few reads for so small a margin")
        .isFalse();
  }

  @Test
  void withoutAHistoryOrASecondBlockNothingIsShown() {
    RunResult one = Results.answering(Results.run(1, 1, SAVING, 100), 100);
    RunResult all = Results.answering(Results.run(2, 1, BASELINE, 100), 100);
    JointVerdict verdict =
        JointVerdicts.of(List.of(new RunPair(one, all)), PowerSettings.Margins.USUAL, "READ");

    assertThat(verdict.holds()).isFalse();
    assertThat(verdict.text())
        .isEqualTo("but not shown to be at equal p99 (too few runs) and staleness (not known)");
  }

  @Test
  void impossibleMarginsAreRefused() {
    assertThatThrownBy(() -> new PowerSettings.Margins(0.9, 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new PowerSettings.Margins(1, 2)).hasMessageContaining("between");
  }
}
