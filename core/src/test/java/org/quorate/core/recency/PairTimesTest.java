package org.quorate.core.recency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairTimesTest {
  private static final long SECOND = 1_000_000_000L;

  private final PairTimes times = new PairTimes();

  @Test
  void whatCountsIsByHowMuchTheStrongReadTookLongerThanTwoWeakOnes() {
    assertThat(times.seconds(0)).isEmpty();
    times.add(SECOND / 4, SECOND, 0);
    times.add(SECOND, SECOND, SECOND);
    assertThat(times.seconds(SECOND)).containsExactlyInAnyOrder(0.5, -1.0);
  }

  @Test
  void theLastPairsStandInPlaceOfTheFirst() {
    for (int i = 0; i < 40; i++) {
      times.add(0, i * SECOND, i * SECOND);
    }
    assertThat(times.seconds(40 * SECOND))
        .hasSize(PairTimes.MOST)
        .contains(39.0, 40.0 - PairTimes.MOST)
        .doesNotContain(39.0 - PairTimes.MOST);
  }

  @Test
  void ofPairsWithinASecondOneCounts() {
    times.add(0, 7, 0);
    times.add(0, 8, SECOND - 1);
    assertThat(times.seconds(SECOND)).containsExactly(7e-9);
    times.add(0, 9, SECOND);
    assertThat(times.seconds(SECOND)).containsExactlyInAnyOrder(7e-9, 9e-9);
  }

  @Test
  void aPairIsWantedOnceASecondAtMost() {
    assertThat(times.takeWanted()).as("nobody asked").isFalse();
    for (int i = 0; i < 4; i++) {
      assertThat(times.want(PairTimes.APART, i * SECOND)).isTrue();
      assertThat(times.isWanted()).isTrue();
      assertThat(times.takeWanted()).isTrue();
      assertThat(times.takeWanted()).as("taken").isFalse();
      times.add(0, 1, i * SECOND);
      assertThat(times.want(PairTimes.APART, (i + 1) * SECOND - 1)).isFalse();
      assertThat(times.isWanted()).as("one was of late").isFalse();
    }
  }

  @Test
  void whileNoneIsAnsweredPairsAreWantedLessAndLessOften() {
    int wanted = 0;
    for (int second = 0; second < 600; second++) {
      var unused = times.want(PairTimes.APART, second * SECOND);
      wanted += times.takeWanted() ? 1 : 0;
    }
    assertThat(wanted).as("1, 2, 4 to 64 seconds apart").isEqualTo(15);
    times.add(0, 1, 600 * SECOND);
    assertThat(times.want(PairTimes.APART, 601 * SECOND)).as("answered").isTrue();
  }

  @Test
  void whatIsTenMinutesOldAndWhatIsForgottenIsLeftOut() {
    long kept = PairTimes.KEPT_FOR.toNanos();
    times.add(0, 7, 0);
    times.add(0, 8, SECOND);
    assertThat(times.seconds(kept)).hasSize(2);
    assertThat(times.seconds(kept + 1)).containsExactly(8e-9);
    times.forget();
    assertThat(times.seconds(SECOND)).isEmpty();
  }
}
