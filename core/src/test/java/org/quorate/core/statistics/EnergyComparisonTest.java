package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
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

  private static EnergyComparison of(LogRatio ratio, double error) {
    return EnergyComparison.of(new EnergyRatio(ratio, error), 0.95);
  }

  private static List<EnergyComparison> family(LogRatio... ratios) {
    return EnergyComparison.family(
        Arrays.stream(ratios).map(ratio -> new EnergyRatio(ratio, 0)).toList(), 0.95);
  }

  private static EnergyComparison among12(LogRatio ratio, double error) {
    return EnergyComparison.corrected(new EnergyRatio(ratio, error), 0.144, 0.144, 12, 0.95);
  }

  @Test
  void aClearChangeBeyondTheErrorIsClaimed() {
    EnergyComparison saved = of(times(0.7, 0.01), 0.25);
    assertThat(saved.verdict()).isEqualTo(EnergyVerdict.SAVED);
    assertThat(saved.reason()).isEmpty();
    assertThat(of(times(1.4, 0.01), 0.25).verdict()).isEqualTo(EnergyVerdict.COSTS);
  }

  @Test
  void aClearChangeWithinTheErrorIsBlamedOnTheMeter() {
    EnergyComparison comparison = of(times(0.8, 0.01), 0.25);
    assertThat(comparison.verdict()).isEqualTo(EnergyVerdict.NOT_DISTINGUISHABLE);
    assertThat(comparison.reason()).contains(Reason.TOO_COARSE_METER);
    assertThat(comparison.ratio().pValue()).isLessThan(0.001);
    assertThat(of(times(0.8, 0.01), 0.05).verdict())
        .as("by a better meter")
        .isEqualTo(EnergyVerdict.SAVED);
  }

  @Test
  void anUnclearChangeIsBlamedOnTheRuns() {
    EnergyComparison comparison = of(times(0.8, 0.5), 0.02);
    assertThat(comparison.verdict()).isEqualTo(EnergyVerdict.NOT_DISTINGUISHABLE);
    assertThat(comparison.reason()).contains(Reason.TOO_FEW_RUNS);
    EnergyComparison single = of(PairedLogRatio.of(List.of(1.0), List.of(0.1), 0.95), 0.02);
    assertThat(single.reason()).contains(Reason.TOO_FEW_RUNS);
  }

  @Test
  void moreRunsAreNotAskedForWhereTheyCouldNotHelp() {
    EnergyComparison comparison = of(times(1, 0.01), 0.25);
    assertThat(comparison.ratio().interval().orElseThrow().contains(1)).isTrue();
    assertThat(comparison.reason()).contains(Reason.TOO_COARSE_METER);
  }

  @Test
  void aFamilyIsJudgedTogether() {
    PairedLogRatio alone = times(0.93, 0.05);
    assertThat(of(alone, 0).verdict()).isEqualTo(EnergyVerdict.SAVED);
    List<EnergyComparison> family = family(alone, times(1, 0.1), times(1, 0.2));
    assertThat(family.get(0).adjustedPValue()).isGreaterThan(alone.pValue());
    assertThat(family)
        .extracting(EnergyComparison::verdict)
        .containsOnly(EnergyVerdict.NOT_DISTINGUISHABLE);
  }

  @Test
  void whatOnlyTheCorrectionTookBackIsNotSaidToIncludeNoChange() {
    PairedLogRatio alone = times(0.93, 0.05);
    List<EnergyComparison> family = family(alone, times(1, 0.1), times(1, 0.2));

    assertThat(alone.interval().orElseThrow().contains(1)).isFalse();
    assertThat(family.get(0).reason()).contains(Reason.TOO_MANY_COMPARISONS);
    assertThat(family.get(0).reasonText().orElseThrow())
        .contains("excludes no change, but among 3 comparisons")
        .doesNotContain("includes");
    assertThat(family.get(1).reason()).contains(Reason.TOO_FEW_RUNS);
    assertThat(family.get(1).reasonText().orElseThrow()).contains("includes no change");
    assertThat(among12(alone, 0).reasonText().orElseThrow()).contains("among 12 comparisons");
    assertThat(among12(alone, 0.5).reason())
        .as("more runs could not help")
        .contains(Reason.TOO_COARSE_METER);
  }

  @Test
  void itsWordsAreThoseOfReports() {
    assertThat(EnergyVerdict.NOT_DISTINGUISHABLE.text()).isEqualTo("not distinguishable");
    assertThat(Reason.TOO_COARSE_METER.text()).startsWith("too coarse");
  }
}
