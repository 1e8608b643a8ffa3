package org.quorate.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

/** What chance and the error of meters or models leave of a ratio, together. */
class EnergyRatioTest {
  /** Joules of ten blocks at a true ratio, each with its own noise. */
  private record Blocks(List<Double> first, List<Double> second) {
    static Blocks of(RandomGenerator random, double ratio, double noise) {
      List<Double> first = new ArrayList<>();
      List<Double> second = new ArrayList<>();
      for (int block = 0; block < 10; block++) {
        double common = Math.exp(0.2 * random.nextGaussian());
        first.add(common * Math.exp(noise * random.nextGaussian()));
        second.add(ratio * common * Math.exp(noise * random.nextGaussian()));
      }
      return new Blocks(first, second);
    }

    EnergyRatio ratio(double error) {
      return new EnergyRatio(PairedLogRatio.of(first, second, 0.95), error);
    }

    EnergyRatio reversed(double error) {
      return new EnergyRatio(PairedLogRatio.of(second, first, 0.95), error);
    }

    /** As a server would have drawn whose power grows with the power of another one's. */
    Blocks through(double exponent) {
      return new Blocks(
          first.stream().map(joules -> Math.pow(joules, exponent)).toList(),
          second.stream().map(joules -> Math.pow(joules, exponent)).toList());
    }
  }

  /** Two pairs whose ratios have that geometric mean and that upper end of their interval. */
  private static PairedLogRatio withInterval(double ratio, double high) {
    // t(1) is 12.7062; of two pairs that differ by 2 d on the logarithmic scale s / sqrt 2 is d.
    double d = Math.log(high / ratio) / 12.7062;
    return PairedLogRatio.of(
        List.of(1.0, 1.0), List.of(ratio * Math.exp(-d), ratio * Math.exp(d)), 0.95);
  }

  @Test
  void anIntervalThatTheErrorCarriesOverNoChangeClaimsNothing() {
    PairedLogRatio measured = withInterval(0.78, 0.98);
    assertThat(measured.interval().orElseThrow().low()).isEqualTo(0.62, within(0.001));
    assertThat(measured.interval().orElseThrow().high()).isEqualTo(0.98, within(0.001));

    EnergyRatio ratio = new EnergyRatio(measured, 0.2);

    assertThat(ratio.interval().orElseThrow().low()).isEqualTo(0.62 * 0.8, within(0.001));
    assertThat(ratio.interval().orElseThrow().high()).isEqualTo(0.98 / 0.8, within(0.001));
    assertThat(EnergyComparison.of(ratio, 0.95).verdict())
        .isEqualTo(EnergyVerdict.NOT_DISTINGUISHABLE);
    assertThat(EnergyComparison.of(ratio, 0.95).reason())
        .contains(EnergyComparison.Reason.TOO_FEW_RUNS_BESIDE_ERROR);
    assertThat(EnergyComparison.of(new EnergyRatio(measured, 0), 0.95).verdict())
        .as("by a meter that does not err")
        .isEqualTo(EnergyVerdict.SAVED);
  }

  /** 3,000 random comparisons, seed 21; no rate is asserted, so there is no alpha. */
  @Test
  void theReversedPairGetsTheMirroredVerdict() {
    RandomGenerator random = new SeededRandom(21);
    Set<EnergyVerdict> seen = EnumSet.noneOf(EnergyVerdict.class);
    for (int i = 0; i < 3000; i++) {
      Blocks blocks =
          Blocks.of(random, Math.exp(1.2 * (random.nextDouble() - 0.5)), 0.3 * random.nextDouble());
      double error = 0.5 * random.nextDouble();
      EnergyComparison forward = EnergyComparison.of(blocks.ratio(error), 0.95);
      EnergyComparison backward = EnergyComparison.of(blocks.reversed(error), 0.95);
      seen.add(forward.verdict());

      assertThat(backward.verdict()).isEqualTo(mirrored(forward.verdict()));
      assertThat(backward.reason()).isEqualTo(forward.reason());
      Interval bounds = blocks.ratio(error).interval().orElseThrow();
      Interval mirror = blocks.reversed(error).interval().orElseThrow();
      assertThat(mirror.low() * bounds.high()).isEqualTo(1, within(1e-9));
      assertThat(mirror.high() * bounds.low()).isEqualTo(1, within(1e-9));
    }
    assertThat(seen).as("verdicts that were met").hasSize(3);
  }

  /** The same through the curves of two servers. 1,000 random comparisons, seed 25. */
  @Test
  void theReversedPairGetsTheMirroredVerdictThroughEveryServerToo() {
    RandomGenerator random = new SeededRandom(25);
    for (int i = 0; i < 1000; i++) {
      Blocks blocks = Blocks.of(random, Math.exp(random.nextDouble() - 0.5), 0.1);
      List<Blocks> servers =
          List.of(blocks.through(0.3 + random.nextDouble()), Blocks.of(random, 1.1, 0.1));
      EnergyRatio forward =
          new EnergyRatio(
              blocks.ratio(0).ratio(),
              servers.stream().map(server -> server.ratio(0).ratio()).toList(),
              0.02);
      EnergyRatio backward =
          new EnergyRatio(
              blocks.reversed(0).ratio(),
              servers.stream().map(server -> server.reversed(0).ratio()).toList(),
              0.02);

      assertThat(EnergyComparison.of(backward, 0.95).verdict())
          .isEqualTo(mirrored(EnergyComparison.of(forward, 0.95).verdict()));
      assertThat(EnergyComparison.of(backward, 0.95).reason())
          .isEqualTo(EnergyComparison.of(forward, 0.95).reason());
      assertThat(backward.pValue()).isEqualTo(forward.pValue(), within(1e-9));
      assertThat(backward.interval().orElseThrow().low())
          .isEqualTo(1 / forward.interval().orElseThrow().high(), within(1e-9));
    }
  }

