package org.quorate.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void threeDigitsCount() {
    assertThat(Numbers.of(2314.2)).isEqualTo("2,310");
    assertThat(Numbers.of(23.142)).isEqualTo("23.1");
    assertThat(Numbers.of(0.023142)).isEqualTo("0.0231");
    assertThat(Numbers.of(1)).isEqualTo("1");
    assertThat(Numbers.of(999.6)).isEqualTo("1,000");
    assertThat(Numbers.of(1234567)).isEqualTo("1,230,000");
    assertThat(Numbers.of(-12.34)).isEqualTo("\u221212.3");
    assertThat(Numbers.of(0)).isEqualTo("0");
    assertThat(Numbers.of(1e-9)).isEqualTo("1.00e-09");
  }

  @Test
  void whatIsNotKnownIsADash() {
    assertThat(Numbers.of(Double.NaN)).isEqualTo(Numbers.UNKNOWN);
    assertThat(Numbers.percent(Double.NaN)).isEqualTo(Numbers.UNKNOWN);
    assertThat(Numbers.ratio(Double.NaN)).isEqualTo(Numbers.UNKNOWN);
    assertThat(TimeUnits.text(Double.NaN)).isEqualTo(Numbers.UNKNOWN);
    assertThat(Numbers.of(Double.POSITIVE_INFINITY)).isEqualTo("\u221e");
  }

  @Test
  void countsKeepEveryDigit() {
    assertThat(Numbers.count(1234567)).isEqualTo("1,234,567");
  }

  @Test
  void sharesArePercentages() {
    assertThat(Numbers.percent(0.05718)).isEqualTo("5.72\u00a0%");
    assertThat(Numbers.percent(0)).isEqualTo("0\u00a0%");
    assertThat(Numbers.wholePercent(0.8149)).isEqualTo("81.5\u00a0%");
  }

  @Test
  void intervalsAreShownWhereKnown() {
    assertThat(Numbers.interval(1, 2)).isEqualTo("1\u2009\u2013\u20092");
    assertThat(Numbers.interval(-2, 1)).isEqualTo("\u22122 to 1");
    assertThat(Numbers.interval(Double.NaN, 2)).isEmpty();
    assertThat(Numbers.interval(5, 5)).isEmpty();
  }

  @Test
  void ticksAreShort() {
    assertThat(Numbers.tick(0.50)).isEqualTo("0.5");
    assertThat(Numbers.tick(20)).isEqualTo("20");
    assertThat(Numbers.tick(1000)).isEqualTo("1,000");
  }

  @Test
  void durationsHaveTheirUnit() {
    assertThat(TimeUnits.text(1_234_567L)).isEqualTo("1.23\u00a0ms");
    assertThat(TimeUnits.text(45_600L)).isEqualTo("45.6\u00a0\u00b5s");
    assertThat(TimeUnits.text(2e9)).isEqualTo("2\u00a0s");
    assertThat(TimeUnits.text(0)).isEqualTo("0");
    assertThat(TimeUnits.tick(5_000_000)).isEqualTo("5\u00a0ms");
    assertThat(TimeUnits.forTable(3e6)).isEqualTo(TimeUnits.MILLISECONDS);
    assertThat(TimeUnits.MILLISECONDS.number(12_345_678)).isEqualTo("12.3");
  }
}
