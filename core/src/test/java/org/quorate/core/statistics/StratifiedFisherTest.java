package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;
import org.junit.jupiter.api.Test;
import org.quorate.core.statistics.StratifiedFisher.Stratum;

class StratifiedFisherTest {
  /** Fisher's tea: all four cups right, or three. */
  @Test
  void oneStratumIsFishersTest() {
    assertThat(StratifiedFisher.pValue(List.of(new Stratum(4, 4, 0, 4))))
        .isCloseTo(1.0 / 70, within(1e-12));
    assertThat(StratifiedFisher.pValue(List.of(new Stratum(3, 4, 1, 4))))
        .isCloseTo(17.0 / 70, within(1e-12));
  }

  /** By counting every way in which the finds can fall on the members of each stratum. */
  @Test
  void itIsTheShareOfAllWaysInWhichAsManyFindsOrMoreFallOnTheFirstGroup() {
    Random random = new Random(17);
    for (int round = 0; round < 300; round++) {
      List<Stratum> strata = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int of = random.nextInt(5);
        int others = random.nextInt(5);
        strata.add(new Stratum(random.nextInt(of + 1), of, random.nextInt(others + 1), others));
      }
      int found = strata.stream().mapToInt(Stratum::found).sum();
      long[] ways = {1};
      for (Stratum each : strata) {
        ways = plus(ways, ways(each));
      }
      long all = 0;
      long asMany = 0;
      for (int i = 0; i < ways.length; i++) {
        all += ways[i];
        asMany += i >= found ? ways[i] : 0;
      }
      assertThat(StratifiedFisher.pValue(strata))
          .as("%s", strata)
          .isCloseTo((double) asMany / all, within(1e-12));
    }
  }

  /**
   * Of all subsets of a stratum with so many finds, how many have each number in the first group.
   */
  private static long[] ways(Stratum stratum) {
    int all = stratum.of() + stratum.others();
    long[] ways = new long[stratum.of() + 1];
    for (int subset = 0; subset < 1 << all; subset++) {
      if (Integer.bitCount(subset) == stratum.found() + stratum.foundOfOthers()) {
        ways[Integer.bitCount(subset & ((1 << stratum.of()) - 1))]++;
      }
    }
    return ways;
  }

  private static long[] plus(long[] these, long[] those) {
    long[] sum = new long[these.length + those.length - 1];
    for (int i = 0; i < these.length; i++) {
      for (int j = 0; j < those.length; j++) {
        sum[i + j] += these[i] * those[j];
      }
    }
    return sum;
  }

  @Test
  void largeStrataAreExactToo() {
    Stratum large = new Stratum(70, 9_000, 350, 90_000);
    double fisher = HypergeometricDistribution.of(99_000, 420, 9_000).survivalProbability(69);
    assertThat(StratifiedFisher.pValue(List.of(large)) / fisher).isCloseTo(1, within(1e-8));
    Stratum rare = new Stratum(40, 50, 10, 100_000);
    assertThat(StratifiedFisher.pValue(List.of(rare))).isBetween(0.0, 1e-20);
  }

  @Test
  void veryLargeOnesAreNearTheExactOne() {
    Stratum large = new Stratum(1_120, 50_000, 1_000, 50_000);
    double fisher =
        HypergeometricDistribution.of(100_000, 2_120, 50_000).survivalProbability(1_119);
    assertThat(StratifiedFisher.pValue(List.of(large)) / fisher).isBetween(0.95, 1.05);
  }

  @Test
  void aGroupOfMoreStaleStrataIsNotTakenForTheMoreStaleGroup() {
    List<Stratum> alike = List.of(new Stratum(80, 400, 2, 10), new Stratum(0, 10, 1, 400));
    assertThat(StratifiedFisher.pValue(alike)).isGreaterThan(0.3);
    assertThat(StratifiedFisher.pValue(List.of(new Stratum(80, 410, 3, 410)))).isLessThan(1e-18);
  }

  @Test
  void oddsAreWeighedOverStrata() {
    assertThat(StratifiedFisher.oddsRatio(List.of(new Stratum(5, 40, 1, 300))))
        .isCloseTo(5 * 299.0 / 35, within(1e-9));
    assertThat(
            StratifiedFisher.oddsRatio(
                List.of(new Stratum(2, 4, 1, 4), new Stratum(3, 6, 1, 6), new Stratum(0, 9, 0, 0))))
        .isCloseTo((2 * 3 / 8.0 + 3 * 5 / 12.0) / (1 * 2 / 8.0 + 1 * 3 / 12.0), within(1e-12));
    assertThat(StratifiedFisher.oddsRatio(List.of(new Stratum(1, 4, 0, 4)))).isInfinite();
    assertThat(StratifiedFisher.oddsRatio(List.of())).isNaN();
  }

  @Test
  void whereNothingIsToBeComparedNothingIsUnlikely() {
    assertThat(StratifiedFisher.pValue(List.of())).isEqualTo(1);
    assertThat(StratifiedFisher.pValue(List.of(new Stratum(5, 9, 0, 0)))).isEqualTo(1);
    assertThat(StratifiedFisher.pValue(List.of(new Stratum(0, 0, 3, 9)))).isEqualTo(1);
    assertThat(StratifiedFisher.pValue(List.of(new Stratum(0, 9, 0, 9)))).isEqualTo(1);
  }

  @Test
  void thereAreNoMoreFindsThanMembers() {
    assertThatThrownBy(() -> new Stratum(3, 2, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Stratum(0, 2, -1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
