package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {
  /** Hours of sleep gained with two drugs by ten patients (Student 1908; R's data set sleep). */
  private static final List<Double> SLEEP_1 =
      List.of(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);

  private static final List<Double> SLEEP_2 =
      List.of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);

  /** Differences in height of Darwin's maize, in eighths of an inch (Fisher 1935, section 17). */
  private static final List<Double> DARWIN =
      doubles(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48);

  private static List<Double> doubles(double... values) {
    return DoubleStream.of(values).boxed().toList();
  }

  /** Newcombe 1998, table I, method 3. */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2553, 0.3662",
    "15, 148, 0.0624, 0.1605",
    "0, 20, 0, 0.1611",
    "1, 29, 0.0061, 0.1718",
    "20, 20, 0.8389, 1",
    "0, 0, 0, 1"
  })
  void wilsonIntervalsArePublishedOnes(long successes, long trials, double low, double high) {
    Interval interval = Wilson.interval(successes, trials, 0.95);
    assertThat(interval.low()).isCloseTo(low, within(0.00005));
    assertThat(interval.high()).isCloseTo(high, within(0.00005));
  }

  /** Newcombe 1998, table I, method 5. */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2527, 0.3676",
    "15, 148, 0.0578, 0.1617",
    "0, 20, 0, 0.1684",
    "1, 29, 0.0009, 0.1776",
    "20, 20, 0.8316, 1",
    "0, 0, 0, 1"
  })
  void exactIntervalsArePublishedOnes(long successes, long trials, double low, double high) {
    Interval interval = ClopperPearson.interval(successes, trials, 0.95);
    assertThat(interval.low()).isCloseTo(low, within(0.00005));
    assertThat(interval.high()).isCloseTo(high, within(0.00005));
  }

  /** The definition: at the bound, so many successes or more have the probability 1 %. */
  @Test
  void anExactLowerBoundIsWhereTheTailOfTheBinomialDistributionIsOneMinusTheConfidence() {
    Random random = new Random(11);
    for (int round = 0; round < 500; round++) {
      int trials = 1 + random.nextInt(400);
      int successes = 1 + random.nextInt(trials);
      double bound = ClopperPearson.lowerBound(successes, trials, 0.99);
      assertThat(binomialTail(successes, trials, bound)).isCloseTo(0.01, within(1e-9));
    }
    assertThat(ClopperPearson.lowerBound(5, 5, 0.99)).isCloseTo(Math.pow(0.01, 0.2), within(1e-12));
    assertThat(ClopperPearson.lowerBound(1, 700, 0.99))
        .isCloseTo(-Math.expm1(Math.log(0.99) / 700), within(1e-15));
    assertThat(ClopperPearson.lowerBound(0, 700, 0.99)).isZero();
  }

  /** Term by term, in logarithms. */
  private static double binomialTail(int successes, int trials, double rate) {
    double term = trials * Math.log1p(-rate);
    double sum = 0;
    for (int i = 0; i <= trials; i++) {
      sum += i < successes ? 0 : Math.exp(term);
      term += Math.log(trials - i) - Math.log(i + 1.0) + Math.log(rate) - Math.log1p(-rate);
    }
    return sum;
  }

  @Test
  void impossibleCountsAndConfidencesAreRefused() {
    assertThatThrownBy(() -> ClopperPearson.lowerBound(3, 2, 0.99))
        .hasMessageContaining("3 successes in 2");
    assertThatThrownBy(() -> Wilson.interval(3, 2, 0.95)).hasMessageContaining("3 successes in 2");
    assertThatThrownBy(() -> Wilson.interval(1, 2, 1)).hasMessageContaining("confidence");
    assertThatThrownBy(() -> BlockMean.of(List.of(), 0.95)).hasMessageContaining("no block");
    assertThatThrownBy(() -> BlockMean.of(List.of(Double.NaN), 0.95)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> PairedDifference.of(List.of(1.0), List.of(), 0.95))
        .hasMessageContaining("1 and 0");
  }

  /** R: t.test(differences) gives mean 2.616667 inches, 0.003899165 to 5.229434169. */
  @Test
  void meanAndIntervalOfDarwinsMaizeArePublishedOnes() {
    BlockMean mean = BlockMean.of(DARWIN.stream().map(d -> d / 8).toList(), 0.95);
    assertThat(mean.mean()).isCloseTo(2.616667, within(5e-7));
    assertThat(mean.interval().low()).isCloseTo(0.003899165, within(5e-9));
    assertThat(mean.interval().high()).isCloseTo(5.229434169, within(5e-9));
  }

  /** R: t.test(extra ~ group, sleep, paired = TRUE). */
  @Test
  void pairedDifferenceOfStudentsSleepIsPublishedOne() {
    PairedDifference paired = PairedDifference.of(SLEEP_2, SLEEP_1, 0.95);
    assertThat(paired.difference().mean()).isCloseTo(-1.58, within(1e-12));
    assertThat(paired.difference().interval().low()).isCloseTo(-2.4598858, within(5e-8));
    assertThat(paired.difference().interval().high()).isCloseTo(-0.7001142, within(5e-8));
    assertThat(paired.pValue()).isCloseTo(0.002833, within(5e-7));
  }

  @Test
  void aSinglePairShowsNothing() {
    PairedDifference paired = PairedDifference.of(List.of(1.0), List.of(9.0), 0.95);
    assertThat(paired.pValue()).isEqualTo(1);
    assertThat(paired.difference().interval().contains(-1e300)).isTrue();
    assertThat(PairedRatio.of(List.of(1.0), List.of(9.0), 0.95).interval()).isEmpty();
  }

  @Test
  void equalBlocksAreNotDistinguishableAndAConstantDifferenceIs() {
    List<Double> zeros = List.of(0.0, 0.0, 0.0);
    List<Double> ones = List.of(1.0, 1.0, 1.0);
    assertThat(
            Comparison.family(
                List.of(
                    PairedDifference.of(zeros, zeros, 0.95),
                    PairedDifference.of(zeros, ones, 0.95),
                    PairedDifference.of(ones, zeros, 0.95))))
        .extracting(Comparison::verdict)
        .containsExactly(Verdict.NOT_DISTINGUISHABLE, Verdict.HIGHER, Verdict.LOWER);
  }

  /** A ratio is a bound exactly if the paired t statistic of a - r b equals the quantile. */
  @Test
  void fiellersBoundsAreWhereThePairedTestStopsRejecting() {
    Random random = new Random(11);
    for (int i = 0; i < 200; i++) {
      int n = 3 + random.nextInt(10);
      List<Double> a = random.doubles(n, 0, 3).boxed().toList();
      List<Double> b = random.doubles(n, 2, 3).boxed().toList();
      PairedRatio ratio = PairedRatio.of(a, b, 0.9);
      Interval interval = ratio.interval().orElseThrow();
      assertThat(interval.contains(ratio.ratio())).isTrue();
      for (double bound : new double[] {interval.low(), interval.high()}) {
        List<Double> scaled = b.stream().map(x -> bound * x).toList();
        assertThat(PairedDifference.of(scaled, a, 0.9).pValue()).isCloseTo(0.1, within(1e-9));
      }
    }
  }

  @Test
  void aRatioToWhatMayBeZeroHasNoBoundedInterval() {
    PairedRatio ratio = PairedRatio.of(List.of(1.0, 2.0, 3.0), List.of(-1.0, 0.5, 1.0), 0.95);
    assertThat(ratio.interval()).isEmpty();
  }

  @Test
  void aRatioOfLogarithmsIsTheGeometricMeanAndInvertsWithItsPairs() {
    List<Double> first = List.of(1.0, 10.0, 100.0);
    List<Double> second = List.of(2.0, 40.0, 800.0);
    PairedLogRatio ratio = PairedLogRatio.of(first, second, 0.95);
    assertThat(ratio.ratio()).as("of 2, 4 and 8").isCloseTo(4, within(1e-12));
    PairedLogRatio inverse = PairedLogRatio.of(second, first, 0.95);
    assertThat(inverse.ratio()).isCloseTo(0.25, within(1e-12));
    Interval interval = ratio.interval().orElseThrow();
    assertThat(inverse.interval().orElseThrow().low())
        .isCloseTo(1 / interval.high(), within(1e-12));
    // ln 2 apart each, so s = ln 2, and the quantile of t(2) is 4.302653
    assertThat(interval.high())
        .isCloseTo(4 * Math.exp(4.302653 * Math.log(2) / Math.sqrt(3)), within(1e-4));
  }

  @Test
  void onlyPositiveNumbersHaveARatioOfLogarithms() {
    List<Double> ones = List.of(1.0, 1.0);
    assertThat(PairedLogRatio.ifPositive(ones, List.of(1.0, 0.0), 0.95)).isEmpty();
    assertThat(PairedLogRatio.ifPositive(List.of(1.0, Double.POSITIVE_INFINITY), ones, 0.95))
        .isEmpty();
    assertThat(PairedLogRatio.ifPositive(ones, ones, 0.95)).isPresent();
    assertThatThrownBy(() -> PairedLogRatio.of(List.of(0.0), List.of(1.0), 0.95))
        .hasMessageContaining("positive");
    assertThat(PairedLogRatio.of(List.of(3.0), List.of(6.0), 0.95).interval()).isEmpty();
  }

  /** The worked example of the article "Holm-Bonferroni method" in Wikipedia, and p.adjust of R. */
  @Test
  void holmsAdjustedValuesArePublishedOnes() {
    assertClose(Holm.adjust(List.of(0.01, 0.04, 0.03, 0.005)), 0.03, 0.06, 0.06, 0.02);
    assertClose(Holm.adjust(List.of(0.01, 0.02, 0.03, 0.04, 0.05)), 0.05, 0.08, 0.09, 0.09, 0.09);
    assertThat(Holm.adjust(List.of())).isEmpty();
    assertThatThrownBy(() -> Holm.adjust(List.of(1.1))).hasMessageContaining("1.1");
  }

  private static void assertClose(List<Double> actual, double... expected) {
    assertThat(actual).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual.get(i)).isCloseTo(expected[i], within(1e-12));
    }
  }

  /**
   * Families of three true null hypotheses over 5 blocks: at most 5 % of the families may claim
   * anything. 4,000 families, seed 7; the bound is four standard errors above 0.05.
   */
  @Test
  void aFamilyWithoutDifferencesRarelyClaimsOne() {
    Random random = new Random(7);
    int families = 4000;
    int claims = 0;
    for (int family = 0; family < families; family++) {
      List<List<Double>> levels =
          IntStream.range(0, 3)
              .mapToObj(i -> DoubleStream.generate(random::nextGaussian).limit(5).boxed().toList())
              .toList();
      List<Comparison> comparisons =
          Comparison.family(
              List.of(
                  PairedDifference.of(levels.get(0), levels.get(1), 0.95),
                  PairedDifference.of(levels.get(0), levels.get(2), 0.95),
                  PairedDifference.of(levels.get(1), levels.get(2), 0.95)));
      if (comparisons.stream().anyMatch(c -> c.verdict() != Verdict.NOT_DISTINGUISHABLE)) {
        claims++;
      }
    }
    assertThat(claims / (double) families)
        .isLessThan(0.05 + 4 * Math.sqrt(0.05 * 0.95 / families))
        .isGreaterThan(0.01);
  }

  @Test
  void anIntervalIsCutToWhatIsPossible() {
    assertThat(new Interval(-0.5, 0.25, 0.95).within(0, 1)).isEqualTo(new Interval(0, 0.25, 0.95));
    assertThat(new Interval(-0.5, -0.25, 0.95).within(0, 1)).isEqualTo(new Interval(0, 0, 0.95));
    assertThatThrownBy(() -> new Interval(1, 0, 0.95)).isInstanceOf(IllegalArgumentException.class);
  }
}
