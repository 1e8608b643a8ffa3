package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;

final class RemoteWaitTest {
  private static final DelayDistribution UNIFORM = DelayDistribution.parse("uniform 0ms..2ms");

  @Test
  void nobodyWaitsForNoAnswerNorForLinksWithoutDelay() {
    assertThat(RemoteWait.seconds(UNIFORM, 2, 0)).isZero();
    assertThat(RemoteWait.seconds(DelayDistribution.NONE, 2, 2)).isZero();
  }

  @Test
  void equalLinksTakeThereAndBackHoweverManyAnswersAreNeeded() {
    DelayDistribution delay = DelayDistribution.parse("5ms");
    for (int needed = 1; needed <= 4; needed++) {
      assertThat(RemoteWait.seconds(delay, 4, needed)).isEqualTo(0.010, within(1e-12));
    }
  }

  @Test
  void oneAnswerTakesTwiceTheMeanWay() {
    assertThat(RemoteWait.seconds(UNIFORM, 1, 1)).isEqualTo(0.002, within(1e-9));
  }

  /** The orders of a few answers together are those answers. */
  @Test
  void theWaitsForEachOfThreeAnswersAddUpToThreeMeans() {
    double sum = 0;
    for (int needed = 1; needed <= 3; needed++) {
      sum += RemoteWait.seconds(UNIFORM, 3, needed);
    }
    assertThat(sum).isEqualTo(3 * 0.002, within(1e-9));
  }

  /** 200,000 draws, seed 1; 1 % is some ten standard errors. */
  @Test
  void drawnDelaysTakeAsLong() {
    DelayDistribution delay = DelayDistribution.parse("lognormal 1ms 0.5");
    SplittableRandom random = new SplittableRandom(1);
    double sum = 0;
    for (int draw = 0; draw < 200_000; draw++) {
      double[] trips = new double[4];
      for (int i = 0; i < trips.length; i++) {
        trips[i] = (delay.sampleNanos(random) + delay.sampleNanos(random)) / 1e9;
      }
      Arrays.sort(trips);
      sum += trips[1];
    }
    double mean = sum / 200_000;
    assertThat(RemoteWait.seconds(delay, 4, 2)).isEqualTo(mean, within(0.01 * mean));
  }

  @Test
  void moreAnswersThanReplicasAreNotWaitedFor() {
    assertThatThrownBy(() -> RemoteWait.seconds(UNIFORM, 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
