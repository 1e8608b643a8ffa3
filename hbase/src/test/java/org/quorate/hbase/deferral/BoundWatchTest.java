package org.quorate.hbase.deferral;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.BoundEvent;

class BoundWatchTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final BoundWatch watch = new BoundWatch(SECOND);

  @Test
  void anOutageIsToldWhenItBeginsAndWhenItIsOverAndNotInBetween() {
    assertThat(look(1, 0, 0)).isNull();
    assertThat(look(2, 3, 0))
        .isEqualTo(new BoundEvent(false, 3, Duration.ofMillis(1_500), 0, Duration.ZERO));
    for (int second = 3; second < 1_200; second++) {
      assertThat(look(second, second, 0)).isNull();
    }
    assertThat(look(1_200, 0, 5_000)).isNull();
    assertThat(look(1_209, 0, 5_000)).isNull();
    BoundEvent event = look(1_210, 0, 5_000);
    assertThat(event)
        .isEqualTo(new BoundEvent(true, 0, Duration.ZERO, 5_000, Duration.ofSeconds(1_198)));
    assertThat(event.sentence()).contains("kept again after 19m58s").contains("5000");
    assertThat(look(1_300, 0, 5_000)).isNull();
  }

  @Test
  void aWriteThatWasLateAndIsPendingNoLongerIsAMissToo() {
    assertThat(look(1, 0, 1)).isEqualTo(new BoundEvent(false, 0, Duration.ZERO, 1, Duration.ZERO));
    assertThat(look(6, 0, 2)).isNull();
    assertThat(look(15, 0, 2)).as("the second was 9 s ago").isNull();
    assertThat(look(16, 0, 2)).isNotNull();
    assertThat(look(17, 0, 3)).as("the next outage").isNotNull();
  }

  private BoundEvent look(long second, long overdue, long missed) {
    long oldest = overdue > 0 ? 3 * SECOND / 2 : 0;
    return watch.look(second * SECOND, new PendingAge(oldest, overdue), missed);
  }
}
