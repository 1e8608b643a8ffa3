package org.quorate.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.progress.LoadSecond;

final class LoadLineTest {
  private final LoadLine line = new LoadLine();

  private void second(int second, long ok, long failed, long p99) {
    line.add(new LoadSecond(second, true, ok, failed, p99 / 2, p99, Map.of("ONE", 1.0)));
  }

  @Test
  void aShortLoadIsKnownSecondBySecond() {
    second(0, 10, 0, 4);
    second(1, 0, 3, 0);
    second(2, 12, 0, 6);
    LoadGlance glance = line.glance();
    assertThat(glance.stepSeconds()).isEqualTo(1);
    assertThat(glance.steps())
        .containsExactly(
            new LoadGlance.Step(0, 1, 10, 0, 2, 4),
            new LoadGlance.Step(1, 1, 0, 3, 0, 0),
            new LoadGlance.Step(2, 1, 12, 0, 3, 6));
    assertThat(glance.levelShares()).containsEntry("ONE", 1.0);
  }

  @Test
  void whatIsLeftAtTheEndIsCountedAndIsNoRate() {
    second(0, 10, 0, 4);
    line.add(new LoadSecond(1, false, 3, 2, 1, 2, Map.of()));
    assertThat(line.glance().steps()).hasSize(1);
    assertThat(line.glance().ok()).isEqualTo(13);
    assertThat(line.glance().failed()).isEqualTo(2);
  }

  /** A day. */
  @Test
  void aLongLoadTakesNoMoreRoomAndLosesNoOperation() {
    int seconds = 24 * 3_600;
    for (int second = 0; second < seconds; second++) {
      second(second, 100, second % 2, second == 50_000 ? 9_000 : 10);
      assertThat(line.glance().steps()).hasSizeLessThanOrEqualTo(LoadLine.MOST_STEPS);
    }
    LoadGlance glance = line.glance();
    assertThat(glance.ok()).isEqualTo(100L * seconds);
    assertThat(glance.steps().stream().mapToLong(LoadGlance.Step::ok).sum())
        .isEqualTo(100L * seconds);
    assertThat(glance.steps().stream().mapToInt(LoadGlance.Step::seconds).sum()).isEqualTo(seconds);
    assertThat(glance.steps()).allMatch(step -> step.okPerSecond() == 100);
    assertThat(glance.steps().stream().filter(step -> step.p99() == 9_000))
        .singleElement()
        .matches(step -> step.from() <= 50_000 && step.from() + step.seconds() > 50_000);
  }
}
