package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.quorate.study.result.OffloadResult;

class RestTimesTest {
  private static final long SECOND = 1_000_000_000L;

  private long now = 100 * SECOND;
  private final RestTimes times = new RestTimes(() -> now);

  /** As where a step is taken again by whoever goes on. */
  @Test
  void aServerThatIsSentToRestAgainRestsSinceTheFirstTime() {
    now += SECOND;
    times.rests("node4", true);
    now += 4 * SECOND;
    times.rests("node4", true);
    now += SECOND;
    assertThat(times.wakes("node4")).contains(true);
    assertThat(times.wakes("node4")).as("it is awake").isEmpty();
    times.served(2.5);
    Offloading.Offloaded done = times.between(100 * SECOND, 200 * SECOND);

    assertThat(done.rests()).containsExactly(new OffloadResult.Rest("node4", 1, 6, true));
    assertThat(done.wakes()).containsExactly(2.5);
    assertThat(times.between(100 * SECOND, 105 * SECOND).wakes())
        .as("after the run's end")
        .isEmpty();
  }
}
