package org.quorate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;
import org.quorate.load.history.LaneHistory;

final class ClosedPacingTest {
  @Test
  void throttledClientsAreSpreadOverOnePeriodHoweverManyLanesTheyHave() {
    // Eight clients at 4 operations per second together: each every 2 s, one every 250 ms.
    assertThat(firstDue(1)).containsExactly(0L, 250L, 500L, 750L, 1000L, 1250L, 1500L, 1750L);
    assertThat(firstDue(8)).isEqualTo(firstDue(1));
    assertThat(firstDue(3)).isEqualTo(firstDue(1));
  }

  /** Milliseconds at which each client sends its first operation. */
  private static List<Long> firstDue(int lanes) {
    LoadPlan plan =
        new LoadPlan(
            lanes,
            lane -> () -> null,
            new LoadPlan.Closed(8, 4),
            Levels.fixed(Level.ONE, Level.ONE),
            number -> {},
            Duration.ofSeconds(10),
            Duration.ZERO,
            Duration.ZERO,
            lane -> LaneHistory.none());
    List<Long> due = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      Pacing pacing = plan.pacing(lane);
      pacing.begin(0, Long.MAX_VALUE);
      for (long at = pacing.nextDue(); at < 2_000_000_000L; at = pacing.nextDue()) {
        Slot slot = pacing.poll(at);
        if (slot == null) {
          break;
        }
        due.add(at / 1_000_000);
      }
    }
    return due;
  }
}
