package org.quorate.core.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.delay.DelayDistribution.Constant;
import org.quorate.core.delay.DelayDistribution.LogNormal;
import org.quorate.core.delay.DelayDistribution.Uniform;

class DelayParserTest {
  @Test
  void readsEachForm() {
    assertThat(DelayDistribution.parse("5ms")).isEqualTo(new Constant(Duration.ofMillis(5)));
    assertThat(DelayDistribution.parse(" 0 ")).isEqualTo(DelayDistribution.NONE);
    assertThat(DelayDistribution.parse("constant 1.5ms"))
        .isEqualTo(new Constant(Duration.ofNanos(1_500_000)));
    assertThat(DelayDistribution.parse("uniform 2ms..8ms"))
        .isEqualTo(new Uniform(Duration.ofMillis(2), Duration.ofMillis(8)));
    assertThat(DelayDistribution.parse("Uniform  2 ms .. 8 ms"))
        .isEqualTo(new Uniform(Duration.ofMillis(2), Duration.ofMillis(8)));
    assertThat(DelayDistribution.parse("lognormal 5ms 0.5"))
        .isEqualTo(new LogNormal(Duration.ofMillis(5), 0.5));
    assertThat(DelayDistribution.parse("lognormal 5ms .5"))
        .isEqualTo(new LogNormal(Duration.ofMillis(5), 0.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5ms", "0s", "uniform 1.5ms..1m30s", "lognormal 250us 0.75"})
  void textOfADistributionIsReadAsTheSameDistribution(String text) {
    DelayDistribution distribution = DelayDistribution.parse(text);

    assertThat(DelayDistribution.parse(distribution.text())).isEqualTo(distribution);
    assertThat(distribution).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fast",
        "5",
        "-5ms",
        "2h",
        "uniform",
        "uniform 2ms",
        "uniform 2ms-8ms",
        "uniform 8ms..2ms",
        "uniform 2ms..",
        "lognormal",
        "lognormal 5ms",
        "lognormal 0ms 0.5",
        "lognormal 5ms -1",
        "lognormal 5ms 7",
        "lognormal 5ms 0x1p3",
        "lognormal 5ms 0.5 0.5",
        "gamma 5ms 2"
      })
  void refusesWhatIsNoneOfThemAndSaysWhatToWrite(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelayDistribution.parse(text))
        .withMessageStartingWith("\"" + text + "\" is not a delay; write a duration (5ms)");
  }

  @Test
  void saysWhichPartIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelayDistribution.parse("uniform 8ms..2ms"))
        .withMessageContaining("must not start at 8ms, above its end at 2ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelayDistribution.parse("lognormal 5ms wide"))
        .withMessageContaining("\"wide\" is not a number");
  }
}
