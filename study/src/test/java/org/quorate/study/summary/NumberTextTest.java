package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NumberTextTest {
  @Test
  void percentagesHaveTheDigitsThatCount() {
    assertThat(NumberText.percent(0.4217)).isEqualTo("42 %");
    assertThat(NumberText.percent(0.0587)).isEqualTo("5.9 %");
    assertThat(NumberText.percent(0.00061)).isEqualTo("0.06 %");
    assertThat(NumberText.percent(0.0000613)).isEqualTo("0.0061 %");
    assertThat(NumberText.percent(0)).isEqualTo("0 %");
    assertThat(NumberText.percents(0.051, 0.0671)).isEqualTo("5.1 to 6.7 %");
  }

  @Test
  void countsHaveSeparators() {
    assertThat(NumberText.count(50321)).isEqualTo("50,321");
    assertThat(NumberText.rate(2309.7)).isEqualTo("2,310");
  }
}
