package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.random.SeededRandom;

class TwoGroupsTest {
  private static final List<Double> JOULES_1 = Reference.list("joules.1");
  private static final List<Double> JOULES_2 = Reference.list("joules.2");

  private static void isClose(Interval interval, String name, double tolerance) {
    double[] bounds = Reference.values(name);
    assertThat(interval.low()).isCloseTo(bounds[0], within(tolerance));
    assertThat(interval.high()).isCloseTo(bounds[1], within(tolerance));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleep", "joules"})
  void welchsTestIsScipys(String data) {
    WelchDifference welch =
        WelchDifference.of(Reference.list(data + ".1"), Reference.list(data + ".2"), 0.95);
    assertThat(welch.difference())
        .isCloseTo(Reference.value(data + ".welch.difference"), within(1e-12));
    assertThat(welch.degreesOfFreedom())
        .isCloseTo(Reference.value(data + ".welch.df"), within(1e-9));
    assertThat(welch.pValue()).isCloseTo(Reference.value(data + ".welch.p"), within(1e-12));
    isClose(welch.interval(), data + ".welch.interval", 1e-10);
  }

  @Test
  void welchsRatioIsScipysTestOfLogarithms() {
    WelchLogRatio ratio = WelchLogRatio.of(JOULES_1, JOULES_2, 0.95);
    double[] bounds = Reference.values("joules.logarithms.interval");
    assertThat(Math.log(ratio.ratio()))
        .isCloseTo(Reference.value("joules.logarithms.difference"), within(1e-12));
    assertThat(ratio.pValue()).isCloseTo(Reference.value("joules.logarithms.p"), within(1e-12));
    Interval interval = ratio.interval().orElseThrow();
    assertThat(interval.low()).isCloseTo(Math.exp(bounds[0]), within(1e-10));
    assertThat(interval.high()).isCloseTo(Math.exp(bounds[1]), within(1e-10));
  }

  @Test
  void aSingleRunAndEqualRunsAreToldApart() {
    WelchDifference single = WelchDifference.of(List.of(1.0), List.of(9.0, 9.5), 0.95);
    assertThat(single.pValue()).isEqualTo(1);
    assertThat(single.interval().contains(-1e300)).isTrue();
    assertThat(WelchLogRatio.of(List.of(1.0), List.of(9.0, 9.5), 0.95).interval()).isEmpty();
    WelchDifference constant = WelchDifference.of(List.of(1.0, 1.0), List.of(2.0, 2.0), 0.95);
    assertThat(constant.pValue()).isZero();
    assertThat(constant.interval()).isEqualTo(new Interval(1, 1, 0.95));
    assertThat(WelchDifference.of(List.of(1.0, 1.0), List.of(1.0, 1.0), 0.95).pValue()).isOne();
  }

  @Test
  void ranksAreComparedAsScipyDoes() {
    MannWhitney exact = MannWhitney.of(JOULES_1, JOULES_2, 0.95);
    assertThat(exact.statistic()).isEqualTo(Reference.value("joules.mannwhitney.u"));
    assertThat(exact.pValue()).isCloseTo(Reference.value("joules.mannwhitney.p"), within(1e-12));
    assertThat(exact.shift()).isCloseTo(Reference.value("joules.mannwhitney.shift"), within(1e-12));
    isClose(exact.interval(), "joules.mannwhitney.interval", 1e-12);
    MannWhitney tied = MannWhitney.of(Reference.list("sleep.1"), Reference.list("sleep.2"), 0.95);
    assertThat(tied.statistic()).isEqualTo(Reference.value("sleep.mannwhitney.u"));
    assertThat(tied.pValue()).isCloseTo(Reference.value("sleep.mannwhitney.p"), within(1e-12));
    assertThat(tied.shift()).isCloseTo(Reference.value("sleep.mannwhitney.shift"), within(1e-12));
  }

  /** Moved by a shift inside the interval the groups are not told apart; outside they are. */
  @Test
  void theShiftsBoundsAreWhereTheRankTestStopsRejecting() {
    SeededRandom random = new SeededRandom(5);
    for (int i = 0; i < 30; i++) {
      List<Double> first = uniforms(random, 4 + i % 5);
      List<Double> second = uniforms(random, 4 + i % 7);
      Interval interval = MannWhitney.of(first, second, 0.9).interval();
      assertThat(pValueMovedBy(first, second, interval.low() + 1e-9)).isGreaterThan(0.1);
      assertThat(pValueMovedBy(first, second, interval.low() - 1e-9)).isLessThanOrEqualTo(0.1);
      assertThat(pValueMovedBy(first, second, interval.high() - 1e-9)).isGreaterThan(0.1);
      assertThat(pValueMovedBy(first, second, interval.high() + 1e-9)).isLessThanOrEqualTo(0.1);
    }
  }

  private static double pValueMovedBy(List<Double> first, List<Double> second, double shift) {
    return MannWhitney.of(first, second.stream().map(v -> v - shift).toList(), 0.9).pValue();
  }

  private static List<Double> uniforms(SeededRandom random, int count) {
    return DoubleStream.generate(random::nextDouble).limit(count).boxed().toList();
  }

  @Test
  void tooFewRunsBoundNoShift() {
    Interval interval = MannWhitney.of(List.of(1.0, 2.0), List.of(8.0, 9.0), 0.95).interval();
    assertThat(interval.low()).isNegative().isInfinite();
    assertThat(MannWhitney.of(List.of(1.0, 1.0), List.of(1.0, 1.0), 0.95).pValue()).isOne();
    assertThatThrownBy(() -> MannWhitney.of(List.of(), List.of(1.0), 0.95))
        .hasMessageContaining("no run");
  }

  /** For 60 normal runs the approximate interval is close to the exact one of 50. */
  @Test
  void manyRunsAreBoundedByTheNormalApproximation() {
    List<Double> first = IntStream.range(0, 60).mapToObj(i -> i / 60.0).toList();
    List<Double> second = IntStream.range(0, 60).mapToObj(i -> 0.2051 + i / 60.0).toList();
    Interval interval = MannWhitney.of(first, second, 0.95).interval();
    // The shift of uniform groups has a standard error of about √(1/60/6) = 0.053.
    assertThat(interval.low()).isBetween(0.07, 0.12);
    assertThat(interval.high()).isBetween(0.29, 0.34);
  }

  @Test
  void effectSizesAreScipys() {
    EffectSize effect =
        EffectSize.of(WelchLogRatio.of(JOULES_1, JOULES_2, 0.95), JOULES_1, JOULES_2, 0.95);
    assertThat(effect.cliffsDelta())
        .isCloseTo(Reference.value("joules.mannwhitney.cliff"), within(1e-12));
    assertThat(effect.hedgesG().orElseThrow())
        .isCloseTo(Reference.value("joules.hedges"), within(1e-12));
    assertThat(EffectSize.hedgesG(Reference.list("sleep.1"), Reference.list("sleep.2")))
        .hasValueSatisfying(
            g -> assertThat(g).isCloseTo(Reference.value("sleep.hedges"), within(1e-12)));
    double change = Math.expm1(Reference.value("joules.logarithms.difference"));
    assertThat(effect.percent()).isCloseTo(100 * change, within(1e-9));
    assertThat(effect.interval().orElseThrow().contains(effect.percent())).isTrue();
  }

  @Test
  void theIntervalOfHedgesGIsScipys() {
    for (String name : List.of("joules", "sleep")) {
      double[] expected = Reference.values(name + ".hedges.interval");
      Interval interval =
          EffectSize.hedgesInterval(Reference.list(name + ".1"), Reference.list(name + ".2"), 0.95)
              .orElseThrow();
      assertThat(interval.low()).as(name).isCloseTo(expected[0], within(1e-6));
      assertThat(interval.high()).as(name).isCloseTo(expected[1], within(1e-6));
    }
    // Two runs of each, far apart: wide, but bounded on both sides.
    Interval wide =
        EffectSize.hedgesInterval(List.of(1.0, 1.1), List.of(3.0, 3.1), 0.95).orElseThrow();
    assertThat(wide.low()).isBetween(-1.0, 10.0);
    assertThat(wide.high()).isGreaterThan(20);
  }

  @Test
  void equalRunsHaveNoHedgesG() {
    assertThat(EffectSize.hedgesG(List.of(1.0, 1.0), List.of(2.0, 2.0))).isEmpty();
    assertThat(EffectSize.hedgesG(List.of(1.0), List.of(2.0))).isEmpty();
    assertThat(EffectSize.hedgesInterval(List.of(1.0, 1.0), List.of(2.0, 2.0), 0.95)).isEmpty();
    assertThat(EffectSize.cliffsDelta(List.of(1.0, 2.0), List.of(1.0, 2.0))).isZero();
    assertThat(EffectSize.cliffsDelta(List.of(1.0, 2.0), List.of(0.0))).isEqualTo(-1);
  }

  /**
   * Both sides resample; 50,000 resamples leave each bound an error of a few percent of a width.
   */
  @Test
  void bootstrapBoundsAreScipysUpToChance() {
    BootstrapRatio unpaired =
        BootstrapRatio.unpaired(JOULES_1, JOULES_2, 0.95, 50_000, new SeededRandom(1));
    assertThat(unpaired.ratio())
        .isCloseTo(Reference.value("joules.bootstrap.ratio"), within(1e-12));
    double error = Reference.value("joules.bootstrap.error");
    isClose(unpaired.interval(), "joules.bootstrap.interval", 0.05 * error);
  }

  @Test
  void correctionForBiasAndSkewIsScipys() {
    double ratio = Reference.value("joules.bootstrap.ratio");
    double[] resampled =
        IntStream.rangeClosed(1, 1000)
            .mapToDouble(i -> ratio * (1 + 0.05 * Math.sin(i) + 0.01 * Math.cos((double) i * i)))
            .toArray();
    double[] levels =
        BootstrapRatio.levels(
            ratio,
            resampled,
            BootstrapRatio.acceleration(Moments.array(JOULES_1), Moments.array(JOULES_2)),
            0.025);
    assertThat(levels[0]).isCloseTo(Reference.values("joules.bootstrap.levels")[0], within(1e-12));
    assertThat(levels[1]).isCloseTo(Reference.values("joules.bootstrap.levels")[1], within(1e-12));
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    String intervals =
        IntStream.range(0, 2)
            .mapToObj(
                i -> BootstrapRatio.unpaired(JOULES_1, JOULES_2, 0.9, 200, new SeededRandom(3)))
            .map(BootstrapRatio::interval)
            .distinct()
            .map(Interval::toString)
            .collect(Collectors.joining());
    assertThat(intervals).containsOnlyOnce("low");
  }

  @Test
  void aBootstrapNeedsPositiveRuns() {
    List<Double> ones = List.of(1.0, 1.0);
    SeededRandom random = new SeededRandom(1);
    assertThat(BootstrapRatio.unpaired(ones, List.of(2.0, 2.0), 0.95, 100, random).interval())
        .isEqualTo(new Interval(2, 2, 0.95));
    assertThatThrownBy(() -> BootstrapRatio.unpaired(List.of(1.0), ones, 0.95, 100, random))
        .hasMessageContaining("at least 2 runs");
    assertThatThrownBy(() -> BootstrapRatio.unpaired(List.of(0.0, 1.0), ones, 0.95, 100, random))
        .hasMessageContaining("positive");
  }
}
