package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TableControlsTest {
  @Test
  void dataAreActedUponForThreeIntervals() {
    assertThat(TableControls.untilStale(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(30));
  }

  /** At 200 ms a server that was busy for 600 ms had every read of the table raised. */
  @Test
  void andForThreeSecondsHoweverShortTheIntervalIs() {
    assertThat(TableControls.untilStale(Duration.ofMillis(200))).isEqualTo(Duration.ofSeconds(3));
  }
}
