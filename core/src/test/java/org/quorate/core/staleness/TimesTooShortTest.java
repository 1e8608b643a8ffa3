package org.quorate.core.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.random.SeededRandom;

class TimesTooShortTest {
  private static final DelayDistribution DELAY = DelayDistribution.parse("lognormal 10ms 0.8");

  private static DelaySample slowestOfTwo(RandomGenerator random, int size, double times) {
    return DelaySample.of(
        DoubleStream.generate(() -> times * Math.max(roundTrip(random), roundTrip(random)))
            .limit(size)
            .boxed()
            .toList());
  }

  private static double roundTrip(RandomGenerator random) {
    return (DELAY.sampleNanos(random) + DELAY.sampleNanos(random)) / 1e9;
  }

  private static DelaySample alike(int size, double seconds) {
    return DelaySample.of(Collections.nCopies(size, seconds));
  }

  @Test
  void nothingIsKnownOfNoMeasurementsOrNoPairs() {
    assertThat(TimesTooShort.factor(DelaySample.NONE, alike(9, 1))).isEqualTo(1);
    assertThat(TimesTooShort.factor(alike(9, 1), DelaySample.NONE)).isEqualTo(1);
    assertThat(TimesTooShort.factor(alike(9, 0), alike(9, 1))).as("times nothing").isEqualTo(1);
  }

  @Test
  void aMedianThatIsNoiseAboutNothingIsTakenForAFiftiethOfTheUpperQuantile() {
    DelaySample noise = DelaySample.all(List.of(alike(6, 0), alike(4, 0.001)));
    assertThat(TimesTooShort.factor(noise, alike(9, 0.010))).isEqualTo(500, within(1e-9));
  }

  @Test
  void asMuchAsTwiceAsLongOnTheWholeIsNotTold() {
    DelaySample oneRange = DelaySample.all(List.of(alike(7, 1), alike(9, 0.012)));
    assertThat(TimesTooShort.factor(alike(30, 0.010), oneRange)).isEqualTo(1);
  }

  @Test
  void threePairsMayBeByChanceAndFourOfFiveAreNot() {
    DelaySample measured = alike(30, 0.010);
    assertThat(TimesTooShort.factor(measured, alike(3, 0.050))).isEqualTo(1);
    assertThat(TimesTooShort.factor(measured, alike(4, 0.050))).isEqualTo(5, within(1e-9));
    assertThat(
            TimesTooShort.factor(
                measured, DelaySample.all(List.of(alike(4, 0.050), alike(1, 0.010)))))
        .isEqualTo(5, within(1e-9));
    assertThat(
            TimesTooShort.factor(
                measured, DelaySample.all(List.of(alike(3, 0.050), alike(2, 0.010)))))
        .isEqualTo(1);
  }

  @Test
  void pairsThatTakeLittleMoreAreNoReason() {
    assertThat(TimesTooShort.factor(alike(30, 0.010), alike(16, 0.020))).isEqualTo(1);
  }

  /** Alpha is that of the class, 0.001, at most: 10,000 samples, seeds 1 and 2. */
  @Test
  void timesThatAreRightAreHardlyEverTakenForTooShort() {
    int wrong = 0;
    RandomGenerator random = SeededRandom.stream(1, 2);
    for (int i = 0; i < 10_000; i++) {
      DelaySample measured = slowestOfTwo(random, 30, 1);
      wrong += TimesTooShort.factor(measured, slowestOfTwo(random, 16, 1)) > 1 ? 1 : 0;
    }
    assertThat(wrong).isLessThanOrEqualTo(10);
  }

  @Test
  void fourPairsTellUnlessSomeOfThemSpeakForEither() {
    DelaySample measured = alike(30, 0.010);
    assertThat(TimesTooShort.isTold(measured, alike(3, 0.010))).as("too few").isFalse();
    assertThat(TimesTooShort.isTold(measured, alike(4, 0.010))).as("as measured").isTrue();
    assertThat(TimesTooShort.isTold(measured, alike(4, 0.050))).as("too short").isTrue();
    assertThat(TimesTooShort.isTold(measured, DelaySample.of(List.of(0.01, 0.01, 0.01, 0.05))))
        .as("one was held up")
        .isTrue();
    assertThat(TimesTooShort.isTold(measured, DelaySample.of(List.of(0.01, 0.01, 0.05, 0.05))))
        .isFalse();
    assertThat(
            TimesTooShort.isTold(
                measured, DelaySample.of(List.of(0.01, 0.01, 0.01, 0.01, 0.05, 0.05, 0.05, 0.05))))
        .as("no more")
        .isTrue();
    assertThat(TimesTooShort.isTold(DelaySample.NONE, alike(4, 0.010))).isTrue();
    assertThat(TimesTooShort.isTold(measured, alike(7, -0.010)))
        .as("weak reads took as long, so no waiting was seen")
        .isFalse();
    assertThat(TimesTooShort.isTold(measured, alike(8, -0.010))).isTrue();
  }

  @Test
  void ofManyPairsOneInFourMayHaveBeenHeldUp() {
    DelaySample measured = alike(30, 0.010);
    DelaySample three = DelaySample.all(List.of(alike(9, 0.010), alike(3, 0.050)));
    assertThat(TimesTooShort.isClear(measured, three)).isTrue();
    DelaySample four = DelaySample.all(List.of(alike(11, 0.010), alike(4, 0.050)));
    assertThat(TimesTooShort.isClear(measured, four)).as("for either").isFalse();
    assertThat(TimesTooShort.isClear(measured, alike(9, 0.050))).isTrue();
    assertThat(TimesTooShort.isClear(measured, alike(9, 0))).as("no waiting is seen").isFalse();
  }

  /** Of 1,000 samples of five pairs, and of sixteen; seeds 1 and 3. */
  @Test
  void timesThatAreTenTimesTooShortAreFoundByFivePairsOrSo() {
    RandomGenerator random = SeededRandom.stream(1, 3);
    int found = 0;
    double logs = 0;
    for (int i = 0; i < 1_000; i++) {
      DelaySample measured = slowestOfTwo(random, 240, 0.1);
      found += TimesTooShort.factor(measured, slowestOfTwo(random, 5, 1)) > 3 ? 1 : 0;
      logs += Math.log(TimesTooShort.factor(measured, slowestOfTwo(random, 16, 1)));
    }
    assertThat(found).isGreaterThan(900);
    assertThat(Math.exp(logs / 1_000)).isBetween(9.0, 11.0);
  }
}