  private static EnergyVerdict mirrored(EnergyVerdict verdict) {
    return switch (verdict) {
      case SAVED -> EnergyVerdict.COSTS;
      case COSTS -> EnergyVerdict.SAVED;
      case NOT_DISTINGUISHABLE -> verdict;
    };
  }

  /** The p value and the interval are two views of one test. 2,000 comparisons, seed 22. */
  @Test
  void itsPValueIsBelowFivePercentExactlyWhereItsIntervalExcludesNoChange() {
    RandomGenerator random = new SeededRandom(22);
    for (int i = 0; i < 2000; i++) {
      Blocks blocks = Blocks.of(random, Math.exp(random.nextDouble() - 0.5), 0.2);
      EnergyRatio paired = blocks.ratio(0.3 * random.nextDouble());
      EnergyRatio welch =
          new EnergyRatio(
              WelchLogRatio.of(blocks.first(), blocks.second(), 0.95), paired.relativeError());
      for (EnergyRatio ratio : List.of(paired, welch)) {
        assertThat(ratio.pValue() < 0.05).isEqualTo(!ratio.interval().orElseThrow().contains(1));
        assertThat(ratio.pValue()).isGreaterThanOrEqualTo(ratio.ratio().pValue());
      }
    }
  }

  @Test
  void withoutAnErrorItIsTheRatioAlone() {
    Blocks blocks = Blocks.of(new SeededRandom(23), 0.9, 0.1);
    EnergyRatio ratio = blocks.ratio(0);

    assertThat(ratio.pValue()).isEqualTo(ratio.ratio().pValue(), within(1e-12));
    assertThat(ratio.interval().orElseThrow().high())
        .isEqualTo(ratio.ratio().interval().orElseThrow().high(), within(1e-12));
  }

  @Test
  void replaysWidenTheIntervalToWhatEveryServerSays() {
    EnergyRatio ratio =
        new EnergyRatio(
            withInterval(0.7, 0.75),
            List.of(withInterval(0.8, 0.9), withInterval(0.6, 0.66)),
            0.05);

    assertThat(ratio.range()).contains(new EnergyRatio.Range(0.6, 0.8));
    assertThat(ratio.interval().orElseThrow().low()).isEqualTo(0.36 / 0.66 * 0.95, within(1e-3));
    assertThat(ratio.interval().orElseThrow().high()).isEqualTo(0.9 / 0.95, within(1e-3));
    assertThat(EnergyComparison.of(ratio, 0.95).verdict()).isEqualTo(EnergyVerdict.SAVED);
    assertThat(ratio.pValue())
        .as("of the server that shows least")
        .isEqualTo(new EnergyRatio(withInterval(0.8, 0.9), 0.05).pValue(), within(1e-12));
  }

  @Test
  void aSavingOnSomeServersAndACostOnOthersIsNeither() {
    EnergyRatio ratio =
        new EnergyRatio(withInterval(0.9, 0.92), List.of(withInterval(1.1, 1.12)), 0);

    assertThat(ratio.pValue()).isEqualTo(1);
    assertThat(EnergyComparison.of(ratio, 0.95).verdict())
        .isEqualTo(EnergyVerdict.NOT_DISTINGUISHABLE);
    assertThat(EnergyComparison.of(ratio, 0.95).reason())
        .contains(EnergyComparison.Reason.SERVERS_DISAGREE);
  }

  @Test
  void aReplayThatBoundsNothingLeavesNothingBounded() {
    PairedLogRatio single = PairedLogRatio.of(List.of(1.0), List.of(0.1), 0.95);
    EnergyRatio ratio = new EnergyRatio(withInterval(0.7, 0.75), List.of(single), 0);
    assertThat(ratio.interval()).isEmpty();
    assertThat(ratio.pValue()).isEqualTo(1);
  }

  @Test
  void anErrorOfAllOfItBoundsNothing() {
    Blocks blocks = Blocks.of(new SeededRandom(24), 0.01, 0.01);
    for (double error : new double[] {1, 2, Double.POSITIVE_INFINITY}) {
      EnergyRatio ratio = blocks.ratio(error);
      assertThat(ratio.pValue()).isEqualTo(1);
      assertThat(ratio.interval().orElseThrow().low()).isZero();
      assertThat(ratio.interval().orElseThrow().high()).isInfinite();
    }
  }

  @Test
  void aSinglePairBoundsNothingEither() {
    EnergyRatio single = new EnergyRatio(PairedLogRatio.of(List.of(1.0), List.of(0.1), 0.95), 0.1);
    assertThat(single.interval()).isEmpty();
    assertThat(single.pValue()).isEqualTo(1);
  }

  @Test
  void impossibleErrorsAreRefused() {
    PairedLogRatio ratio = PairedLogRatio.of(List.of(1.0), List.of(0.1), 0.95);
    assertThatThrownBy(() -> new EnergyRatio(ratio, -0.1)).hasMessageContaining("-0.1");
    assertThatThrownBy(() -> new EnergyRatio(ratio, Double.NaN)).hasMessageContaining("NaN");
  }
}
