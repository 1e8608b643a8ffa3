package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.TimesTooShort;

class SharedTimesTest {
  private static final DelaySample MEASURED = DelaySample.of(Collections.nCopies(30, 0.010));
  private static final double CALM = 0.010;
  private static final double LONG = 0.0625;

  private static List<Double> times(int count, double seconds) {
    return Collections.nCopies(count, seconds);
  }

  private static Heard heard(List<Double> waited, Duration age, boolean trusted) {
    return new Heard(
        MadeUpEvidence.of(1, 1).with(waited, Optional.empty()), age.toNanos(), trusted);
  }

  private static Heard others(int count, double seconds) {
    return heard(times(count, seconds), Duration.ofSeconds(5), true);
  }

  private static SharedTimes of(List<Double> own, Heard... heard) {
    return SharedTimes.of(own, List.of(heard));
  }

  @Test
  void ofEachOtherProcessItsNewestTwoCountWhileItIsTrustedAndTheyAreYoung() {
    List<Double> waited = new ArrayList<>(times(3, LONG));
    waited.addAll(List.of(0.0078125, 0.015625));
    SharedTimes shared =
        of(
            List.of(0.010),
            heard(waited, Duration.ofMinutes(10), true),
            heard(waited, Duration.ofSeconds(601), true),
            heard(waited, Duration.ZERO, false),
            heard(List.of(), Duration.ZERO, true));
    assertThat(shared.all()).isEqualTo(DelaySample.of(List.of(0.010, 0.0078125, 0.015625)));
    assertThat(shared.others()).isEqualTo(1);
  }

  @Test
  void oneThatLiesNeverMakesTimesLonger() {
    for (int own = 0; own < 16; own++) {
      assertThat(of(times(own, CALM), others(16, 60)).factor(MEASURED)).isEqualTo(1);
    }
    assertThat(of(times(1, LONG), others(16, 60)).factor(MEASURED)).isEqualTo(1);
    assertThat(of(List.of(), others(2, LONG), others(2, LONG)).factor(MEASURED))
        .as("two that say so count at once")
        .isEqualTo(6.25, within(1e-9));
  }

  @Test
  void howeverManyThatLieNeverMakeThemShorterThanOwnPairsSay() {
    List<Double> own = times(4, LONG);
    Heard[] liars = Collections.nCopies(50, others(16, 0)).toArray(Heard[]::new);
    assertThat(of(own, liars).factor(MEASURED))
        .isEqualTo(TimesTooShort.factor(MEASURED, DelaySample.of(own)));
  }

  @Test
  void oneThatLiesNeverHasItTakenForToldThatNothingIsWrong() {
    assertThat(of(times(2, CALM), others(16, CALM)).isTold(MEASURED)).as("one alone").isFalse();
    assertThat(of(times(1, LONG), others(16, CALM), others(2, LONG)).isTold(MEASURED)).isFalse();
    assertThat(of(times(1, LONG), others(16, CALM), others(1, LONG)).isTold(MEASURED)).isFalse();
  }

  @Test
  void whatOwnPairsSayIsNotOutvoted() {
    assertThat(of(times(1, LONG), others(2, CALM), others(2, CALM)).isTold(MEASURED)).isFalse();
    Heard[] calm = Collections.nCopies(19, others(2, CALM)).toArray(Heard[]::new);
    assertThat(of(times(3, LONG), calm).isTold(MEASURED)).isFalse();
    assertThat(of(times(1, CALM), calm).isTold(MEASURED)).isTrue();
  }

  @Test
  void onePairOfItsOwnIsWantedBeforeOthersAreBelievedThatNothingIsWrong() {
    Heard[] calm = Collections.nCopies(19, others(1, CALM)).toArray(Heard[]::new);
    assertThat(of(List.of(), calm).isTold(MEASURED)).isFalse();
    assertThat(of(List.of(CALM), calm).isTold(MEASURED)).isTrue();
    assertThat(of(List.of(CALM)).isTold(MEASURED)).as("nobody is heard").isFalse();
  }

  @Test
  void whatManySayIsClearAlsoWhereSomeOfThemWereHeldUp() {
    List<Heard> heard = new ArrayList<>(Collections.nCopies(15, others(1, CALM)));
    heard.addAll(Collections.nCopies(4, others(1, LONG)));
    assertThat(SharedTimes.of(List.of(CALM), heard).isTold(MEASURED)).isTrue();
    heard.addAll(Collections.nCopies(2, others(1, LONG)));
    assertThat(SharedTimes.of(List.of(CALM), heard).factor(MEASURED)).isEqualTo(1);
  }
}
