package org.quorate.core.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.generator.ScrambledZipfianGenerator;

class ZetaTest {
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.5, 3, 10})
  void equalsTheSumOfItsTerms(double theta) {
    double sum = 0;
    for (int k = 2_000_000; k >= 1; k--) {
      sum += Math.pow(k, -theta);
    }
    assertThat(Zeta.partial(2_000_000, theta)).isCloseTo(sum, within(1e-12 * sum));
  }

  @Test
  void addsFewTermsOneByOne() {
    assertThat(Zeta.partial(0, 0.99)).isZero();
    assertThat(Zeta.partial(1, 0.99)).isEqualTo(1);
    assertThat(Zeta.partial(3, 1)).isCloseTo(1 + 1 / 2. + 1 / 3., within(1e-15));
  }

  /** YCSB added 10^10 terms once, rounding each time, and ships the result. */
  @Test
  void agreesWithTheConstantThatYcsbShips() {
    assertThat(Zeta.partial(ScrambledZipfianGenerator.ITEM_COUNT, 0.99))
        .isCloseTo(ScrambledZipfianGenerator.ZETAN, within(1e-9));
  }

  @Test
  void refusesWhatItCannotSum() {
    assertThatThrownBy(() -> Zeta.partial(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Zeta.partial(1, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
