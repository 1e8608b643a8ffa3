package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.statistics.EnergyComparison.Reason;

class EnergyComparisonTest {
  private static final List<Double> FIRST = List.of(3.11, 3.05, 2.98, 3.42, 3.27, 3.01);

  /** Times a factor that is up to the spread too large and too small by turns. */
  private static PairedLogRatio times(double factor, double spread) {
    return PairedLogRatio.of(
        FIRST,
        IntStream.range(0, FIRST.size())
            .mapToObj(i -> FIRST.get(i) * factor * (i % 2 == 0 ? 1 + spread : 1 / (1 + spread)))
            .toList(),
        0.95);
  }

  @Test
  void aClearChangeBeyondTheErrorIsClaimed() {
    EnergyComparison saved = EnergyComparison.of(times(0.7, 0.01), 0.95, 0.25);
    assertThat(saved.verdict()).isEqualTo(EnergyVerdict.SAVED);
    assertThat(saved.reason()).isEmpty();
    assertThat(EnergyComparison.of(times(1.3, 0.01), 0.95, 0.25).verdict())
        .isEqualTo(EnergyVerdict.COSTS);
  }

  @Test
  void aClearChangeWithinTheErrorIsBlamedOnTheMeter() {
    EnergyComparison comparison = EnergyComparison.of(times(0.8, 0.01), 0.95, 0.25);
    assertThat(comparison.verdict()).isEqualTo(EnergyVerdict.NOT_DISTINGUISHABLE);
    assertThat(comparison.reason()).contains(Reason.TOO_COARSE_METER);
    assertThat(comparison.ratio().pValue()).isLessThan(0.001);
    assertThat(EnergyComparison.of(times(0.8, 0.01), 0.95, 0.05).verdict())
        .as("by a better meter")
        .isEqualTo(EnergyVerdict.SAVED);
  }

  @Test
  void anUnclearChangeIsBlamedOnTheRuns() {
    EnergyComparison comparison = EnergyComparison.of(times(0.8, 0.5), 0.95, 0.02);
    assertThat(comparison.verdict()).isEqualTo(EnergyVerdict.NOT_DISTINGUISHABLE);
    assertThat(comparison.reason()).contains(Reason.TOO_FEW_RUNS);
    EnergyComparison single =
        EnergyComparison.of(PairedLogRatio.of(List.of(1.0), List.of(0.1), 0.95), 0.95, 0.02);
    assertThat(single.reason()).contains(Reason.TOO_FEW_RUNS);
  }

  @Test
  void moreRunsAreNotAskedForWhereTheyCouldNotHelp() {
    EnergyComparison comparison = EnergyComparison.of(times(1, 0.01), 0.95, 0.25);
    assertThat(comparison.ratio().interval().orElseThrow().contains(1)).isTrue();
    assertThat(comparison.reason()).contains(Reason.TOO_COARSE_METER);
  }

  @Test
  void aFamilyIsJudgedTogether() {
    PairedLogRatio alone = times(0.93, 0.05);
    assertThat(EnergyComparison.of(alone, 0.95, 0).verdict()).isEqualTo(EnergyVerdict.SAVED);
    List<EnergyComparison> family =
        EnergyComparison.family(List.of(alone, times(1, 0.1), times(1, 0.2)), 0.95, 0);
    assertThat(family.get(0).adjustedPValue()).isGreaterThan(alone.pValue());
    assertThat(family)
        .extracting(EnergyComparison::verdict)
        .containsOnly(EnergyVerdict.NOT_DISTINGUISHABLE);
  }

  @Test
  void whatOnlyTheCorrectionTookBackIsNotSaidToIncludeNoChange() {
    PairedLogRatio alone = times(0.93, 0.05);
    List<EnergyComparison> family =
        EnergyComparison.family(List.of(alone, times(1, 0.1), times(1, 0.2)), 0.95, 0);

    assertThat(alone.interval().orElseThrow().contains(1)).isFalse();
    assertThat(family.get(0).reason()).contains(Reason.TOO_MANY_COMPARISONS);
    assertThat(family.get(0).reasonText().orElseThrow())
        .contains("excludes no change, but among 3 comparisons")
        .doesNotContain("includes");
    assertThat(family.get(1).reason()).contains(Reason.TOO_FEW_RUNS);
    assertThat(family.get(1).reasonText().orElseThrow()).contains("includes no change");
    assertThat(EnergyComparison.corrected(alone, 0.144, 12, 0.95, 0).reasonText().orElseThrow())
        .contains("among 12 comparisons");
    assertThat(EnergyComparison.corrected(alone, 0.144, 12, 0.95, 0.5).reason())
        .as("more runs could not help")
        .contains(Reason.TOO_COARSE_METER);
  }

  @Test
  void impossibleErrorsAreRefused() {
    assertThatThrownBy(() -> EnergyComparison.of(times(1, 0.1), 0.95, -0.1))
        .hasMessageContaining("-0.1");
    assertThat(EnergyVerdict.NOT_DISTINGUISHABLE.text()).isEqualTo("not distinguishable");
    assertThat(Reason.TOO_COARSE_METER.text()).startsWith("too coarse");
  }
}
