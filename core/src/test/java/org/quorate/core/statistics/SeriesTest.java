package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesTest {
  private static double[] autoregressive(int count, double coefficient) {
    double[] series = Reference.congruential(count);
    double value = 0;
    for (int i = 0; i < count; i++) {
      value = coefficient * value + series[i] - 0.5;
      series[i] = value;
    }
    return series;
  }

  private static double[] steady() {
    return Arrays.stream(Reference.congruential(400)).map(u -> 100 + 10 * (u - 0.5)).toArray();
  }

  private static double[] warming(int count, double time, double noise) {
    double[] uniform = Reference.congruential(count);
    return IntStream.range(0, count)
        .mapToDouble(i -> 100 * (1 - Math.exp(-i / time)) + noise * (uniform[i] - 0.5))
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({"white, 0", "ar50, 0.5", "ar90, 0.9"})
  void effectiveSizesAreScipys(String name, double coefficient) {
    double size = EffectiveSampleSize.of(autoregressive(1000, coefficient));
    assertThat(size).isCloseTo(Math.min(1000, Reference.value(name + ".ess")), within(1e-6));
  }

  /** Theory: n (1 - φ) / (1 + φ); the estimate of one long series is within a quarter of it. */
  @ParameterizedTest
  @CsvSource({"0.3", "0.6", "0.9"})
  void effectiveSizesAreThoseOfTheory(double coefficient) {
    double expected = 20_000 * (1 - coefficient) / (1 + coefficient);
    assertThat(EffectiveSampleSize.of(autoregressive(20_000, coefficient)))
        .isCloseTo(expected, within(expected / 4));
  }

  @Test
  void aGaugeThatRepeatsEachValueTenTimesIsWorthATenth() {
    double[] noise = Reference.congruential(200);
    double[] repeated = IntStream.range(0, 2000).mapToDouble(i -> noise[i / 10]).toArray();
    assertThat(EffectiveSampleSize.of(repeated)).isBetween(120.0, 280.0);
  }

  @Test
  void extremeSeriesHaveSizesBetweenOneAndTheirLength() {
    assertThat(EffectiveSampleSize.of(new double[] {5, 5, 5, 5})).isOne();
    assertThat(EffectiveSampleSize.of(new double[] {5})).isOne();
    double[] alternating = IntStream.range(0, 100).mapToDouble(i -> i % 2).toArray();
    assertThat(EffectiveSampleSize.of(alternating)).isEqualTo(100);
    assertThatThrownBy(() -> EffectiveSampleSize.of(new double[0])).hasMessageContaining("empty");
    assertThatThrownBy(() -> EffectiveSampleSize.of(new double[] {1, Double.NaN}))
        .hasMessageContaining("NaN");
  }

  private static void isCutAs(String name, WarmUpCut cut) {
    assertThat(cut.steady()).isTrue();
    assertThat(cut.dropped()).isEqualTo((int) Reference.value(name + ".mser5"));
    assertThat(cut.dropped()).isEqualTo((int) Reference.value(name + ".pymser"));
  }

  @Test
  void warmUpsAreCutWherePymserCutsThem() {
    isCutAs("warming", WarmUpCut.mser5(warming(600, 40, 5)));
    isCutAs("noisy", WarmUpCut.mser5(warming(1000, 10, 20)));
    isCutAs("steady", WarmUpCut.mser5(steady()));
  }

  @Test
  void aSeriesThatNeverSettlesIsNotCalledSteady() {
    double[] rising = IntStream.range(0, 400).mapToDouble(i -> i).toArray();
    WarmUpCut cut = WarmUpCut.mser5(rising);
    assertThat(cut.steady()).isFalse();
    assertThat(cut.dropped()).isEqualTo(200);
  }

  @Test
  void aShortSeriesIsNotJudgedAndAConstantOneIsKeptWhole() {
    assertThat(WarmUpCut.mser5(new double[49])).isEqualTo(new WarmUpCut(0, 49, false));
    assertThat(WarmUpCut.mser5(new double[50])).isEqualTo(new WarmUpCut(0, 50, true));
    double[] holed = new double[60];
    holed[59] = Double.NaN;
    assertThatThrownBy(() -> WarmUpCut.mser5(holed)).hasMessageContaining("NaN");
  }

  @Test
  void theFirstValuesCanBeDroppedWhateverTheyAre() {
    assertThat(WarmUpCut.first(3, 33)).isEqualTo(new WarmUpCut(3, 33, true));
    assertThat(WarmUpCut.first(40, 33)).isEqualTo(new WarmUpCut(33, 33, false));
    assertThatThrownBy(() -> WarmUpCut.first(-1, 33)).hasMessageContaining("-1");
  }
}
